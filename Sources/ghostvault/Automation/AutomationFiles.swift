import ArgumentParser
import Automation
import Classification
import Engine
import Model
import Terminal

struct AutomationNewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a handler file.",
        discussion: """
            The file has an example handler with tests.

            Examples:
              ghostvault automation new alerts
              ghostvault automation new automation/bills.lua
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The file's name. Files are read in the order of their names.")
    var name: String

    func run(on screen: Screen) throws {
        let path = try vault.engine().newAutomationFile(named: name)
        try screen.print("wrote  \(SafeText.neutralised(path))")
        try screen.print()
        try screen.print("Edit it, then test it:")
        try screen.print("  ghostvault automation check")
        try screen.print("  ghostvault automation test")
    }
}

struct AutomationCheckCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check handler files for mistakes.",
        discussion: """
            Reports mistakes, misspelt names with a suggestion, and accounts that the vault \
            doesn't have. Each handler gets a sample event; no action is carried out. Exit code \
            10 if a file has a mistake, 3 if a handler fails.
            """)

    @OptionGroup var vault: PlainVaultOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let check = try engine.checkAutomations()
        if check.files.isEmpty, check.leftOut.isEmpty {
            try screen.printNoHandlers(of: engine)
        } else {
            var table = FolderTable()
            for file in check.files {
                table.add(file: file.name, file.handlers, "handler", tests: file.tests)
            }
            table.add(modules: check.modules, maps: check.maps, leftOut: check.leftOut)
            try screen.print(table.table)
        }
        let findings = FindingsView(screen: screen)
        try findings.show(failures: check.failures) { _ in "ran on a sample event" }
        try findings.show(notes: check.notes)
        try findings.show(heldBack: check.leftOut.filter { $0.standIn != nil })
        try findings.show(leftOut: check.leftOut.filter { $0.standIn == nil }, .checkAutomation)
        if !check.leftOut.isEmpty { throw PartialResult(.rules) }
        if !check.failures.isEmpty { throw PartialResult() }
    }
}

struct AutomationTestCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the handlers' tests.",
        discussion: """
            Each test sends an event to the handlers of its file and compares the actions that \
            they request. No action is carried out. Exit code 1 if a test fails, 10 if a file has \
            a mistake.
            """)

    @OptionGroup var vault: PlainVaultOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let automations = try engine.automations()
        let outcomes = automations.runTests()
        let failed = outcomes.filter { !$0.failures.isEmpty }
        for outcome in outcomes {
            try RuleProblemsView(screen: screen).show(printed: outcome.printed)
            guard !outcome.failures.isEmpty else { continue }
            try FindingsView(screen: screen).show(
                failedTest: outcome.name, FindingsView.place(outcome.file, outcome.line),
                outcome.failures)
        }
        if outcomes.isEmpty {
            try screen.print("No file has tests. Write test { … } beside a handler.")
        } else if failed.isEmpty {
            try screen.print("\(Count.text(outcomes.count, "test")), all passed")
        } else {
            try screen.print("\(Count.text(outcomes.count, "test")), \(failed.count) failed")
        }
        try FindingsView(screen: screen).show(leftOut: automations.leftOut, .checkAutomation)
        if !automations.leftOut.isEmpty { throw PartialResult(.rules) }
        if !failed.isEmpty { throw PartialResult(.failed) }
    }
}
