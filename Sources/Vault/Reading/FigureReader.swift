internal import GRDB
public import Model

/// The sum of one day's posted transactions in one class and category. Split
/// transactions count by their parts.
public struct DailyFigure: Sendable {
    public let day: CalendarDay
    public let transactionClass: TransactionClass
    public let category: String
    public let total: Money
    /// The part whose category is a guess.
    public let guessed: Money
}

/// The sum of one account's posted transactions on one day.
public struct DailyFlow: Sendable {
    public let account: Int64
    public let day: CalendarDay
    public let minorUnits: Int128
}

/// The bank's balance of an account at the end of a day.
public struct DailyBalance: Sendable {
    public let account: Int64
    public let day: CalendarDay
    public let minorUnits: Int128
}

/// The days that figures count; those of some accounts end earlier.
public struct CountedDays: Hashable, Sendable {
    public let days: Range<CalendarDay>
    /// The first day that no longer counts, by account, if its days end earlier.
    public let ends: [Int64: CalendarDay]

    public init(_ days: Range<CalendarDay>, ends: [Int64: CalendarDay] = [:]) {
        self.days = days
        self.ends = ends
    }

    public func contains(_ day: CalendarDay, of account: Int64) -> Bool {
        days.contains(day) && ends[account].map { day < $0 } ?? true
    }

    /// The condition that excludes what the accounts' earlier ends do; empty without any.
    var sql: String {
        guard !ends.isEmpty else { return "" }
        let cases = ends.sorted { $0.key < $1.key }
            .map { "WHEN \($0.key) THEN \($0.value.daysSinceEpoch)" }
        return "AND day < CASE account_id \(cases.joined(separator: " ")) ELSE :end END"
    }
}

extension Vault {
    /// Sums by day, currency, class and category. Excludes pending, excluded and
    /// unclassified transactions, and accounts that don't count in totals.
    ///
    /// - Parameter lens: the only lens to include, where no lens means a want; nil for
    ///   all.
    public func dailyFigures(
        _ days: Range<CalendarDay>, lens: Lens? = nil
    ) throws(VaultError) -> [DailyFigure] {
        try dailyFigures(CountedDays(days), lens: lens)
    }

