import ArgumentParser
import Classification
import Engine
import Terminal

struct RulesCheckCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Read every file of rules/, and tell all that is wrong.",
        discussion: """
            Finds mistakes, misspelt names with a guess at what was meant, and what is probably \
            not meant: a rule that is never asked, an account that no account fits. Functions are \
            tried on made-up transactions. Ends with 10 where a file has a mistake, with 3 where \
            a function fails.
            """)

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        let check = try vault.engine().checkRules()
        var table = Table(columns: [.init("file"), .init("holds")])
        for file in check.files {
            var holds = Count.text(file.rules, "rule")
            if file.tests > 0 { holds += ", \(Count.text(file.tests, "test"))" }
            table.add(.init(file.path), .init(holds))
        }
        for module in check.modules { table.add(.init(module), .init("a module")) }
        for map in check.maps {
            table.add(.init(map.path), .init("a map of \(Count.text(map.rows, "row"))"))
        }
        for file in check.leftOut {
            table.add(
                .init(file.file, .negative),
                .init(Count.text(file.problems.count, "mistake"), .negative))
        }
        try screen.print(table)
        for failure in check.failures {
            try screen.warn(
                SafeText.neutralised(
                    "\(RuleProblemsView.line(failure)) (on a plain transaction that was made up)"))
        }
        for note in check.notes {
            try screen.note("note: " + SafeText.neutralised(RuleProblemsView.line(note)))
        }
        try RuleProblemsView(screen: screen).show(check.leftOut)
        if !check.leftOut.isEmpty { throw PartialResult(.rules) }
        if !check.failures.isEmpty { throw PartialResult() }
    }
}
