internal import GRDB
public import Model

/// A compact classified transaction, for scanning many of them.
public struct RecentTransaction: Hashable, Sendable {
    public let id: Int64
    /// The row ID of the account.
    public let account: Int64
    public let day: CalendarDay
    /// Minor units; positive is money that came in.
    public let amount: Int64
    public let isPending: Bool
    public let transactionClass: TransactionClass
    /// The category's id.
    public let category: String
    /// The ids of its parts' categories.
    public let partCategories: [String]
    /// As concluded.
    public let payee: String?
    public let series: String?
}

extension Vault {
    /// The classified transactions since a day in order of arrival, including pending
    /// ones.
    ///
    /// - Complexity: linear in the number of those transactions.
    public func recentTransactions(
        since day: CalendarDay
    ) throws(VaultError) -> [RecentTransaction] {
        try read { database in
            let parts = SplitPartStore(database: database)
            let rows = try RowIterator(
                database,
                sql: """
                    SELECT transactions.id, account_id, day, amount, is_pending, class, category,
                        payee, series, splits IS NOT NULL
                    FROM transactions
                    JOIN conclusions ON conclusions.transaction_id = transactions.id
                    JOIN verdicts ON verdicts.id = verdict_id
                    WHERE is_pending IN (0, 1) AND day >= ? AND voided_at IS NULL
                    """,
                arguments: [day.daysSinceEpoch])
            var found: [RecentTransaction] = []
            try rows.forEach { row in
                let id = row.integer(0)
                guard let transactionClass = TransactionClass(rawValue: row.text(5)) else {
                    throw VaultError.database(reason: "a verdict has an unknown class")
                }
                let split = row.integer(9) == 0 ? [] : try parts.parts(of: id).map(\.category)
                found.append(
                    RecentTransaction(
                        id: id, account: row.integer(1),
                        day: CalendarDay(
                            daysSinceEpoch: try row.int32(2, of: "transactions", row: id)),
                        amount: row.integer(3), isPending: row.integer(4) != 0,
                        transactionClass: transactionClass, category: row.text(6),
                        partCategories: split,
                        payee: row.isNull(7) ? nil : row.text(7),
                        series: row.isNull(8) ? nil : row.text(8)))
            }
            return found.sorted { $0.id < $1.id }
        }
    }

    /// The accounts of transactions in a range of row IDs that are before a day, by row
    /// ID.
    public func accountsOfTransactions(
        numbered numbers: ClosedRange<Int64>, before day: CalendarDay
    ) throws(VaultError) -> [Int64: Int64] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT id, account_id FROM transactions
                    WHERE id BETWEEN ? AND ? AND +day < ? AND voided_at IS NULL
                    """,
                arguments: [numbers.lowerBound, numbers.upperBound, day.daysSinceEpoch])
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    /// The payment histories of some payees: the newest posted payments, by row ID.
    /// Payees without a history are missing.
    public func paymentHistories(
        of payees: Set<String>
    ) throws(VaultError) -> [String: PaymentHistory] {
        try read { database in
            let histories = try PaymentHistoryStore(database: database).histories(of: payees)
            return Dictionary(uniqueKeysWithValues: histories.map { ($0.payee, $0) })
        }
    }

    /// The account of a transaction; nil if there is no such transaction.
    public func account(ofTransaction id: Int64) throws(VaultError) -> Int64? {
        try read { database in
            try Int64.fetchOne(
                database, sql: "SELECT account_id FROM transactions WHERE id = ?", arguments: [id])
        }
    }
}
