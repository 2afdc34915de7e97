import ArgumentParser
import Automation
import Classification
import Engine
import Terminal

struct AutomationTestCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the tests that are written beside handlers.",
        discussion: """
            Each test's event is told to the handlers of its file, and what they ask for is \
            compared and not done. Ends with 1 where a test fails, with 10 where a file has a \
            mistake.
            """)

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        let automations = try vault.engine().automations()
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
