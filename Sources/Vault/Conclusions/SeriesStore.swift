internal import GRDB
public import Model

/// A series' newest payment.
public struct NewestPayment: Hashable, Sendable {
    /// That of the account.
    public let visibility: AccountVisibility
    /// Whether it is a need, a want or saving; nil for what is none of these.
    public let lens: Lens?
    /// The first day without complete data in the account; nil for accounts from files.
    public let unreadFrom: CalendarDay?
    /// The newest day in the files of the account; nil for accounts of banks.
    public let lastDayOfFiles: CalendarDay?

    public init(
        visibility: AccountVisibility = .counted, lens: Lens? = nil,
        unreadFrom: CalendarDay? = nil, lastDayOfFiles: CalendarDay? = nil
    ) {
        self.visibility = visibility
        self.lens = lens
        self.unreadFrom = unreadFrom
        self.lastDayOfFiles = lastDayOfFiles
    }
}

extension Vault {
    /// The recurring series that the last pass found, by name, including dismissed and
    /// cancelled ones.
    public func series() throws(VaultError) -> [SeriesFacts] {
        try read { database in try SeriesStore(database: database).all() }
    }

    /// The newest payment of each series, by name.
    public func newestPaymentsOfSeries() throws(VaultError) -> [String: NewestPayment] {
        let daysOfFiles = try newestDaysOfFiles()
        return try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT series.name, visibility,
                        -- What the person set on one payment is no other's.
                        iif(lens_reason IN (SELECT id FROM reasons WHERE kind = :correction),
                            coalesce((
                                SELECT others.lens FROM verdicts AS others
                                JOIN conclusions AS theirs ON theirs.verdict_id = others.id
                                JOIN transactions AS rows ON rows.id = theirs.transaction_id
                                WHERE others.series = series.name AND rows.voided_at IS NULL
                                    AND coalesce(others.lens_reason, 0) NOT IN (
                                        SELECT id FROM reasons WHERE kind = :correction)
                                ORDER BY rows.day DESC, rows.id DESC LIMIT 1), verdicts.lens),
                            verdicts.lens),
                        covered_to,
                        iif(connections.kind = 'file', accounts.id, NULL)
                    FROM series
                    JOIN transactions ON transactions.id = newest_id
                    JOIN accounts ON accounts.id = account_id
                    JOIN connections ON connections.id = connection_id
                    LEFT JOIN account_decisions USING (account_id)
                    LEFT JOIN conclusions ON conclusions.transaction_id = newest_id
                    LEFT JOIN verdicts ON verdicts.id = verdict_id
                    """, arguments: ["correction": Reason.Kind.correction.rawValue])
            return try Dictionary(
                rows.map { row in
                    let visibility = try (row.value(1) as String?).map { text in
                        guard let visibility = AccountVisibility(rawValue: text) else {
                            throw VaultError.damagedRow(
                                table: "account_decisions", id: nil,
                                reason: "unknown visibility")
                        }
                        return visibility
                    }
                    return try (
                        row.value(0),
                        NewestPayment(
                            visibility: visibility ?? .counted,
                            lens: (row.value(2) as String?).flatMap(Lens.init),
                            unreadFrom: (row.value(3) as Int32?).map(
                                CalendarDay.init(daysSinceEpoch:)),
                            lastDayOfFiles: (row.value(4) as Int64?).flatMap { daysOfFiles[$0] })
                    )
                }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// The payments of every series, oldest first, by series name.
    ///
    /// - Parameter day: the first day; nil for all.
    public func seriesPayments(
        since day: CalendarDay? = nil
    ) throws(VaultError) -> [String: [SeriesPayment]] {
        try read { database in
            var payments: [String: [SeriesPayment]] = [:]
            // Of a part the days lead, of all the verdicts, which few transactions share.
            let rows =
                try day.map {
                    try Row.fetchCursor(
                        database,
                        sql: """
                            SELECT series, transactions.id, day, amount FROM transactions
                            CROSS JOIN conclusions ON transaction_id = transactions.id
                            CROSS JOIN verdicts ON verdicts.id = verdict_id
                            WHERE is_pending = 0 AND day >= ? AND series IS NOT NULL
                                AND voided_at IS NULL
                            ORDER BY day, transactions.id
                            """,
                        arguments: [$0.daysSinceEpoch])
                }
                ?? Row.fetchCursor(
                    database,
                    sql: """
                        SELECT series, transactions.id, day, amount FROM verdicts
                        JOIN conclusions ON verdict_id = verdicts.id
                        JOIN transactions ON transactions.id = transaction_id
                        WHERE series IS NOT NULL AND voided_at IS NULL AND NOT is_pending
                        ORDER BY series, day, transactions.id
                        """)
            while let row = try rows.next() {
                try payments[row.value(0), default: []].append(
                    SeriesPayment(
                        transaction: row.value(1), day: try row.day(2, row: row.value(1)),
                        amount: row.value(3)))
            }
            return payments
        }
    }

    /// The names of series that a loan or a card charges itself; see
    /// `SeriesFacts.isOwnCharge`.
    public func seriesOfOwnCharges() throws(VaultError) -> Set<String> {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT series.name, rule,
                        coalesce(account_decisions.type, account_conclusions.type)
                    FROM series
                    JOIN transactions ON transactions.id = newest_id
                    LEFT JOIN account_decisions USING (account_id)
                    LEFT JOIN account_conclusions USING (account_id)
                    LEFT JOIN conclusions ON conclusions.transaction_id = newest_id
                    LEFT JOIN verdicts ON verdicts.id = verdict_id
                    LEFT JOIN reasons ON reasons.id = class_reason
                    """)
            var accounts: [String: (type: AccountType, rule: String?)] = [:]
            while let row = try rows.next() {
                try accounts[row.value(0)] = (
                    (row.value(2) as String?).flatMap(AccountType.init) ?? .other, row.value(1)
                )
            }
            let own = try SeriesStore(database: database).all().filter { series in
                accounts[series.name].map { series.isOwnCharge(of: $0.type, decidedBy: $0.rule) }
                    ?? false
            }
            return Set(own.map(\.name))
        }
    }

    /// Stores the person's decision on a series, replacing an earlier one.
    ///
    /// - Parameters:
    ///   - series: as the last pass found it.
    ///   - decision: nil returns the series to the pipeline.
    ///   - summary: a short description for `history`.
    public func decide(
        about series: SeriesFacts, _ decision: SeriesDecision?, summary: String
    ) throws(VaultError) {
        try decide(about: series.decidedTransaction ?? series.newestTransaction, decision, summary)
    }

    /// Stores the person's decision on the series that a transaction belongs to, or
    /// will belong to.
    public func decide(
        aboutSeriesOf transaction: Int64, _ decision: SeriesDecision?, summary: String
    ) throws(VaultError) {
        try decide(about: transaction, decision, summary)
    }

    private func decide(
        about transaction: Int64, _ decision: SeriesDecision?, _ summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            guard let decision else {
                try database.execute(
                    sql: "DELETE FROM series_decisions WHERE transaction_id = ?",
                    arguments: [transaction])
                return
            }
            try database.execute(
                sql: """
                    INSERT INTO series_decisions (transaction_id, decision) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET decision = excluded.decision
                    WHERE decision <> excluded.decision
                    """,
                arguments: [transaction, decision.rawValue])
        }
    }
}

