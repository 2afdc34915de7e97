import ArgumentParser
import Engine
import Model

struct RulesSuggestCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Suggest rules from what you corrected, and for payees without a category.",
        discussion: """
            Nothing is made unless you take a suggestion with --add. What you said otherwise of \
            single transactions stays as it is.

            Examples:
              ghostvault rules suggest
              ghostvault rules suggest --add 1
              ghostvault rules suggest --add 2 --category dining
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Option(help: ArgumentHelp("Make a rule of the suggestion of this number.", valueName: "n"))
    var add: Int?

    @Option(help: ArgumentHelp("The category that the rule sets.", valueName: "id"))
    var category: String?

    func validate() throws {
        guard category == nil || add != nil else {
            throw ValidationError("--category goes with --add.")
        }
        guard !output.json || add == nil else {
            throw ValidationError("--json goes without --add.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        if let add {
            let (rule, report) = try engine.addSuggestion(add, category: category)
            try RuleChangeView(screen: screen, engine: engine).show(rule, "added", report)
            return
        }
        let suggestions = try engine.ruleSuggestions()
        let view = RuleSuggestionView(screen: screen)
        if output.json { try view.showJSON(suggestions) } else { try view.show(suggestions) }
    }
}
