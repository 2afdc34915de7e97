import ArgumentParser
import Engine

struct RulesHealthCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Find rules that never match, come too late, contradict others or are slow.",
        discussion: """
            Looks at your own rules by the evidence of every transaction of the vault. Nothing is \
            stored.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let (health, leftOut) = try vault.engine().ruleHealth()
        let view = RuleHealthView(screen: screen)
        if output.json { try view.showJSON(health) } else { try view.show(health) }
        try RuleProblemsView(screen: screen).show(leftOut)
        if !leftOut.isEmpty { throw PartialResult(.rules) }
    }
}
