import ArgumentParser

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Check, test and try your rules, and begin a new file.",
        discussion: """
            Rules are Lua files in the vault's rules/ folder; docs/writing-rules.md shows how to \
            write them. "apply-rules" applies them.
            """,
        subcommands: [
            RulesCheckCommand.self, RulesTestCommand.self, RulesTryCommand.self,
            RulesHitsCommand.self, RulesNewCommand.self,
        ])
}
