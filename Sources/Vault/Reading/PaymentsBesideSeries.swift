internal import GRDB
public import Model

extension Vault {
    /// What was paid to the payees of series and is left out of figures, oldest
    /// first, by the name of the series.
    ///
    /// It belongs to no series, but a payment that is among it did come.
    ///
    /// - Parameter day: only payments since this day.
    public func leftOutPayments(
        ofSeries names: Set<String>, since day: CalendarDay
    ) throws(VaultError) -> [String: [SeriesPayment]] {
        guard !names.isEmpty else { return [:] }
        return try read { database in
            var payments: [String: [SeriesPayment]] = [:]
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT series.name, transactions.id, transactions.day, transactions.amount
                    FROM transactions
                    JOIN conclusions ON conclusions.transaction_id = transactions.id
                    JOIN verdicts ON verdicts.id = verdict_id
                    JOIN texts ON texts.id = transactions.payee_id
                    JOIN accounts ON accounts.id = transactions.account_id
                    JOIN currencies ON currencies.id = currency_id
                    JOIN series ON series.payee = coalesce(verdicts.payee, texts.value)
                        AND series.currency = currencies.code
                    WHERE transactions.is_pending = 0 AND transactions.day >= ?
                        AND verdicts.series IS NULL
                        AND (verdicts.class = 'ignore' OR verdicts.is_excluded = 1)
                    ORDER BY transactions.day, transactions.id
                    """, arguments: [day.daysSinceEpoch])
            while let row = try rows.next() {
                let name: String = row[0]
                guard names.contains(name) else { continue }
                payments[name, default: []].append(
                    SeriesPayment(
                        transaction: row[1], day: CalendarDay(daysSinceEpoch: row[2]),
                        amount: row[3]))
            }
            return payments
        }
    }
}
