internal import GRDB
public import Model

extension Vault {
    /// The newest payments of some series, oldest first.
    ///
    /// - Parameters:
    ///   - names: ``SeriesFacts/name``.
    ///   - day: the first day. Each payment since costs about 0.5 µs.
    public func newestPayments(
        ofSeries names: Set<String>, since day: CalendarDay
    ) throws(VaultError) -> [String: [SeriesPayment]] {
        guard !names.isEmpty else { return [:] }
        return try read { database in
            try SeriesPaymentReader(database: database, names: names).payments(since: day)
        }
    }

    /// The first payment of a series.
    public func firstPayment(of series: SeriesFacts) throws(VaultError) -> Int64? {
        try read { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT min(transactions.id) FROM transactions
                    JOIN conclusions ON conclusions.transaction_id = transactions.id
                    JOIN verdicts ON verdicts.id = verdict_id
                    WHERE is_pending = 0 AND day = ? AND series = ? AND voided_at IS NULL
                    """,
                arguments: [series.firstDay.daysSinceEpoch, series.name])
        }
    }
}

private struct SeriesPaymentReader {
    let database: Database
    let names: Set<String>

    func payments(since day: CalendarDay) throws -> [String: [SeriesPayment]] {
        var payments: [String: [SeriesPayment]] = [:]
        let series = try seriesOfVerdicts()
        let rows = try RowIterator(
            database,
            sql: """
                SELECT verdict_id, day, amount, transactions.id FROM transactions
                JOIN conclusions ON transaction_id = transactions.id
                WHERE is_pending = 0 AND day >= ?
                """,
            arguments: [day.daysSinceEpoch])
        try rows.forEach { row in
            guard let name = series[row.integer(0)] else { return }
            payments[name, default: []].append(
                SeriesPayment(
                    transaction: row.integer(3),
                    day: CalendarDay(
                        daysSinceEpoch: try row.int32(
                            1, of: "transactions", row: row.integer(3))),
                    amount: row.integer(2)))
        }
        return payments.mapValues { all in
            all.sorted { ($0.day, $0.transaction) < ($1.day, $1.transaction) }
        }
    }

    /// By the verdict's row ID.
    private func seriesOfVerdicts() throws -> [Int64: String] {
        var found: [Int64: String] = [:]
        let rows = try RowIterator(
            database, sql: "SELECT id, series FROM verdicts WHERE series IS NOT NULL")
        try rows.forEach { row in
            let name = row.text(1)
            if names.contains(name) { found[row.integer(0)] = name }
        }
        return found
    }
}

extension Vault {
    /// Payments to the payees of series that belong to no series, by series name; and payments
    /// for which the bank named no payee, in the account and with the text of a series' newest
    /// payment. Only amounts that the series may have. A pending one counts
    /// like one that is left out: it was made, and belongs to the series once it is posted.
    ///
    /// - Parameter day: the first day. Each payment since costs about 1 µs.
    public func payments(
        beside series: [SeriesFacts], since day: CalendarDay
    ) throws(VaultError) -> [String: [PaymentBeside]] {
        guard !series.isEmpty else { return [:] }
        let named = Dictionary(
            series.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return try read { database in
            var payments: [String: [PaymentBeside]] = [:]
            // Verdicts lead, which many transactions share: few of them can be of a series' payee.
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    WITH newest AS MATERIALIZED (
                        SELECT series.name, account_id, description_id FROM series
                        JOIN transactions ON transactions.id = newest_id),
                    -- In tables of their own, which get an index.
                    wanted AS MATERIALIZED (SELECT name, payee, currency FROM series),
                    fit AS MATERIALIZED (
                        SELECT id FROM verdicts
                        WHERE payee IS NULL OR payee IN (SELECT payee FROM series))
                    SELECT wanted.name, transactions.id, transactions.day, transactions.amount,
                        verdicts.class = 'ignore' OR verdicts.is_excluded IS 1 OR is_pending = 1
                    FROM conclusions
                    CROSS JOIN transactions ON transactions.id = conclusions.transaction_id
                    CROSS JOIN verdicts ON verdicts.id = verdict_id
                    CROSS JOIN texts ON texts.id = transactions.payee_id
                    CROSS JOIN accounts ON accounts.id = transactions.account_id
                    CROSS JOIN currencies ON currencies.id = currency_id
                    CROSS JOIN wanted ON wanted.payee = coalesce(verdicts.payee, texts.value)
                        AND wanted.currency = currencies.code
                    WHERE verdict_id IN (SELECT id FROM fit) AND transactions.day >= ?
                        AND transactions.voided_at IS NULL
                        AND (verdicts.series IS NULL OR is_pending = 1)
                    UNION
                    SELECT newest.name, transactions.id, transactions.day, transactions.amount,
                        verdicts.class = 'ignore' OR verdicts.is_excluded IS 1
                            OR transactions.is_pending = 1
                    FROM transactions
                    CROSS JOIN newest ON newest.account_id = transactions.account_id
                        AND newest.description_id = transactions.description_id
                    CROSS JOIN conclusions ON conclusions.transaction_id = transactions.id
                    CROSS JOIN verdicts ON verdicts.id = verdict_id
                    WHERE transactions.is_pending IN (0, 1) AND transactions.day >= ?
                        AND transactions.voided_at IS NULL
                        AND transactions.payee_id IN (
                            transactions.description_id, (SELECT id FROM texts WHERE value = ''))
                        AND (verdicts.series IS NULL OR transactions.is_pending = 1)
                    """, arguments: [day.daysSinceEpoch, day.daysSinceEpoch])
            while let row = try rows.next() {
                let name: String = try row.value(0)
                let amount: Int64 = try row.value(3)
                guard named[name]?.mayHave(paymentOf: amount) == true else { continue }
                try payments[name, default: []].append(
                    PaymentBeside(
                        SeriesPayment(
                            transaction: row.value(1), day: try row.day(2, row: row.value(1)),
                            amount: amount), isLeftOut: row.value(4)))
            }
            return payments
        }
    }
}
