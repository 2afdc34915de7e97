import ArgumentParser
import Engine

struct RulesRemoveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a stored rule, and classify anew. \"undo\" brings it back.")

    @OptionGroup var vault: VaultOptions
    @Argument(help: RuleArgument.help)
    var rule: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let rule = try engine.rule(meantBy: rule)
        let report = try engine.removeRule(rule)
        try RuleChangeView(screen: screen, engine: engine).show(rule, "removed", report)
    }
}

enum RuleArgument {
    static let help: ArgumentHelp =
        "The rule: its name, or what \"rules list\" calls it; of a stored rule its number."
}
