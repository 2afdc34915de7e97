internal import GRDB
public import Model
internal import Synchronization

extension Vault {
    /// Stores the differences between a pass over everything and the stored conclusions. The
    /// next pass must not be skipped.
    ///
    /// - Parameter dryRun: compare only, write nothing.
    /// - Returns: every difference. A pass without differences writes nothing.
    public func store(
        _ conclusions: Conclusions, at now: Int64, dryRun: Bool
    ) throws(VaultError) -> ConclusionChanges {
        let stamp = try read {
            try PassReader($0, typedBy: nil).stamp(rulebookDigest: "", balancesDigest: nil)
        }
        return try store(conclusions, of: stamp, at: now, dryRun: dryRun)
    }

    /// Stores the differences between a pass over everything and the stored conclusions.
    ///
    /// - Parameters:
    ///   - stamp: the state of the vault that the pass read.
    ///   - tallies: the matches of rules; nil if the pass doesn't know them, which drops the
    ///     stored ones.
    ///   - now: POSIX seconds.
    ///   - dryRun: compare only, write nothing.
    /// - Returns: every difference. A pass without differences writes nothing.
    /// - Throws: ``VaultError/overtaken`` if another pass was stored since this one
    ///   read its input; nothing is stored then.
    public func store(
        _ conclusions: Conclusions, of stamp: PassStamp, tallies: [RuleTally]? = nil,
        at now: Int64, dryRun: Bool
    ) throws(VaultError) -> ConclusionChanges {
        let (differences, verdicts, series, candidates, counts) = try read { database in
            let (differences, verdicts) = try Self.differences(conclusions, database)
            let series = try SeriesStore(database: database).changes(to: conclusions.series)
            let candidates = try CandidateStore(database: database).all()
            let counts = try tallies.map { try RuleTallyStore(database: database).changes(to: $0) }
            return (differences, verdicts, series, candidates, counts)
        }
        var leftUnswept: VaultError?
        let haveCandidatesChanged = candidates != conclusions.candidates
        let isNews =
            !differences.isEmpty || !series.isEmpty || haveCandidatesChanged
            || counts?.isEmpty == false || stamp.isNews
        if !dryRun, isNews {
            let body = { (database: Database) in
                try FormerConclusionStore(database: database)
                    .keep(Self.replaced(differences, verdicts), in: stamp, until: now)
                try Self.write(conclusions, replacing: differences, of: stamp, database)
                try SeriesStore(database: database).write(series)
                let tallies = RuleTallyStore(database: database)
                if let counts { try tallies.write(counts) } else { try tallies.forget() }
                if haveCandidatesChanged {
                    try CandidateStore(database: database)
                        .replace(candidates, with: conclusions.candidates)
                }
            }
            try differences.count > Self.mostCheckedRows ? writeUnchecked(body) : write(body)
            // Finding unused verdicts scans all conclusions, which is pointless if all are new.
            let haveAnyLostUse = differences.contains { !$0.isNew }
            if isSweepLeft.withLock(\.self) || haveAnyLostUse {
                leftUnswept = try sweepVerdicts()
            }
        }
        return ConclusionChanges(
            changes: differences.map { difference in
                ConclusionChange(
                    transaction: difference.entry.transaction, before: difference.before,
                    after: difference.entry.verdict, in: verdicts)
            },
            considered: conclusions.entries.count, leftUnswept: leftUnswept)
    }

    /// Deletes unused verdicts after conclusions were stored. A failure, as on a full
    /// disk, is left to the next pass.
    ///
    /// - Returns: the error, if it failed.
    private func sweepVerdicts() throws(VaultError) -> VaultError? {
        do {
            try writeUnchecked { try VerdictStore($0).deleteUnused() }
        } catch {
            if case .notADatabase = error { throw error }
            isSweepLeft.withLock { $0 = true }
            return error
        }
        isSweepLeft.withLock { $0 = false }
        return nil
    }

    /// Up to this many rows, foreign keys are checked.
    private static let mostCheckedRows = 10_000

