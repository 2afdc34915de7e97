internal import GRDB
public import Model

extension Vault {
    /// Compares a pass with what is stored, and writes what differs.
    ///
    /// - Parameter dryRun: compare only, write nothing.
    /// - Returns: every difference; a pass that concludes what is stored
    ///   already writes nothing.
    public func store(
        _ conclusions: Conclusions, dryRun: Bool
    ) throws(VaultError) -> ConclusionChanges {
        let (differences, verdicts) = try read { database in
            try Self.differences(conclusions, database)
        }
        if !dryRun, !differences.isEmpty { try write(conclusions, replacing: differences) }
        return ConclusionChanges(
            changes: differences.map { difference in
                ConclusionChange(
                    transaction: difference.entry.transaction, before: difference.before,
                    after: difference.entry.verdict, in: verdicts)
            },
            considered: conclusions.entries.count)
    }

    private struct Difference {
        let entry: Conclusions.Entry
        /// The position of the stored verdict among all of both sides.
        let before: Int32?
        /// Whether parts are stored or are to be.
        let isSplit: Bool
    }

    /// Returns what differs, and the verdicts of the pass followed by the
    /// stored ones.
    private static func differences(
        _ conclusions: Conclusions, _ database: Database
    ) throws -> ([Difference], SharedVerdicts) {
        var verdicts = conclusions.verdicts
        var positions: [Int64: Int32] = [:]
        var isSame: [Int64: Set<Int32>] = [:]
        let concluded = Dictionary(
            conclusions.verdicts.enumerated().map { ($1, [Int32($0)]) }, uniquingKeysWith: +)
        for (id, verdict) in try VerdictStore(database).verdicts {
            isSame[id] = Set(concluded[verdict] ?? [])
            positions[id] = Int32(verdicts.count)
            verdicts.append(verdict)
        }
        let parts = try SplitPartStore(database: database).all()
        let knowsSplits = !parts.isEmpty || !conclusions.splits.isEmpty
        var differences: [Difference] = []
        // Both sides come in the order of transactions, so one walk compares
        // them.
        let rows = try RowWalk(
            database,
            sql: """
                SELECT transaction_id, verdict_id, partner_id FROM conclusions
                ORDER BY transaction_id
                """)
        var next = 0
        func addNew(before transaction: Int64) {
            while next < conclusions.entries.count,
                conclusions.entries[next].transaction < transaction
            {
                let entry = conclusions.entries[next]
                differences.append(
                    Difference(
                        entry: entry, before: nil,
                        isSplit: conclusions.splits[entry.transaction] != nil))
                next += 1
            }
        }
        try rows.forEach { row in
            let transaction = row.integer(0)
            addNew(before: transaction)
            guard next < conclusions.entries.count,
                conclusions.entries[next].transaction == transaction
            else { return }
            let entry = conclusions.entries[next]
            next += 1
            let verdict = row.integer(1)
            let (old, new) =
                knowsSplits ? (parts[transaction], conclusions.splits[transaction]) : (nil, nil)
            if row.optionalInteger(2) != entry.partner
                || isSame[verdict]?.contains(entry.verdict) != true || old != new
            {
                differences.append(
                    Difference(
                        entry: entry, before: positions[verdict],
                        isSplit: old != nil || new != nil))
            }
        }
        addNew(before: .max)
        return (differences, SharedVerdicts(verdicts))
    }

    private func write(
        _ conclusions: Conclusions, replacing differences: [Difference]
    ) throws(VaultError) {
        try writeUnchecked { database in
            var store = try VerdictStore(database)
            let parts = SplitPartStore(database: database)
            let writer = try NumberWriter(
                database,
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
                try writer.execute(entry.transaction, verdict, entry.partner)
                if difference.isSplit {
                    try parts.replace(
                        conclusions.splits[entry.transaction] ?? [], of: entry.transaction)
                }
            }
            try store.deleteUnused()
        }
    }
}
