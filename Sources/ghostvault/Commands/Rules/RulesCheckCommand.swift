import ArgumentParser
import Engine

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
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let check = try vault.engine().checkRules()
        let view = RuleCheckView(screen: screen)
        if output.json { try view.showJSON(check) } else { try view.show(check) }
        if !check.leftOut.isEmpty { throw PartialResult(.rules) }
        if !check.failures.isEmpty { throw PartialResult() }
    }
}
