import ArgumentParser
import Engine

struct RulesShowCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one rule: what it says and what it matches.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption
    @Argument(help: RuleArgument.help)
    var rule: String

    func run(on screen: Screen) throws {
        let rule = try vault.engine().rule(meantBy: rule, isCounting: true)
        let view = RuleView(screen: screen)
        if output.json { try view.showJSON(rule) } else { try view.show(rule) }
        if !rule.problems.isEmpty { throw PartialResult(.rules) }
    }
}