    private struct Difference {
        let entry: Conclusions.Entry
        /// Whether nothing is stored about the transaction.
        let isNew: Bool
        /// The position of the stored verdict in the list of both sides' verdicts.
        let before: Int32?
        /// The stored verdict's row, and the stored other side.
        let stored: (verdict: Int64, partner: Int64?)?
        /// Whether parts are stored, or are about to be.
        let isSplit: Bool
    }

    /// The differences, and the verdicts of the pass followed by the stored ones.
    private static func differences(
        _ conclusions: Conclusions, _ database: Database
    ) throws -> ([Difference], SharedVerdicts) {
        var verdicts = conclusions.verdicts
        var positions: [Int64: Int32] = [:]
        var isSame: [Int64: Set<Int32>] = [:]
        let concluded = Dictionary(
            conclusions.verdicts.enumerated().map { ($1, [Int32($0)]) }, uniquingKeysWith: +)
        let store = VerdictStore(database)
        for (id, verdict) in try store.all() {
            isSame[id] = Set(concluded[verdict] ?? [])
            positions[id] = Int32(verdicts.count)
            verdicts.append(verdict)
        }
        let splits = try SplitPartStore(database: database).all()
        let knowsSplits = !splits.isEmpty || !conclusions.splits.isEmpty
        var differences: [Difference] = []
        func compare(_ entry: Conclusions.Entry, _ verdict: Int64, _ partner: Int64?) {
            let transaction = entry.transaction
            let (old, new) =
                knowsSplits
                ? (splits[transaction], conclusions.splits[transaction]) : (nil, nil)
            guard
                partner != entry.partner || isSame[verdict]?.contains(entry.verdict) != true
                    || old != new
            else { return }
            differences.append(
                Difference(
                    entry: entry, isNew: false, before: positions[verdict],
                    stored: (verdict, partner),
                    isSplit: old != nil || new != nil))
        }
        func addNew(_ entry: Conclusions.Entry) {
            differences.append(
                Difference(
                    entry: entry, isNew: true, before: nil, stored: nil,
                    isSplit: conclusions.splits[entry.transaction] != nil))
        }
        // Both sides are sorted by transaction, so one merge pass compares them.
        let rows = try RowIterator(
            database,
            sql: """
                SELECT transaction_id, verdict_id, partner_id FROM conclusions
                ORDER BY transaction_id
                """)
        var next = 0
        try rows.forEach { row in
            let transaction = row.integer(0)
            while next < conclusions.entries.count,
                conclusions.entries[next].transaction < transaction
            {
                addNew(conclusions.entries[next])
                next += 1
            }
            guard next < conclusions.entries.count,
                conclusions.entries[next].transaction == transaction
            else { return }
            compare(conclusions.entries[next], row.integer(1), row.optionalInteger(2))
            next += 1
        }
        conclusions.entries[next...].forEach(addNew)
        return (differences, SharedVerdicts(verdicts))
    }

    /// What a pass replaces. What differs in the words of a reason alone stays.
    private static func replaced(
        _ differences: [Difference], _ verdicts: SharedVerdicts
    ) -> [FormerConclusionStore.Row] {
        struct Pair: Hashable { let before, after: Int32 }
        var areAlike: [Pair: Bool] = [:]
        return differences.compactMap { difference in
            guard let before = difference.before, let stored = difference.stored else { return nil }
            let (entry, pair) = (
                difference.entry, Pair(before: before, after: difference.entry.verdict)
            )
            let isAlike =
                areAlike[pair]
                ?? verdicts.all[Int(before)].isDecided(as: verdicts.all[Int(entry.verdict)])
            areAlike[pair] = isAlike
            guard !isAlike || stored.partner != entry.partner else { return nil }
            return FormerConclusionStore.Row(
                transaction: entry.transaction, verdict: stored.verdict, partner: stored.partner)
        }
    }