    /// The same sums of days that may end earlier for some accounts.
    public func dailyFigures(
        _ counted: CountedDays, lens: Lens? = nil
    ) throws(VaultError) -> [DailyFigure] {
        // A part with a category of its own has no guess.
        let guessed = """
            iif(split_parts.category IS NULL
                AND category_reason IN (SELECT id FROM reasons WHERE kind = :guess),
                \(PartColumns.amount), 0)
            """
        return try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT day, currencies.code, exponent,
                        \(PartColumns.class) AS counted_class,
                        \(PartColumns.category) AS counted_category,
                        \(WideSum.sql(PartColumns.amount)),
                        \(WideSum.sql(guessed))
                    FROM transactions
                    JOIN conclusions ON conclusions.transaction_id = transactions.id
                    JOIN verdicts ON verdicts.id = verdict_id
                    JOIN accounts ON accounts.id = account_id
                    JOIN currencies ON currencies.id = currency_id
                    \(PartColumns.join)
                    WHERE day >= :first AND day < :end AND is_pending = 0 \(counted.sql)
                        AND NOT \(PartColumns.isExcluded)
                        AND \(Vault.isCounted)
                        AND (:lens IS NULL OR :lens = coalesce(\(PartColumns.lens), 'want'))
                    GROUP BY day, currencies.id, counted_class, counted_category
                    ORDER BY day, currencies.id, counted_class, counted_category
                    """,
                arguments: [
                    "first": counted.days.lowerBound.daysSinceEpoch,
                    "end": counted.days.upperBound.daysSinceEpoch, "lens": lens?.rawValue,
                    "guess": Reason.Kind.guess.rawValue,
                ])
            var figures: [DailyFigure] = []
            while let row = try rows.next() {
                guard let transactionClass = try TransactionClass(rawValue: row.value(3)) else {
                    throw VaultError.damagedRow(
                        table: "verdicts", id: nil, reason: "unknown class")
                }
                let currency = try Currency(code: row.value(1), exponent: row.value(2))
                try figures.append(
                    DailyFigure(
                        day: try row.day(0),
                        transactionClass: transactionClass, category: row.value(4),
                        total: Money(sum: WideSum.value(row, at: 5), currency: currency),
                        guessed: Money(sum: WideSum.value(row, at: 7), currency: currency)))
            }
            return figures
        }
    }

    /// The condition that a transaction's account counts in totals.
    static let isCounted =
        "account_id NOT IN (SELECT account_id FROM account_decisions WHERE visibility IS NOT NULL)"

    /// The row IDs of hidden accounts.
    static let hiddenAccounts =
        "(SELECT account_id FROM account_decisions WHERE visibility = 'hidden')"

    /// The daily flows of each account after a day, oldest first.
    ///
    /// Within an investment account a purchase moves money from cash to holdings, and
    /// both are part of its balance. Such movements, which have no other side, are
    /// excluded. Contributions, withdrawals and money lent count, even if the other account is
    /// unknown or open. The text tells them apart, whoever decided the class.
    ///
    /// - Parameter accounts: the vault's accounts, for their types.
    public func dailyFlows(
        of accounts: [AccountRecord], after day: CalendarDay
    ) throws(VaultError) -> [DailyFlow] {
        let investments = accounts.filter { $0.type.netWorthGroup == .investments }
            .map { String($0.id) }.joined(separator: ", ")
        return try read { database in
            // Grouped in index order, which saves a sort.
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT account_id, day, \(WideSum.sql("amount")) FROM transactions
                    WHERE day > :day AND is_pending = 0 AND account_id NOT IN (\(investments))
                    GROUP BY day, account_id
                    UNION ALL
                    SELECT account_id, day, \(WideSum.sql("amount")) FROM transactions
                    LEFT JOIN conclusions ON conclusions.transaction_id = transactions.id
                    LEFT JOIN verdicts ON verdicts.id = verdict_id
                    WHERE day > :day AND is_pending = 0 AND account_id IN (\(investments))
                        AND NOT (partner_id IS NULL AND coalesce(class, '') = 'transfer'
                            AND loan IS NULL AND is_contribution = 0 AND transactions.id NOT IN (
                                SELECT transaction_id FROM transfer_candidates))
                    GROUP BY day, account_id
                    ORDER BY day, account_id
                    """,
                arguments: ["day": day.daysSinceEpoch])
            var flows: [DailyFlow] = []
            while let row = try rows.next() {
                try flows.append(
                    DailyFlow(
                        account: row.value(0), day: try row.day(1),
                        minorUnits: WideSum.value(row, at: 2)))
            }
            return flows
        }
    }

    /// The day of the oldest posted transaction, or nil if there is none.
    public func oldestDay() throws(VaultError) -> CalendarDay? {
        try read { database in
            try Row.fetchOne(
                database, sql: "SELECT min(day) FROM transactions WHERE is_pending = 0"
            )?.optionalDay(0)
        }
    }

    /// The day of the oldest posted transaction of some accounts, or nil if there is none.
    public func oldestDay(of accounts: [Int64]) throws(VaultError) -> CalendarDay? {
        let list = accounts.map(String.init).joined(separator: ", ")
        return try read { database in
            // The plus keeps SQLite on the index of days, whose first row is mostly the answer.
            try Row.fetchOne(
                database,
                sql: """
                    SELECT min(day) FROM transactions
                    WHERE is_pending = 0 AND +account_id IN (\(list))
                    """
            )?.optionalDay(0)
        }
    }

    /// The day of the newest posted transaction, or nil if there is none.
    public func newestDay() throws(VaultError) -> CalendarDay? {
        try read { database in
            try Row.fetchOne(
                database, sql: "SELECT max(day) FROM transactions WHERE is_pending = 0"
            )?.optionalDay(0)
        }
    }

    /// The day of the newest posted transaction of each account that files filled, by account.
    public func newestDaysOfFiles() throws(VaultError) -> [Int64: CalendarDay] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT account_id, max(day) FROM transactions
                    JOIN accounts ON accounts.id = account_id
                    JOIN connections ON connections.id = connection_id AND kind = 'file'
                    WHERE is_pending = 0 AND voided_at IS NULL GROUP BY account_id
                    """)
            var days: [Int64: CalendarDay] = [:]
            for row in rows { days[try row.value(0)] = try row.optionalDay(1) }
            return days
        }
    }

    /// The first day with any data, for one account or all: a posted transaction or a
    /// balance. Nil if there is none.
    public func firstKnownDay(of account: Int64? = nil) throws(VaultError) -> CalendarDay? {
        // An always-true condition would keep SQLite from using an index.
        let isMeant = account.map { " AND account_id = \($0)" } ?? ""
        return try read { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT min(day) FROM (
                        SELECT min(day) AS day FROM transactions
                        WHERE is_pending = 0\(isMeant)
                        UNION ALL
                        SELECT min(day) FROM daily_balances WHERE true\(isMeant))
                    """
            )?.optionalDay(0)
        }
    }

    /// Every balance from a bank, oldest first.
    public func dailyBalances() throws(VaultError) -> [DailyBalance] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT daily_balances.account_id, day, balance,
                        coalesce(reverses_balance, 0)
                    FROM daily_balances LEFT JOIN account_signs USING (account_id)
                    ORDER BY day, daily_balances.account_id
                    """
            ).map {
                try DailyBalance(
                    account: $0.value(0), day: try $0.day(1, of: "daily_balances"),
                    minorUnits: ReversedSigns(balance: $0.value(3)).counted(balance: $0.value(2)))
            }
        }
    }
}

/// Exact sums of any size, as SQLite's own fail beyond 64 bits.
enum WideSum {
    /// Two columns for ``value(_:at:)``: the sums of the upper and lower 32 bits. Exact
    /// for up to 2^31 rows.
    static func sql(_ amount: String) -> String {
        "sum(\(upperHalf(amount))), sum(\(lowerHalf(amount)))"
    }

    static func upperHalf(_ amount: String) -> String { "(\(amount)) >> 32" }
    static func lowerHalf(_ amount: String) -> String { "(\(amount)) & 4294967295" }

    /// The sum whose first column is at an index; 0 for no rows.
    static func value(_ row: Row, at index: Int) throws(VaultError) -> Int128 {
        let (upper, lower): (Int64?, Int64?) = try (row.value(index), row.value(index + 1))
        return Int128(upper ?? 0) << 32 + Int128(lower ?? 0)
    }
}

/// The sum of one day's posted transactions with one lens. Split transactions count by
/// their parts.
public struct LensFigure: Sendable {
    public let day: CalendarDay
    /// Nil for expenses without a lens.
    public let lens: Lens?
    /// The loan account that is paid, if it is known.
    public let loan: Int64?
    /// Negative for money that went out.
    public let total: Money
}

extension Vault {
    /// Sums by day, currency and lens: expenses, and transfers with a lens. Excludes
    /// pending, excluded and unclassified transactions.
    ///
    /// If both sides of a transfer have a lens, the paying one counts. A loan's charges
    /// count when the loan is paid, not again when they are charged. If a loan's
    /// payments count nowhere, its charges count instead. If a single loan shows no
    /// payments, payments that name one of the person's loans count as its own.
    public func lensFigures(_ days: Range<CalendarDay>) throws(VaultError) -> [LensFigure] {
        try read { database in
            let loans = try Self.accounts(database).filter {
                $0.type.isLoan && $0.visibility.isCounted
            }
            .map { String($0.id) }.joined(separator: ", ")
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    WITH loans_with_payments AS (
                        SELECT DISTINCT arrivals.account_id FROM transactions AS arrivals
                        JOIN conclusions AS others ON others.transaction_id = arrivals.id
                        JOIN transactions ON transactions.id = others.partner_id
                        JOIN conclusions ON conclusions.transaction_id = transactions.id
                        JOIN verdicts ON verdicts.id = conclusions.verdict_id
                        WHERE arrivals.account_id IN (\(loans))
                            AND verdicts.class = 'transfer' AND verdicts.lens IS NOT NULL
                            AND transactions.amount < 0 AND transactions.is_pending = 0
                            AND coalesce(verdicts.is_excluded, 0) = 0
                            AND transactions.\(Vault.isCounted)),
                    other_loans AS (
                        SELECT id AS account_id FROM accounts WHERE id IN (\(loans))
                            AND id NOT IN (SELECT account_id FROM loans_with_payments)),
                    paid_loans AS (
                        SELECT account_id FROM loans_with_payments
                        UNION ALL
                        SELECT account_id FROM other_loans
                        WHERE (SELECT count(*) FROM other_loans) = 1 AND EXISTS (
                            SELECT 1 FROM reasons
                            JOIN verdicts ON class_reason = reasons.id
                            JOIN conclusions ON verdict_id = verdicts.id
                            JOIN transactions ON transactions.id = transaction_id
                            WHERE reasons.kind = :payment AND lens IS NOT NULL
                                AND partner_id IS NULL AND amount < 0 AND is_pending = 0
                                AND coalesce(is_excluded, 0) = 0
                                AND transactions.\(Vault.isCounted)))
                    SELECT day, currencies.code, exponent,
                        \(PartColumns.class) AS counted_class,
                        \(PartColumns.lens) AS counted_lens,
                        CASE WHEN \(PartColumns.class) <> 'transfer' OR transactions.amount > 0 THEN NULL
                            WHEN conclusions.partner_id IS NOT NULL THEN
                                (SELECT arrivals.account_id FROM transactions AS arrivals
                                WHERE arrivals.id = conclusions.partner_id
                                    AND arrivals.account_id IN (\(loans)))
                            WHEN (SELECT kind FROM reasons WHERE id = verdicts.class_reason)
                                = :payment AND (SELECT count(*) FROM other_loans) = 1
                                THEN (SELECT account_id FROM other_loans)
                        END AS paid_loan,
                        \(WideSum.sql(PartColumns.amount))
                    FROM transactions
                    JOIN conclusions ON conclusions.transaction_id = transactions.id
                    JOIN verdicts ON verdicts.id = conclusions.verdict_id
                    JOIN accounts ON accounts.id = account_id
                    JOIN currencies ON currencies.id = currency_id
                    \(PartColumns.join)
                    LEFT JOIN conclusions AS others
                        ON others.transaction_id = conclusions.partner_id
                    LEFT JOIN verdicts AS other_verdicts ON other_verdicts.id = others.verdict_id
                    WHERE day >= :first AND day < :end AND is_pending = 0
                        AND NOT \(PartColumns.isExcluded)
                        AND \(Vault.isCounted)
                        AND ((counted_class = 'expense'
                                AND account_id NOT IN (SELECT account_id FROM paid_loans))
                            OR (counted_class = 'transfer' AND counted_lens IS NOT NULL
                                AND (transactions.amount < 0 OR other_verdicts.lens IS NULL)))
                    GROUP BY day, currencies.id, counted_lens, paid_loan
                    ORDER BY day, currencies.id, counted_lens, paid_loan
                    """,
                arguments: [
                    "first": days.lowerBound.daysSinceEpoch, "end": days.upperBound.daysSinceEpoch,
                    "payment": Reason.Kind.loanPayment.rawValue,
                ])
            var figures: [LensFigure] = []
            while let row = try rows.next() {
                let lens: String? = try row.value(4)
                guard lens == nil || lens.flatMap(Lens.init) != nil else {
                    throw VaultError.damagedRow(
                        table: "verdicts", id: nil, reason: "unknown lens")
                }
                try figures.append(
                    LensFigure(
                        day: try row.day(0),
                        lens: lens.flatMap(Lens.init), loan: row.value(5),
                        total: Money(
                            sum: WideSum.value(row, at: 6),
                            currency: Currency(code: row.value(1), exponent: row.value(2)))))
            }
            return figures
        }
    }
}
