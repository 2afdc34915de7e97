internal import GRDB
public import Model

/// What an account held at the end of a day, as its bank said it.
public struct HoldingDay: Sendable {
    /// A position; figures are nil if the bank didn't send them.
    public struct Holding: Hashable, Sendable {
        /// May be empty, as may the name.
        public let symbol: String
        public let name: String
        public let currency: Currency
        public let shares: LongDecimal?
        public let value: Money?
        /// The cost of all shares.
        public let cost: Money?
    }

    public let account: Int64
    public let day: CalendarDay
    /// In the bank's order; none if everything was sold.
    public fileprivate(set) var holdings: [Holding]
}

extension Vault {
    /// The newest known holdings of each account until a day.
    public func newestHoldings(through day: CalendarDay) throws(VaultError) -> [HoldingDay] {
        try holdings(
            """
            (account_id, day) IN (SELECT account_id, max(day) FROM holding_days
                WHERE day <= ? GROUP BY account_id)
            """, [day.daysSinceEpoch])
    }

    /// The known holdings of an account on some days, oldest first.
    public func holdings(
        of account: Int64, on days: ClosedRange<CalendarDay>
    ) throws(VaultError) -> [HoldingDay] {
        try holdings(
            "account_id = \(account) AND day BETWEEN ? AND ?",
            [days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch])
    }

    private func holdings(
        _ condition: String, _ days: StatementArguments
    ) throws(VaultError) -> [HoldingDay] {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT account_id, day, position, symbol, name, code, exponent, shares, value,
                        cost
                    FROM holding_days
                    LEFT JOIN holdings ON holding_day_id = holding_days.id
                    LEFT JOIN currencies ON currencies.id = currency_id
                    WHERE \(condition) ORDER BY day, account_id, position
                    """,
                arguments: days)
            var found: [HoldingDay] = []
            while let row = try rows.next() {
                let account: Int64 = try row.value(0)
                let day = try row.day(1, of: "holding_days")
                if found.last?.account != account || found.last?.day != day {
                    found.append(HoldingDay(account: account, day: day, holdings: []))
                }
                guard try row.value(2) as Int64? != nil else { continue }
                found[found.count - 1].holdings.append(try HoldingDay.Holding(row))
            }
            return found
        }
    }
}

extension HoldingDay.Holding {
    fileprivate init(_ row: Row) throws {
        let currency = try Currency(code: row.value(5), exponent: row.value(6))
        let shares: String? = try row.value(7)
        let (value, cost): (Int64?, Int64?) = try (row.value(8), row.value(9))
        try self.init(
            symbol: row.value(3), name: row.value(4), currency: currency,
            shares: shares.flatMap { LongDecimal($0) },
            value: value.map { Money(minorUnits: $0, currency: currency) },
            cost: cost.map { Money(minorUnits: $0, currency: currency) })
    }
}

extension AccountStore {
    /// Stores what an account holds, in place of what was known of that day.
    func store(_ holdings: [ReceivedHolding], account: Int64, day: Int32) throws {
        let isHolder = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM holding_days WHERE account_id = ?)",
            arguments: [account])
        // Most accounts never hold anything.
        guard !holdings.isEmpty || isHolder == true else { return }
        try forgetHoldings(account: account, days: Int64(day)...Int64(day))
        try database.execute(
            sql: "INSERT INTO holding_days (account_id, day) VALUES (?, ?)",
            arguments: [account, day])
        let id = database.lastInsertedRowID
        for (position, holding) in holdings.enumerated() {
            try database.execute(
                sql: """
                    INSERT INTO holdings VALUES (?, ?, CAST(? AS TEXT), CAST(? AS TEXT), ?, ?, ?, ?,
                        CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT))
                    """,
                arguments: [
                    id, position, TextBytes(holding.symbol), TextBytes(holding.name),
                    try currencyID(of: holding.currency), holding.shares?.text, holding.value,
                    holding.cost, TextBytes(holding.sentValue), TextBytes(holding.sentCost),
                    TextBytes(holding.sentPrice),
                ])
        }
    }

    /// Removes what is known of some days.
    func forgetHoldings(account: Int64, days: ClosedRange<Int64>) throws {
        let meant = "account_id = ? AND day BETWEEN ? AND ?"
        let arguments: StatementArguments = [account, days.lowerBound, days.upperBound]
        try database.execute(
            sql: """
                DELETE FROM holdings
                WHERE holding_day_id IN (SELECT id FROM holding_days WHERE \(meant))
                """,
            arguments: arguments)
        try database.execute(
            sql: "DELETE FROM holding_days WHERE \(meant)", arguments: arguments)
    }
}
