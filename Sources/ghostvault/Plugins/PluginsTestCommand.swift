import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct PluginsNewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a plugin in the vault: a small one that works, to be changed.",
        discussion: """
            Example:
              ghostvault plugins new mine && ghostvault plugins test mine
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "Its name: small letters, digits, \"-\" and \"_\".")
    var name: String

    func run(on screen: Screen) throws {
        let files = try vault.engine().makePlugin(name)
        try screen.print("Made a plugin in \(vault.folder.pluginsPath)/\(name)")
        for file in files { try screen.print("  wrote  \(file)") }
        try screen.print("Change it, then: ghostvault plugins test \(name)")
        try screen.print("To let it run:   ghostvault plugins trust \(name)")
        try screen.print("                 ghostvault plugins enable \(name)")
    }
}

struct PluginsTestCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the tests that plugins come with.",
        discussion: """
            Runs tests.lua of the plugins, in the sandbox and on the transactions in it alone, \
            whether or not they are approved. Ends with 1 where a test fails.

            Examples:
              ghostvault plugins test
              ghostvault plugins test mine
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The plugins; all where none is named.")
    var names: [String] = []

    func run(on screen: Screen) throws {
        let reports = try vault.engine().testPlugins(names)
        let allPassed = try PluginTestView(screen: screen).show(reports)
        if !allPassed { throw PartialResult(.failed) }
    }
}

struct PluginTestView {
    let screen: Screen

    /// - Returns: whether all tests passed without other problems.
    func show(_ reports: [PluginTestReport]) throws -> Bool {
        guard !reports.isEmpty else {
            try screen.print("No plugins yet. \"ghostvault plugins new NAME\" makes one.")
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
