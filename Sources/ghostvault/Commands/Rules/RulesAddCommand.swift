import ArgumentParser
import Classification
import Engine
import Rules

struct RulesAddCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a rule, store it in the vault, and classify anew.",
        discussion: """
            Among stored rules of its priority it is asked before those that are as specific as \
            itself or less. "rules preview" with the same options shows first what it would change.

            Examples:
              ghostvault rules add --description-contains "BLUE HERON" --category dining
              ghostvault rules add --name "Large purchases" --when '{ amount = less(-500) }' \
            --tag large
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var rule: RuleOptions

    func validate() throws {
        try rule.requireWholeRule()
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (rule, report) = try engine.addRule(rule.change.definition)
        let others = try rule.rule.map { try engine.storedRules(withConditionOf: $0) } ?? []
        for other in others where other.reference != rule.reference {
            try screen.print(
                "\(other.reference) is for the same transactions, and \(rule.reference) comes first "
                    + "where both say something: ghostvault rules remove \(other.reference)")
        }
        try RuleChangeView(screen: screen, engine: engine).show(rule, "added", report)
    }
}
