import Model

/// The transactions of which the person took a transfer apart, where only a
/// text could still say that they are one: a bank account's. What happens inside
/// an investment account, on a loan or on a card is told by the account.
struct TakenApartRows {
    private let rows: Set<Int>

    init(_ snapshot: Snapshot) {
        var rows: Set<Int> = []
        for (pair, decision) in snapshot.decisions.pairs where decision == .unlinked {
            for row in [pair.first, pair.second].compactMap(snapshot.row(of:)) {
                switch snapshot.account(of: snapshot.transactions[row]).type {
                case .checking, .savings, .other: rows.insert(row)
                case .credit, .investment, .brokerage, .loan, .mortgage: continue
                }
            }
        }
        self.rows = rows
    }

    func contains(_ row: Int) -> Bool { !rows.isEmpty && rows.contains(row) }
}
