import ArgumentParser

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List, make, check and try your rules.",
        discussion: """
            Rules are kept in the vault, where these commands make and change them, or written in \
            Lua files in its rules/ folder; docs/writing-rules.md shows both. "apply-rules" \
            applies them.
            """,
        subcommands: [
            RulesListCommand.self, RulesShowCommand.self, RulesAddCommand.self,
            RulesEditCommand.self, RulesRemoveCommand.self, RulesEnableCommand.self,
            RulesDisableCommand.self, RulesMoveCommand.self, RulesPreviewCommand.self,
            RulesSuggestCommand.self, RulesHealthCommand.self, RulesHitsCommand.self,
            RulesCheckCommand.self, RulesTestCommand.self, RulesTryCommand.self,
            RulesNewCommand.self,
        ])
}
