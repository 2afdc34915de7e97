import ArgumentParser
import Engine

struct RulesEnableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Switch a rule on, and classify anew.")

    @OptionGroup var vault: VaultOptions
    @Argument(help: RuleArgument.help)
    var rule: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (rule, report) = try engine.enableRule(engine.rule(meantBy: rule), true)
        try RuleChangeView(screen: screen, engine: engine).show(rule, "switched on", report)
    }
}

struct RulesDisableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Switch a rule off, also one that comes with the program; classify anew.",
        discussion: """
            Examples:
              ghostvault rules disable stored-12
              ghostvault rules disable groceries/MARKET
            """)

    @OptionGroup var vault: VaultOptions
    @Argument(help: RuleArgument.help)
    var rule: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (rule, report) = try engine.enableRule(engine.rule(meantBy: rule), false)
        try RuleChangeView(screen: screen, engine: engine).show(rule, "switched off", report)
    }
}
