internal import GRDB
public import Model

/// One transaction as it moves the balance of its account.
public struct AccountFlow: Hashable, Sendable {
    /// The row ID.
    public let transaction: Int64
    public let account: Int64
    public let day: CalendarDay
    public let minorUnits: Int64
    public let isPending: Bool
    /// The row ID of a transfer's other side, if it is known.
    public let partner: Int64?

    public init(
        transaction: Int64, account: Int64, day: CalendarDay, minorUnits: Int64,
        isPending: Bool = false, partner: Int64? = nil
    ) {
        self.transaction = transaction
        self.account = account
        self.day = day
        self.minorUnits = minorUnits
        self.isPending = isPending
        self.partner = partner
    }
}

extension Vault {
    /// The transactions of some days, oldest first, pending ones included. Each costs about
    /// 0.5 µs.
    public func accountFlows(
        _ days: ClosedRange<CalendarDay>
    ) throws(VaultError) -> [AccountFlow] {
        try read { database in
            var flows: [AccountFlow] = []
            let rows = try RowIterator(
                database,
                sql: """
                    SELECT transactions.id, day, account_id, amount, is_pending, partner_id
                    FROM transactions
                    LEFT JOIN conclusions ON transaction_id = transactions.id
                    WHERE is_pending IN (0, 1) AND day >= ? AND day <= ? AND voided_at IS NULL
                    """,
                arguments: [days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch])
            try rows.forEach { row in
                let number = row.integer(0)
                flows.append(
                    AccountFlow(
                        transaction: number, account: row.integer(2),
                        day: CalendarDay(
                            daysSinceEpoch: try row.int32(1, of: "transactions", row: number)),
                        minorUnits: row.integer(3), isPending: row.integer(4) != 0,
                        partner: row.optionalInteger(5)))
            }
            return flows.sorted { ($0.day, $0.transaction) < ($1.day, $1.transaction) }
        }
    }
}
