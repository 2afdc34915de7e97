import ArgumentParser
import Classification
import Engine

struct RulesPreviewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show what a rule changes in the vault, and store nothing.",
        discussion: """
            With the options of "rules add": what such a rule would change. With a rule: what holds \
            without it, and with it.

            Examples:
              ghostvault rules preview --payee NETFLIX --lens want
              ghostvault rules preview stored-12
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var options: RuleOptions

    @Argument(help: RuleArgument.help)
    var rule: String?

    @Option(help: "How many changes to list.")
    var list = 20

    func validate() throws {
        guard rule == nil || options.change.isEmpty else {
            throw ValidationError("Give a rule, or the options of one, not both.")
        }
        if rule == nil { try options.requireWholeRule() }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let preview =
            if let rule {
                try engine.previewRule(engine.rule(meantBy: rule))
            } else {
                try engine.previewRule(options.change.definition)
            }
        let view = RulePreviewView(screen: screen, engine: engine)
        if output.json {
            try view.showJSON(preview)
        } else {
            try view.show(preview, listing: max(0, list))
        }
        if !preview.leftOut.isEmpty { throw PartialResult(.rules) }
        if !preview.problems.isEmpty { throw PartialResult() }
    }
}