    private static func write(
        _ conclusions: Conclusions, replacing differences: [Difference], of stamp: PassStamp,
        _ database: Database
    ) throws {
        try stamp.write(to: database)
        guard !differences.isEmpty else { return }
        let store = VerdictStore(database)
        let parts = SplitPartStore(database: database)
        // SQLite keeps a statement journal for an upsert, so two statements are faster.
        let insert = try BoundStatement(
            database,
            sql: """
                INSERT INTO conclusions (transaction_id, verdict_id, partner_id)
                VALUES (?1, ?2, ?3)
                """)
        let update = try BoundStatement(
            database,
            sql: """
                UPDATE conclusions SET verdict_id = ?2, partner_id = ?3
                WHERE transaction_id = ?1
                """)
        var ids = [Int64?](repeating: nil, count: conclusions.verdicts.count)
        for difference in differences {
            let entry = difference.entry
            let verdict =
                try ids[Int(entry.verdict)] ?? store.id(of: conclusions.verdict(of: entry))
            ids[Int(entry.verdict)] = verdict
            let statement = difference.isNew ? insert : update
            try statement.bind(entry.transaction, at: 1)
            try statement.bind(verdict, at: 2)
            try statement.bind(entry.partner, at: 3)
            try statement.execute()
            if difference.isSplit {
                try parts.replace(
                    conclusions.splits[entry.transaction] ?? [], of: entry.transaction)
            }
        }
    }
}

/// The changes made by storing a pass.
public struct ConclusionChanges: Sendable {
    public let changes: [ConclusionChange]
    /// The number of transactions in the pass.
    public let considered: Int
    /// Why unused verdicts were not deleted, which the next pass retries; everything
    /// else is stored.
    public let leftUnswept: VaultError?

    /// The changes of some transactions.
    public func only(of transactions: Set<Int64>) -> ConclusionChanges {
        ConclusionChanges(
            changes: changes.filter { transactions.contains($0.transaction) },
            considered: considered, leftUnswept: leftUnswept)
    }
}

/// A changed conclusion on one transaction.
///
/// Small, as a first pass changes every transaction: verdicts are positions in a shared
/// list.
public struct ConclusionChange: Sendable {
    public let transaction: Int64
    private let beforePosition: Int32?
    private let afterPosition: Int32
    private let verdicts: SharedVerdicts

    init(transaction: Int64, before: Int32?, after: Int32, in verdicts: SharedVerdicts) {
        self.transaction = transaction
        beforePosition = before
        afterPosition = after
        self.verdicts = verdicts
    }

    /// Nil if the transaction had no verdict.
    public var before: Verdict? { beforePosition.map { verdicts.all[Int($0)] } }

    public var after: Verdict { verdicts.all[Int(afterPosition)] }
}

/// The distinct verdicts of many changes.
final class SharedVerdicts: Sendable {
    let all: [Verdict]

    init(_ all: [Verdict]) {
        self.all = all
    }
}

extension ConclusionChanges {
    /// The differences between two passes over the same transactions.
    public init(from before: Conclusions, to after: Conclusions) {
        let verdicts = SharedVerdicts(after.verdicts + before.verdicts)
        let offset = Int32(after.verdicts.count)
        // Distinct verdicts by their first position, so that rows compare by numbers.
        var positions: [Verdict: Int] = [:]
        let firsts = verdicts.all.enumerated().map { position, verdict in
            positions[verdict]
                ?? {
                    positions[verdict] = position
                    return position
                }()
        }
        var changes: [ConclusionChange] = []
        for (old, new) in zip(before.entries, after.entries) {
            let isSame =
                old.partner == new.partner
                && before.splits[old.transaction] == after.splits[new.transaction]
                && firsts[Int(old.verdict + offset)] == firsts[Int(new.verdict)]
            guard !isSame else { continue }
            changes.append(
                ConclusionChange(
                    transaction: new.transaction, before: old.verdict + offset,
                    after: new.verdict, in: verdicts))
        }
        self.init(changes: changes, considered: after.entries.count, leftUnswept: nil)
    }
}
