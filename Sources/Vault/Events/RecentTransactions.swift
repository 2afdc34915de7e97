internal import Foundation
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
                    throw VaultError.damagedRow(
                        table: "verdicts", id: nil, reason: "unknown class")
                }
                let split =
                    row.integer(9) == 0
                    ? []
                    : try parts.parts(of: id).filter { $0.class == nil || $0.class == .expense }
                        .map(\.category)
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
            return try Dictionary(
                rows.map { try ($0.value(0), $0.value(1)) }, uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// The first posted transaction of some payees, by payee: of those that were received first
    /// the one of the earliest day. Ignored and excluded ones don't count.
    ///
    /// - Complexity: linear in the number of conclusions, about 0.1 µs each.
    public func firstTransactions(
        of payees: Set<String>
    ) throws(VaultError) -> [String: Int64] {
        guard !payees.isEmpty else { return [:] }
        return try read { database in
            let wanted = try String(
                decoding: JSONEncoder().encode(payees.sorted()), as: UTF8.self)
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT payee, transaction_id, row_number() OVER (
                            PARTITION BY payee ORDER BY first_received_at, day, transaction_id)
                        AS place
                    FROM conclusions
                    CROSS JOIN transactions ON transactions.id = transaction_id
                    CROSS JOIN verdicts ON verdicts.id = verdict_id
                    WHERE verdict_id IN (
                            SELECT id FROM verdicts
                            WHERE payee IN (SELECT value FROM json_each(?))
                                AND class <> 'ignore' AND is_excluded IS NOT 1)
                        AND is_pending = 0
                    """,
                arguments: [wanted]
            ).filter { try $0.value("place") == 1 }
            return try Dictionary(
                rows.map { try ($0.value(0), $0.value(1)) }, uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// The days of posted transactions with the account, amount and payee of another one, and
    /// without it.
    ///
    /// - Parameter day: the first day.
    public func days(
        ofTransactionsLike other: RecentTransaction, since day: CalendarDay
    ) throws(VaultError) -> [CalendarDay] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT day, transactions.id FROM transactions
                    CROSS JOIN conclusions ON transaction_id = transactions.id
                    CROSS JOIN verdicts ON verdicts.id = verdict_id
                    WHERE is_pending = 0 AND day >= ? AND account_id = ? AND amount = ?
                        AND payee IS ? AND transactions.id <> ?
                    ORDER BY day
                    """,
                arguments: [
                    day.daysSinceEpoch, other.account, other.amount, other.payee, other.id,
                ])
            return try rows.map { try $0.day(0, row: $0.value(1)) }
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
