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
        var table = FolderTable()
        for file in check.files {
            table.add(file: file.path, file.rules, "rule", tests: file.tests)
        }
        table.add(modules: check.modules, maps: check.maps, leftOut: check.leftOut)
        try screen.print(table.table)
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
