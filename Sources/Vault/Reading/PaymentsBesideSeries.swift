internal import GRDB
public import Model

extension Vault {
    /// What was paid to the payees of series and belongs to none, by the name
    /// of the series. Only what may be one of its payments by its amount.
    ///
    /// - Parameter day: only payments since this day. Each one since is looked at:
    ///   some 0.7 µs.
    public func payments(
        beside series: [SeriesFacts], since day: CalendarDay
    ) throws(VaultError) -> [String: [PaymentBeside]] {
        guard !series.isEmpty else { return [:] }
        let named = Dictionary(uniqueKeysWithValues: series.map { ($0.name, $0) })
        return try read { database in
            var payments: [String: [PaymentBeside]] = [:]
            // The payees are looked for before anything is joined that has their texts:
            // of a large vault few transactions are with them.
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT series.name, transactions.id, transactions.day, transactions.amount,
                        verdicts.class = 'ignore' OR verdicts.is_excluded IS 1
                    FROM transactions
                    CROSS JOIN conclusions ON conclusions.transaction_id = transactions.id
                    CROSS JOIN verdicts ON verdicts.id = verdict_id
                    CROSS JOIN texts ON texts.id = transactions.payee_id
                    CROSS JOIN accounts ON accounts.id = transactions.account_id
                    CROSS JOIN currencies ON currencies.id = currency_id
                    CROSS JOIN series ON series.payee = coalesce(verdicts.payee, texts.value)
                        AND series.currency = currencies.code
                    WHERE transactions.is_pending = 0 AND transactions.day >= ?
                        AND transactions.voided_at IS NULL AND verdicts.series IS NULL
                        AND CASE WHEN verdicts.payee IS NULL THEN transactions.payee_id IN (
                                SELECT id FROM texts WHERE value IN (SELECT payee FROM series))
                            ELSE verdicts.payee IN (SELECT payee FROM series) END
                    """, arguments: [day.daysSinceEpoch])
            while let row = try rows.next() {
                let name: String = row[0]
                let amount: Int64 = row[3]
                guard named[name]?.mayHave(paymentOf: amount) == true else { continue }
                payments[name, default: []].append(
                    PaymentBeside(
                        SeriesPayment(
                            transaction: row[1], day: try row.day(2, row: row[1]),
                            amount: amount), isLeftOut: row[4]))
            }
            return payments
        }
    }
}
