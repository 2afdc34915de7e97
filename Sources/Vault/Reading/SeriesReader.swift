internal import GRDB
public import Model

extension Vault {
    /// The series of recurring payments that the last pass found, by name;
    /// those that the person dismissed or cancelled too.
    public func series() throws(VaultError) -> [SeriesFacts] {
        try read { database in try SeriesStore(database: database).all() }
    }

    /// The visibility of the account of each series' newest payment, by the names of
    /// series; missing for accounts that count.
    public func seriesVisibility() throws(VaultError) -> [String: AccountVisibility] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT series.name, visibility FROM series
                    JOIN transactions ON transactions.id = newest_id
                    JOIN account_decisions USING (account_id)
                    WHERE visibility IS NOT NULL
                    """)
            return Dictionary(
                uniqueKeysWithValues: try rows.map { row in
                    let name: String = row[0]
                    guard let visibility = AccountVisibility(rawValue: row[1]) else {
                        throw VaultError.database(reason: "an account has an unknown visibility")
                    }
                    return (name, visibility)
                })
        }
    }

    /// The days and amounts of every series' transactions, oldest first: what
    /// events are told from.
    public func seriesPayments() throws(VaultError) -> [String: [SeriesPayment]] {
        try read { database in
            var payments: [String: [SeriesPayment]] = [:]
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT series, transactions.id, day, amount FROM verdicts
                    JOIN conclusions ON verdict_id = verdicts.id
                    JOIN transactions ON transactions.id = transaction_id
                    WHERE series IS NOT NULL AND voided_at IS NULL AND NOT is_pending
                    ORDER BY series, day, transactions.id
                    """)
            while let row = try rows.next() {
                payments[row[0], default: []].append(
                    SeriesPayment(
                        transaction: row[1], day: try row.day(2, row: row[1]),
                        amount: row[3]))
            }
            return payments
        }
    }
}
