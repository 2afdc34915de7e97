internal import GRDB
internal import Model

extension Vault {
    /// The names of those series that are what a loan or a card charges to
    /// itself: see `SeriesFacts.isOwnCharge`.
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
                accounts[row[0]] = (
                    (row[2] as String?).flatMap(AccountType.init) ?? .other, row[1]
                )
            }
            let own = try SeriesStore(database: database).all().filter { series in
                accounts[series.name].map { series.isOwnCharge(of: $0.type, decidedBy: $0.rule) }
                    ?? false
            }
            return Set(own.map(\.name))
        }
    }
}
