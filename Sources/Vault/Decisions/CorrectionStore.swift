internal import GRDB
public import Model

extension Vault {
    /// What the person set for transactions; those for which nothing was set
    /// are left out.
    public func corrections(of transactions: [Int64]) throws(VaultError) -> [Int64: Correction] {
        try read { database in
            let all = try DecisionReader(database: database).corrections()
            let wanted = Set(transactions)
            return all.filter { wanted.contains($0.key) }
        }
    }

    /// Sets corrections by the number of their transaction, each in place of
    /// what was set before; one that sets nothing takes the earlier one away.
    ///
    /// - Parameters:
    ///   - rules: the definitions of stored rules that the corrections become
    ///     too. They are put before all others: they are the person's last
    ///     word on what they match.
    ///   - actions: the numbers of handlers' actions in the outbox that are done
    ///     with it.
    ///   - summary: what the person did, in a few words for `history`.
    public func correct(
        _ corrections: [Int64: Correction], addingRules rules: [String] = [],
        finishing actions: [Int64] = [], summary: String
    ) throws(VaultError) {
        let instant = clock()
        try decide(summary, isAutomatic: !actions.isEmpty) { database in
            try Self.finish(actions, database)
            for (transaction, correction) in corrections {
                try CorrectionStore(database: database).store(correction, transaction: transaction)
            }
            for rule in rules {
                try database.execute(
                    sql: """
                        INSERT INTO stored_rules (position, definition, created_at, origin)
                        SELECT coalesce(min(position) - 1, 0), ?, ?, 'correction'
                        FROM stored_rules
                        """,
                    arguments: [rule, instant])
            }
        }
    }
}

struct CorrectionStore {
    let database: Database

    func store(_ correction: Correction, transaction: Int64) throws {
        try database.execute(
            sql: "DELETE FROM overruled_rules WHERE transaction_id = ?", arguments: [transaction])
        guard !correction.isEmpty else {
            try database.execute(
                sql: "DELETE FROM transaction_corrections WHERE transaction_id = ?",
                arguments: [transaction])
            return
        }
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO transaction_corrections
                    (transaction_id, class, category, lens, payee, note, tags, is_excluded)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                transaction, correction.class?.rawValue, correction.category,
                correction.lens?.rawValue, correction.payee, correction.note,
                correction.tags.isEmpty ? nil : correction.tags.joined(separator: "\n"),
                correction.excluded,
            ])
        let overruled = correction.overruledRules.sorted {
            ($0.reference, $0.fingerprint ?? "") < ($1.reference, $1.fingerprint ?? "")
        }
        for rule in overruled {
            // Under one name one fingerprint is enough: the name tells the rule.
            try database.execute(
                sql: """
                    INSERT INTO overruled_rules (transaction_id, rule, fingerprint)
                    VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint
                    """,
                arguments: [transaction, rule.reference, rule.fingerprint])
        }
    }
}
