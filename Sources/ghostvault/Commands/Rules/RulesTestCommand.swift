import ArgumentParser
import Classification
import Engine
import Terminal

struct RulesTestCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the tests that are written in rules.",
        discussion: """
            Each rule is asked alone about the transactions in its "tests". Ends with 1 where a \
            test fails, with 10 where a file has a mistake.
            """)

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        let (outcomes, leftOut) = try vault.engine().testRules()
        let failed = outcomes.filter { !$0.hasPassed }
        for outcome in failed {
            var place = outcome.file
            if let line = outcome.line { place += ":\(line)" }
            if let column = outcome.column { place += ":\(column)" }
            try screen.warn(
                SafeText.neutralised("\(place): \(outcome.rule), \(outcome.sample)"))
            try screen.note(SafeText.neutralised("    expected \(outcome.expected)"))
            try screen.note(SafeText.neutralised("    got      \(outcome.got)"))
        }
        if outcomes.isEmpty {
            try screen.print("No rule has tests. Write tests = { match = { … } } into one.")
        } else if failed.isEmpty {
            try screen.print("\(Count.text(outcomes.count, "test")), all passed")
        } else {
            try screen.print("\(Count.text(outcomes.count, "test")), \(failed.count) failed")
        }
        try RuleProblemsView(screen: screen).show(leftOut)
        if !leftOut.isEmpty { throw PartialResult(.rules) }
        if !failed.isEmpty { throw PartialResult(.failed) }
    }
}
