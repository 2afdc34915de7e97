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
        let ids = try engine.vault.transactions(receivedSince: since)
        guard !ids.isEmpty,
            try ids.count < engine.vault.transactionCount(TransactionQuery())
        else { return }
        let shown = ids.prefix(Self.mostShown)
        let records = try engine.vault.transactions(numbered: Set(shown))
        let last = try engine.lastStage()
        var table = Table(columns: [
            .init("", alignment: .trailing), .init("", rank: 1), .init("", isFlexible: true),
            .init("", alignment: .trailing), .init("", isFlexible: true, rank: 2),
        ])
        for record in shown.compactMap({ records[$0] }) {
            let verdict = record.verdict
            let isOpen =
                verdict?.transactionClass.value == .expense && verdict?.category.reason.by == last
            table.add(
                .init("\(record.id)", .muted),
                .init(record.isPending ? "pending" : "\(record.day)"),
                .init(record.payee), .amount(record.amount, withCurrency: true),
                isOpen
                    ? .init("no category: ghostvault review", .warning)
                    : .init(record.categoryWord ?? "", .muted))
        }
        try screen.print(table)
        if ids.count > shown.count {
            try screen.print(
                "and \(ids.count - shown.count) more: ghostvault transactions", .muted)
        }
    }
}
