import Model

/// The posted rows of a snapshot by their amounts without sign, where money of
/// that amount came in anywhere: most amounts are only ever paid.
struct RowsByAmount {
    /// The rows of each amount and currency, in their order.
    let rows: [[Int]]

    /// - Parameter isOpen: whether a row is looked at.
    init(_ snapshot: Snapshot, isOpen: (Int) -> Bool) {
        var received = Set<UInt64>()
        for transaction in snapshot.transactions where transaction.amount > 0 {
            received.insert(transaction.amount.magnitude)
        }
        let currencies = snapshot.accounts.map { account in
            Int32(snapshot.accounts.firstIndex { $0.currency == account.currency } ?? 0)
        }
        var rows: [Amount: [Int]] = [:]
        for (row, transaction) in snapshot.transactions.enumerated()
        where received.contains(transaction.amount.magnitude) && !transaction.isPending
            && isOpen(row)
        {
            let amount = Amount(
                size: transaction.amount.magnitude,
                currency: currencies[Int(transaction.account)])
            rows[amount, default: []].append(row)
        }
        self.rows = Array(rows.values)
    }

    private struct Amount: Hashable {
        let size: UInt64
        /// The position of the first account that has it.
        let currency: Int32
    }
}
