import Engine
import Model
import Terminal
import Vault

/// The transactions that a sync brought, as they are classified.
struct NewTransactionsView {
    let screen: Screen
    let engine: Engine

    private static let mostShown = 8

    /// Shows the newest, only on a terminal: transactions don't belong in a file or a service's
    /// log. Nothing after a first sync, which brings everything.
    ///
    /// - Parameter connections: those of the sync.
    func show(of connections: [Connection]) throws {
        guard screen.capabilities.isTerminal else { return }
        let started = try connections.compactMap {
            try engine.vault.lastSync(connection: $0.id)?.startedAt
        }
        guard let since = started.min() else { return }
        var query = TransactionQuery()
        query.receivedSince = since
        query.leavesOutHiddenAccounts = true
        let count = try engine.vault.transactionCount(query)
        guard count > 0, try count < engine.vault.transactionCount(TransactionQuery()) else {
            return
        }
        query.limit = Self.mostShown
        let last = try engine.lastStage()
        var table = Table(columns: [
            .init("", alignment: .trailing), .init("", rank: 1), .init("", isFlexible: true),
            .init("", alignment: .trailing), .init("", isFlexible: true, rank: 2),
        ])
        for record in try engine.vault.transactions(query) {
            let verdict = record.verdict
            let isOpen =
                verdict?.transactionClass.value == .expense && verdict?.category.reason.by == last
            table.add(
                .init("\(record.id)", .muted),
                .init(record.isPending ? "pending" : "\(record.day)"),
                .init(record.payee), .amount(record.amount, withCurrency: true),
                isOpen
                    ? .init("no category: ghostvault review", .warning)
                    : .init(record.kindWord ?? "", .muted))
        }
        try screen.print(table)
        if count > Self.mostShown {
            try screen.print(
                "and \(count - Self.mostShown) more: ghostvault transactions --new", .muted)
        }
    }
}
