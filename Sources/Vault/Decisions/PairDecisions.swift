internal import GRDB
public import Model

extension Vault {
    /// What the person said about pairs of transactions.
    public func pairDecisions() throws(VaultError) -> [TransactionPair: PairDecision] {
        try read { database in try DecisionReader(database: database).decisions().pairs }
    }

    /// Stores the person's word on two transactions. Where they are linked now,
    /// pairs with others in which either was linked before are no longer.
    ///
    /// - Parameters:
    ///   - corrections: what else is set with it, as ``correct(_:addingRules:finishing:summary:)``
    ///     takes it.
    ///   - summary: what the person did, in a few words for `history`.
    public func decide(
        _ decision: PairDecision, _ pair: TransactionPair,
        correcting corrections: [Int64: Correction] = [:], summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            for (transaction, correction) in corrections {
                try CorrectionStore(database: database).store(correction, transaction: transaction)
            }
            if decision == .linked {
                try database.execute(
                    sql: """
                        DELETE FROM pair_decisions WHERE decision = 'linked'
                            AND (first_id IN (?, ?) OR second_id IN (?, ?))
                            AND NOT (first_id = ? AND second_id = ?)
                        """,
                    arguments: [
                        pair.first, pair.second, pair.first, pair.second, pair.first, pair.second,
                    ])
            }
            try database.execute(
                sql: """
                    INSERT INTO pair_decisions (first_id, second_id, decision) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET decision = excluded.decision
                    """,
                arguments: [pair.first, pair.second, decision.rawValue])
        }
    }
}
