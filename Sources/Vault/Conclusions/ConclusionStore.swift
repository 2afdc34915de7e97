internal import GRDB
public import Model

/// One transaction whose conclusion a pass changed.
public struct ConclusionChange: Sendable {
    public let transaction: Int64
    /// Nil where the transaction had none yet.
    public let before: Verdict?
    public let after: Verdict
}

/// What storing a pass changed.
public struct ConclusionChanges: Sendable {
    public let changes: [ConclusionChange]
    /// How many transactions the pass looked at.
    public let considered: Int
}

extension Vault {
    /// Compares a pass with what is stored, and writes what differs.
    ///
    /// - Parameter dryRun: compare only, write nothing.
    /// - Returns: every difference; a pass that concludes what is stored
    ///   already writes nothing.
    public func store(
        _ conclusions: Conclusions, dryRun: Bool
    ) throws(VaultError) -> ConclusionChanges {
        let changes = try read { database in
            try Self.differences(conclusions, database)
        }
        if !dryRun, !changes.isEmpty { try write(conclusions, replacing: changes) }
        return ConclusionChanges(
            changes: changes.map {
                ConclusionChange(
                    transaction: $0.entry.transaction, before: $0.before,
                    after: conclusions.verdict(of: $0.entry))
            },
            considered: conclusions.entries.count)
    }

    private struct Difference {
        let entry: Conclusions.Entry
        let before: Verdict?
    }

    private static func differences(
        _ conclusions: Conclusions, _ database: Database
    ) throws -> [Difference] {
        let stored = try VerdictStore(database)
        var differences: [Difference] = []
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT transaction_id, verdict_id, partner_id FROM conclusions
                ORDER BY transaction_id
                """)
        // Both sides come in the order of transactions, so one walk compares
        // them.
        var row = try rows.next()
        for entry in conclusions.entries {
            while let known = row, known[0] < entry.transaction { row = try rows.next() }
            guard let known = row, known[0] == entry.transaction else {
                differences.append(Difference(entry: entry, before: nil))
                continue
            }
            let before = stored.verdicts[known[1]]
            let partner: Int64? = known[2]
            if before != conclusions.verdict(of: entry) || partner != entry.partner {
                differences.append(Difference(entry: entry, before: before))
            }
        }
        return differences
    }

    private func write(
        _ conclusions: Conclusions, replacing differences: [Difference]
    ) throws(VaultError) {
        try write { database in
            var store = try VerdictStore(database)
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO conclusions (transaction_id, verdict_id, partner_id)
                    VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET
                        verdict_id = excluded.verdict_id, partner_id = excluded.partner_id
                    """)
            var ids = [Int64?](repeating: nil, count: conclusions.verdicts.count)
            for difference in differences {
                let entry = difference.entry
                let verdict =
                    try ids[Int(entry.verdict)]
                    ?? store.id(of: conclusions.verdict(of: entry))
                ids[Int(entry.verdict)] = verdict
                try statement.execute(arguments: [entry.transaction, verdict, entry.partner])
            }
            try store.deleteUnused()
        }
    }
}