/// The table of recurring series.
struct SeriesStore {
    let database: Database

    /// All series, by name.
    func all() throws -> [SeriesFacts] {
        var series: [SeriesFacts] = []
        try RowIterator(
            database,
            sql: """
                SELECT name, payee, currency, exponent, frequency, rhythm, usual_amount, is_fixed,
                    confidence, transaction_count, first_day, last_day, newest_id, class,
                    category, is_linked_by_rule, decision, decided_id
                FROM series ORDER BY name
                """
        ).forEach { series.append(try SeriesFacts($0)) }
        return series
    }

    /// The difference between the stored series and new ones.
    func changes(to series: [SeriesFacts]) throws -> SeriesChanges {
        var known: [String: SeriesFacts] = [:]
        for series in try all() { known[series.name] = series }
        let names = Set(series.map(\.name))
        return SeriesChanges(
            gone: known.keys.filter { !names.contains($0) }.sorted(),
            changed: series.filter { known[$0.name] != $0 })
    }

    func write(_ changes: SeriesChanges) throws {
        for name in changes.gone {
            try database.execute(sql: "DELETE FROM series WHERE name = ?", arguments: [name])
        }
        let insert = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO series
                    (name, payee, currency, exponent, frequency, rhythm, usual_amount, is_fixed,
                     confidence, transaction_count, first_day, last_day, newest_id, class,
                     category, is_linked_by_rule, decision, decided_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for series in changes.changed {
            try insert.execute(
                arguments: [
                    series.name, series.payee, series.currency.code, series.currency.exponent,
                    series.frequency.rawValue, series.rhythm.canonicalText, series.usualAmount,
                    series.isFixed, series.confidence, series.transactionCount,
                    series.firstDay.daysSinceEpoch, series.lastDay.daysSinceEpoch,
                    series.newestTransaction, series.transactionClass.rawValue, series.category,
                    series.isLinkedByRule, series.decision?.rawValue, series.decidedTransaction,
                ])
        }
    }
}

struct SeriesChanges {
    /// The names of series to delete.
    let gone: [String]
    /// New and changed series.
    let changed: [SeriesFacts]

    var isEmpty: Bool { gone.isEmpty && changed.isEmpty }
}

extension SeriesFacts {
    fileprivate init(_ row: CursorRow) throws {
        let decision = row.optionalText(16)
        guard let frequency = Frequency(rawValue: row.text(4)),
            let rhythm = Rhythm(canonicalText: row.text(5)),
            let transactionClass = TransactionClass(rawValue: row.text(13)),
            decision == nil || decision.flatMap(SeriesDecision.init) != nil
        else {
            throw VaultError.damagedRow(
                table: "series", id: row.integer(12),
                reason: "it holds a word that no version writes")
        }
        self.init(
            name: row.text(0), payee: row.text(1),
            currency: Currency(
                code: row.text(2), exponent: Int(truncatingIfNeeded: row.integer(3))),
            frequency: frequency, rhythm: rhythm, usualAmount: row.integer(6),
            isFixed: row.integer(7) != 0,
            confidence: Int(truncatingIfNeeded: row.integer(8)),
            transactionCount: Int(truncatingIfNeeded: row.integer(9)),
            firstDay: CalendarDay(
                daysSinceEpoch: try row.int32(10, of: "series", row: row.integer(12))),
            lastDay: CalendarDay(
                daysSinceEpoch: try row.int32(11, of: "series", row: row.integer(12))),
            newestTransaction: row.integer(12), transactionClass: transactionClass,
            category: row.text(14), isLinkedByRule: row.integer(15) != 0,
            decision: decision.flatMap(SeriesDecision.init),
            decidedTransaction: row.optionalInteger(17))
    }
}
