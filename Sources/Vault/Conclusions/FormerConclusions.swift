internal import GRDB
public import Model

/// What was concluded about a transaction over time.
public struct ConclusionHistory: Sendable {
    /// When the transaction was first received, in POSIX seconds.
    public let receivedAt: Int64
    /// What no longer holds, oldest first.
    public let former: [Former]
    /// Since when former conclusions are kept, in POSIX seconds; nil if all are.
    public let keptSince: Int64?

    /// A conclusion that a pass replaced.
    public struct Former: Sendable {
        public let verdict: Verdict
        /// The other side of a transfer, or the purchase that it pays back.
        public let partner: Int64?
        /// When it was replaced, in POSIX seconds.
        public let until: Int64
    }
}

extension Vault {
    /// What was concluded about a transaction; nil if there is no such transaction.
    public func conclusionHistory(
        of transaction: Int64
    ) throws(VaultError) -> ConclusionHistory? {
        try read { database in
            let received = try Int64.fetchOne(
                database, sql: "SELECT first_received_at FROM transactions WHERE id = ?",
                arguments: [transaction])
            guard let received else { return nil }
            let verdicts = VerdictStore(database)
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT verdict_id, partner_id, until FROM former_conclusions
                    WHERE transaction_id = ? ORDER BY id
                    """,
                arguments: [transaction])
            let former = try rows.map { row in
                ConclusionHistory.Former(
                    verdict: try verdicts.stored(try row.value(0)), partner: try row.value(1),
                    until: try row.value(2))
            }
            // A lower id alone may be missing with its transaction.
            let keptSince = try Int64.fetchOne(
                database,
                sql: """
                    SELECT until FROM former_conclusions
                    WHERE id = (SELECT min(id) FROM former_conclusions) AND (
                        SELECT seq > ? FROM sqlite_sequence WHERE name = 'former_conclusions')
                    """,
                arguments: [FormerConclusionStore.most])
            return ConclusionHistory(
                receivedAt: received, former: former, keptSince: keptSince)
        }
    }

    /// What each of some passes replaced, and with what. A pass that replaced nothing is missing.
    ///
    /// - Complexity: reads all former conclusions.
    public func changes(
        byPasses passes: Set<Int64>
    ) throws(VaultError) -> [Int64: [ConclusionChange]] {
        guard !passes.isEmpty else { return [:] }
        return try read { database in
            var verdicts: [Verdict] = []
            var positions: [Int64: Int32] = [:]
            let store = VerdictStore(database)
            for (id, verdict) in try store.all() {
                positions[id] = Int32(verdicts.count)
                verdicts.append(verdict)
            }
            let shared = SharedVerdicts(verdicts)
            var changes: [Int64: [ConclusionChange]] = [:]
            let rows = try RowIterator(
                database,
                sql: """
                    SELECT pass, transaction_id, former.verdict_id, ifnull(
                        (SELECT verdict_id FROM former_conclusions AS later
                         WHERE later.transaction_id = former.transaction_id
                            AND later.id > former.id
                         ORDER BY later.id LIMIT 1),
                        (SELECT verdict_id FROM conclusions
                         WHERE conclusions.transaction_id = former.transaction_id))
                    FROM former_conclusions AS former
                    WHERE pass IN (\(passes.sorted().map(String.init).joined(separator: ", ")))
                    ORDER BY former.id
                    """)
            try rows.forEach { row in
                guard let after = row.optionalInteger(3).flatMap({ positions[$0] }) else { return }
                changes[row.integer(0), default: []].append(
                    ConclusionChange(
                        transaction: row.integer(1), before: positions[row.integer(2)],
                        after: after, in: shared))
            }
            return changes
        }
    }
}

/// The table of former conclusions.
struct FormerConclusionStore {
    let database: Database

    struct Row {
        let transaction: Int64
        /// The verdict's row.
        let verdict: Int64
        let partner: Int64?
    }

    /// The newest are kept, since an edit of a rule can replace all.
    fileprivate static let most = 500_000

    /// Adds what a pass replaces.
    func keep(_ rows: [Row], in pass: PassStamp, until now: Int64) throws {
        guard !rows.isEmpty else { return }
        let insert = try BoundStatement(
            database,
            sql: """
                INSERT INTO former_conclusions
                    (transaction_id, verdict_id, partner_id, pass, until)
                VALUES (?1, ?2, ?3, ?4, ?5)
                """)
        for row in rows {
            try insert.bind(row.transaction, at: 1)
            try insert.bind(row.verdict, at: 2)
            try insert.bind(row.partner, at: 3)
            try insert.bind(pass.number, at: 4)
            try insert.bind(now, at: 5)
            try insert.execute()
        }
        try database.execute(
            sql: """
                DELETE FROM former_conclusions
                WHERE id <= (SELECT max(id) FROM former_conclusions) - ?
                """,
            arguments: [Self.most])
    }
}

extension VerdictStore {
    /// A verdict that something refers to.
    fileprivate func stored(_ id: Int64) throws -> Verdict {
        guard let verdict = try verdict(id) else {
            throw VaultError.damagedRow(table: "verdicts", id: id, reason: "it is missing")
        }
        return verdict
    }
}
