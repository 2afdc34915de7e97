import ArgumentParser
import Classification
import Engine
import Model
import Scripting
import Terminal
import Vault

struct PluginsNewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a plugin from a working example.",
        discussion: """
            Examples:
              ghostvault plugins new mine && ghostvault plugins test mine
              ghostvault plugins new my-bank --reader
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "Its name: lowercase letters, digits, \"-\" and \"_\".")
    var name: String

    @Flag(help: "Make one that reads files of a bank.")
    var reader = false

    func run(on screen: Screen) throws {
        let files = try vault.engine().makePlugin(name, isReader: reader)
        try screen.print("Created a plugin in \(vault.folder.pluginsPath)/\(name)")
        for file in files { try screen.print("  wrote  \(file)") }
        try screen.print("Change it, then: ghostvault plugins test \(name)")
        try screen.print("To let it run:   ghostvault plugins trust \(name)")
        try screen.print("                 ghostvault plugins enable \(name)")
    }
}

struct PluginsTestCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run plugins' tests.",
        discussion: """
            Runs each plugin's tests.lua in the sandbox, on its own transactions only, approved or \
            not. Exit code 1 if a test fails.

            Examples:
              ghostvault plugins test
              ghostvault plugins test mine
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The plugins' names. (default: all)")
    var names: [String] = []

    func run(on screen: Screen) throws {
        let reports = try vault.engine().testPlugins(names)
        let allPassed = try PluginTestView(screen: screen).show(reports)
        if !allPassed { throw PartialResult(.failed) }
    }
}

struct PluginsPreviewCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show what a plugin would change.",
        discussion: """
            Stores nothing. Runs the plugin's current files in the sandbox on your transactions, \
            even if it is disabled or not approved.

            Example:
              ghostvault plugins preview mine
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The plugin's name.")
    var name: String

    @Option(help: "Transactions to list for each kind of change.")
    var list = 3

    func run(on screen: Screen, reading engine: Engine) throws {
        let preview = try engine.previewPlugin(name)
        if output.json {
            try Self.report.printJSON(preview, on: screen)
        } else {
            let count = Count.text(Self.differing(preview).count, "transaction")
            try screen.print(SafeText.neutralised("\(preview.name) would change \(count)"))
            try ClassifyView(screen: screen, engine: engine)
                .show(preview.changes.changes, listing: max(0, list), hint: "--list")
            try RuleProblemsView(screen: screen).show(printed: preview.printed)
        }
        try RuleProblemsView(screen: screen).show(preview.problems)
        if !preview.problems.isEmpty { throw PartialResult() }
    }

    private static func differing(_ preview: PluginPreview) -> [ConclusionChange] {
        preview.changes.changes.filter { !$0.isOfReasonAlone }
    }

    static var report: Report<PluginPreview> {
        Report(
            "plugins preview",
            .value("name", "The plugin.") { $0.name },
            .value("changed", "How many transactions would change.") { differing($0).count },
            .list("changes", "One entry for each of those.", ClassifyView.changes) {
                differing($0)
            }, .values("printed", "Lines that the plugin printed.") { $0.printed.map(\.text) })
    }
}

struct PluginTestView {
    let screen: Screen

    /// - Returns: whether all tests passed without other problems.
    func show(_ reports: [PluginTestReport]) throws -> Bool {
        guard !reports.isEmpty else {
            try screen.print("No plugins yet. \"ghostvault plugins new NAME\" creates one.")
            return true
        }
        var allPassed = true
        for report in reports {
            let failed = report.outcomes.filter { !$0.failures.isEmpty }
            if !failed.isEmpty || !report.problems.isEmpty { allPassed = false }
            let count = Count.text(report.outcomes.count, "test")
            let verdict =
                !report.problems.isEmpty
                ? "can't be tested"
                : report.outcomes.isEmpty
                    ? "has no tests"
                    : failed.isEmpty ? "\(count), all passed" : "\(count), \(failed.count) failed"
            try screen.print(SafeText.neutralised("\(report.plugin): \(verdict)"))
            for problem in report.problems {
                try screen.warn("  " + SafeText.neutralised(FindingsView.line(problem)))
            }
            for outcome in failed {
                try screen.warn(
                    "  " + SafeText.neutralised("\(outcome.file):\(outcome.line): \(outcome.name)"))
                for failure in outcome.failures {
                    try screen.note("    " + SafeText.neutralised(failure))
                }
            }
        }
        return allPassed
    }
}
