internal import GRDB
internal import Model

extension Vault {
    /// The names of those series that are what a loan or a card charges to
    /// itself, such as interest, fees and escrow. Nobody has to pay them: they
    /// are paid with the payments of the loan or the card.
    ///
    /// Of a card everything else that is bought with it is no such charge.
    public func seriesOfOwnCharges() throws(VaultError) -> Set<String> {
        try read { database in
            try String.fetchSet(
                database,
                sql: """
                    SELECT series.name FROM series
                    JOIN transactions ON transactions.id = newest_id
                    LEFT JOIN account_decisions USING (account_id)
                    LEFT JOIN account_conclusions USING (account_id)
                    LEFT JOIN conclusions ON conclusions.transaction_id = newest_id
                    LEFT JOIN verdicts ON verdicts.id = verdict_id
                    LEFT JOIN reasons ON reasons.id = class_reason
                    WHERE usual_amount < 0
                        AND CASE coalesce(account_decisions.type, account_conclusions.type)
                            WHEN 'loan' THEN 1
                            WHEN 'mortgage' THEN 1
                            WHEN 'credit' THEN rule = :rule OR rule LIKE :rule || '/%'
                            ELSE 0 END
                    """,
                arguments: ["rule": Self.chargesOfCards])
        }
    }

    /// The rule of `config/movements.toml` that knows them.
    private static let chargesOfCards = "card-interest"
}
