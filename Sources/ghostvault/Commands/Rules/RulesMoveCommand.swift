import ArgumentParser
import Engine

struct RulesMoveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Have a stored rule asked before or after another one, and classify anew.",
        discussion: "Of two rules that set the same, the one that is asked first holds.")

    @OptionGroup var vault: VaultOptions
    @Argument(help: RuleArgument.help)
    var rule: String

    @Option(help: ArgumentHelp("The stored rule that it is asked before.", valueName: "rule"))
    var before: String?

    @Option(help: ArgumentHelp("The stored rule that it is asked after.", valueName: "rule"))
    var after: String?

    func validate() throws {
        guard (before == nil) != (after == nil) else {
            throw ValidationError("Give --before or --after, with another stored rule.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let moved = try engine.rule(meantBy: rule)
        let other = try engine.rule(meantBy: before ?? after ?? "")
        let (rule, report) = try engine.moveRule(moved, before: other, behindIt: after != nil)
        try RuleChangeView(screen: screen, engine: engine).show(
            rule, "moved \(after == nil ? "before" : "behind") \(other.reference)", report)
    }
}
