internal import GRDB
public import Model

extension Vault {
    /// Keeps what the person says about a series, in place of what they said
    /// before.
    ///
    /// - Parameters:
    ///   - series: as the last pass found it.
    ///   - decision: nil to leave the series to the pipeline again.
    ///   - summary: what the person did, in a few words for `history`.
    public func decide(
        about series: SeriesFacts, _ decision: SeriesDecision?, summary: String
    ) throws(VaultError) {
        try decide(about: series.decidedTransaction ?? series.newestTransaction, decision, summary)
    }

    /// Keeps what the person says about the series that a transaction is, or
    /// is to be, a part of.
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
