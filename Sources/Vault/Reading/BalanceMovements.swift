internal import GRDB
public import Model

/// A transaction, as far as a bank's balance may contain it.
public struct BalanceMovement: Sendable {
    /// The day it was posted; nil for a pending one.
    public let posted: CalendarDay?
    /// The day of the purchase, or on which it was first received, if that is earlier.
    public let known: CalendarDay
    /// The day on which a pending one was gone; nil if it is not.
    public let gone: CalendarDay?
    /// Minor units.
    public let amount: Int64
    /// Whether the person excluded it, or its bank no longer lists it.
    public let isDoubted: Bool
}

extension Vault {
    /// The movements of an account since a day, pending ones included.
    ///
    /// - Complexity: linear in the vault's transactions since that day.
    public func balanceMovements(
        of account: Int64, since day: CalendarDay
    ) throws(VaultError) -> [BalanceMovement] {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT day, is_pending, amount, coalesce(transacted_at, first_received_at),
                        first_received_at, voided_at, coalesce(is_excluded, 0) OR transactions.id
                            IN (SELECT transaction_id FROM missing_transactions)
                    FROM transactions
                    LEFT JOIN conclusions ON conclusions.transaction_id = transactions.id
                    LEFT JOIN verdicts ON verdicts.id = verdict_id
                    WHERE is_pending IN (0, 1) AND day >= ? AND account_id = ?
                        -- What is void without having been pending is a double of another.
                        AND (is_pending = 0 OR (posted_at IS NULL AND import_id IS NULL))
                    """,
                arguments: [day.daysSinceEpoch, account])
            var movements: [BalanceMovement] = []
            while let row = try rows.next() {
                let day = try row.day(0)
                let isPending: Bool = try row.value(1)
                let instants: [Int64] = try [row.value(3), row.value(4)]
                let gone: Int64? = try row.value(5)
                try movements.append(
                    BalanceMovement(
                        posted: isPending ? nil : day,
                        known: instants.map { CalendarDay(secondsSinceEpoch: $0) }.reduce(day, min),
                        gone: gone.map { CalendarDay(secondsSinceEpoch: $0) },
                        amount: row.value(2), isDoubted: row.value(6)))
            }
            return movements
        }
    }

    /// The days on which connections had news of each account since a day, oldest first: those of
    /// transactions and of balances.
    public func newsDays(since day: CalendarDay) throws(VaultError) -> [Int64: [CalendarDay]] {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT account_id, day FROM transactions
                    WHERE is_pending IN (0, 1) AND day >= :day AND import_id IS NULL
                    UNION SELECT account_id, day FROM daily_balances WHERE day >= :day
                    ORDER BY account_id, day
                    """,
                arguments: ["day": day.daysSinceEpoch])
            var days: [Int64: [CalendarDay]] = [:]
            while let row = try rows.next() {
                try days[row.value(0), default: []].append(row.day(1))
            }
            return days
        }
    }
}
