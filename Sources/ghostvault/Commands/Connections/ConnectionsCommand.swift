import ArgumentParser

struct ConnectionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connections",
        abstract: "List connections to bridges, rename them, renew them or take them away.",
        subcommands: [
            ConnectionsListCommand.self, ConnectionsRenameCommand.self,
            ConnectionsReconnectCommand.self, ConnectionsSecureCommand.self,
            ConnectionsRemoveCommand.self,
        ],
        defaultSubcommand: ConnectionsListCommand.self)
}
