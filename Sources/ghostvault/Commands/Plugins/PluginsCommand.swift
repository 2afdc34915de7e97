import ArgumentParser

struct PluginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins",
        abstract: "List, switch, set, approve, make and test plugins.",
        discussion: """
            A plugin is a classifier of its own, a folder in the vault's Plugins/ or one that comes \
            with the program. All are off until you switch them on. One in the vault runs only with \
            files that you approved; after any change it asks again.

            Examples:
              ghostvault plugins
              ghostvault plugins enable refunds && ghostvault apply-rules
              ghostvault plugins new mine
            """,
        subcommands: [
            PluginsListCommand.self, PluginsShowCommand.self, PluginsEnableCommand.self,
            PluginsDisableCommand.self, PluginsSetCommand.self, PluginsTrustCommand.self,
            PluginsNewCommand.self, PluginsTestCommand.self,
        ],
        defaultSubcommand: PluginsListCommand.self)
}
