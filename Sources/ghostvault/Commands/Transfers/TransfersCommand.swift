import ArgumentParser

struct TransfersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfers",
        abstract: "List transfers between your accounts, or say what is one.",
        subcommands: [
            TransfersListCommand.self, TransfersMarkCommand.self, TransfersUnlinkCommand.self,
        ],
        defaultSubcommand: TransfersListCommand.self)
}
