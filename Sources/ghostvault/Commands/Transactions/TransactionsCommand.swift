import ArgumentParser

struct TransactionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions",
        abstract: "List transactions, or say what one is.",
        discussion: """
            Examples:
              ghostvault transactions --month 2025-03 --category dining
              ghostvault transactions list --help
              ghostvault transactions set 12 --category shopping --note "for Ann"
            """,
        subcommands: [
            TransactionsListCommand.self, TransactionsSetCommand.self,
            TransactionsHoldsCommand.self, TransactionsSettleCommand.self,
        ],
        defaultSubcommand: TransactionsListCommand.self)
}
