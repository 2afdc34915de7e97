internal import GRDB
internal import Model

/// Moves what the person said about one transaction to another that is the
/// same purchase. Where both have a word on something, the other's own holds.
struct DecisionMove {
    private let database: Database
    private let corrections: [Int64: Correction]

    init(_ database: Database) throws {
        self.database = database
        corrections = try DecisionReader(database: database).corrections()
    }

    func move(from old: Int64, to new: Int64) throws {
        if let correction = corrections[old] {
            let store = CorrectionStore(database: database)
            let own = corrections[new] ?? Correction()
            try store.store(own.completed(by: correction), transaction: new)
            try store.store(Correction(), transaction: old)
            try HandlerValueStore(database: database).move(from: old, to: new, besides: own)
        }
        try movePairs(from: old, to: new)
        for (table, column) in [
            ("series_decisions", "decision"), ("series_reminders", "days_before"),
        ] {
            try database.execute(
                sql: """
                    INSERT INTO \(table) (transaction_id, \(column))
                    SELECT ?, \(column) FROM \(table) WHERE transaction_id = ?
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [new, old])
            try database.execute(
                sql: "DELETE FROM \(table) WHERE transaction_id = ?", arguments: [old])
        }
    }

    private func movePairs(from old: Int64, to new: Int64) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT first_id + second_id - ?, decision FROM pair_decisions
                WHERE first_id = ? OR second_id = ?
                """,
            arguments: [old, old, old])
        try database.execute(
            sql: "DELETE FROM pair_decisions WHERE first_id = ? OR second_id = ?",
            arguments: [old, old])
        for row in rows where row[0] != new {
            let other: Int64 = row[0]
            let decision: String = row[1]
            try database.execute(
                sql: """
                    INSERT INTO pair_decisions (first_id, second_id, decision) VALUES (?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [min(new, other), max(new, other), decision])
        }
    }
}

extension Correction {
    /// This one, with what it leaves open set as another one sets it.
    fileprivate func completed(by other: Correction) -> Correction {
        Correction(
            class: self.class ?? other.class, category: category ?? other.category,
            lens: lens ?? other.lens, payee: payee ?? other.payee, note: note ?? other.note,
            tags: tags + other.tags.filter { !tags.contains($0) },
            excluded: excluded ?? other.excluded,
            overruledRules: overruledRules.union(other.overruledRules))
    }
}
