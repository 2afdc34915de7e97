import ArgumentParser

struct AutomationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "automation",
        abstract: "List, make, check and try what is done when something happens.",
        discussion: """
            Handlers of events are written in Lua files in the vault's automation/ folder; \
            docs/automation.md shows how. "watch" tells them what happens.
            """,
        subcommands: [
            AutomationListCommand.self, AutomationCheckCommand.self, AutomationTestCommand.self,
            AutomationTryCommand.self, AutomationNewCommand.self, AutomationKeyCommand.self,
            AutomationLogCommand.self, AutomationFailingCommand.self, AutomationRetryCommand.self,
            AutomationDismissCommand.self,
        ],
        defaultSubcommand: AutomationListCommand.self)
}
