internal import GRDB
internal import Model

/// The outcome of a sync.
public enum SyncOutcome: String, Sendable {
    case running, complete, partial, failed
    /// The program was asked to stop.
    case stopped
}

extension SyncOutcome {
    /// A stopped sync is stored as a running one with an end time.
    fileprivate var stored: String { (self == .stopped ? .running : self).rawValue }

    init?(stored: String, isFinished: Bool) {
        self.init(rawValue: stored)
        if self == .running, isFinished { self = .stopped }
    }
}

/// A connection's newest sync, or the newest one with data.
public struct LastSync: Sendable {
    /// Counts up.
    public let id: Int64
    /// POSIX seconds.
    public let startedAt: Int64
    public let outcome: SyncOutcome
    /// Why it ended early, if it did.
    public let failure: String?
    /// A code for programs; nil for most reasons.
    public let failureCode: String?
    public let messages: [StoredMessage]
}

extension Vault {
    /// Stores the start of a sync.
    ///
    /// - Parameter institution: the only institution to request; nil for all.
    public func beginSync(
        connection: Int64, institution: Int64? = nil, at instant: Int64
    ) throws(VaultError) -> Int64 {
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO syncs (connection_id, institution_id, started_at, outcome)
                    VALUES (?, ?, ?, 'running')
                    """,
                arguments: [connection, institution, instant])
            return database.lastInsertedRowID
        }
    }

    /// Stores the end of a sync, with its messages.
    ///
    /// - Parameters:
    ///   - failure: the error, without secrets.
    ///   - failureCode: a code for it, for programs.
    public func endSync(
        _ sync: Int64, at instant: Int64, outcome: SyncOutcome, stored: StoredAnswer,
        messages: [ReceivedMessage], failure: String? = nil, failureCode: String? = nil
    ) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: """
                    UPDATE syncs SET finished_at = ?, outcome = ?, new_transactions = ?,
                        changed_transactions = ?, failure = ?, failure_code = ?
                    WHERE id = ?
                    """,
                arguments: [
                    instant, outcome.stored, stored.newTransactions, stored.changedTransactions,
                    failure, failureCode, sync,
                ])
            if outcome == .complete || outcome == .partial {
                try database.execute(
                    sql: """
                        UPDATE institutions SET answered_sync_id = :sync WHERE id IN (
                            SELECT institution_id FROM accounts WHERE last_sync_id = :sync)
                        """,
                    arguments: ["sync": sync])
            }
            try MessageStore(database: database, sync: sync).store(messages)
            try SyncPruning(database: database, now: instant).prune()
        }
    }

    /// Stores that a sync could not begin. Repeated failures with one cause are one
    /// entry with the last time.
    ///
    /// - Parameter failure: the error, without secrets.
    public func noteSyncNotBegun(
        connection: Int64, at instant: Int64, failure: String
    ) throws(VaultError) {
        if let last = try lastSync(connection: connection), last.outcome == .failed,
            last.failure == failure
        {
            return try noteTriedAgain(last.id, at: instant)
        }
        let sync = try beginSync(connection: connection, at: instant)
        try endSync(
            sync, at: instant, outcome: .failed, stored: StoredAnswer(), messages: [],
            failure: failure)
    }

    private func noteTriedAgain(_ sync: Int64, at instant: Int64) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: "UPDATE syncs SET started_at = ?, finished_at = ? WHERE id = ?",
                arguments: [instant, instant, sync])
        }
    }

    /// A connection's newest sync, whatever its outcome, including one that could not
    /// begin.
    public func lastSync(connection: Int64) throws(VaultError) -> LastSync? {
        try read { database in
            try LastSync(
                database, "connection_id = ? ORDER BY id DESC LIMIT 1", [connection])
        }
    }

    /// A connection's newest sync that listed accounts, or ended without a problem.
    public func lastAnsweredSync(connection: Int64) throws(VaultError) -> LastSync? {
        try read { database in
            try LastSync(
                database,
                """
                id = max(
                    coalesce((SELECT max(id) FROM syncs WHERE connection_id = :connection
                        AND outcome = 'complete' AND institution_id IS NULL), 0),
                    coalesce((SELECT max(id) FROM syncs WHERE connection_id = :connection
                        AND outcome IN ('complete', 'partial')
                        AND id <= (SELECT max(last_sync_id) FROM accounts
                            WHERE connection_id = :connection)), 0))
                """, ["connection": connection])
        }
    }
}

extension LastSync {
    fileprivate init?(
        _ database: Database, _ condition: String, _ arguments: StatementArguments
    ) throws {
        let row = try Row.fetchOne(
            database,
            sql: "SELECT id, started_at, outcome, failure, failure_code, finished_at FROM syncs "
                + "WHERE " + condition,
            arguments: arguments)
        guard let row else { return nil }
        id = try row.value("id")
        startedAt = try row.value("started_at")
        failure = try row.value("failure")
        failureCode = try row.value("failure_code")
        let isFinished = try (row.value("finished_at") as Int64?) != nil
        guard let outcome = try SyncOutcome(stored: row.value("outcome"), isFinished: isFinished)
        else {
            throw VaultError.damagedRow(table: "syncs", id: id, reason: "unknown outcome")
        }
        self.outcome = outcome
        messages = try MessageStore(database: database, sync: id).messages()
    }
}

/// A finished sync.
public struct FinishedSync: Hashable, Sendable {
    public let id: Int64
    /// The name of its connection.
    public let connection: String
    public let outcome: SyncOutcome
    /// POSIX seconds.
    public let finishedAt: Int64
    public let newTransactions: Int
    /// The error, or else the first message, such as a bank that could not be reached;
    /// nil if there is neither.
    public let message: String?
}

extension Vault {
    /// The syncs after a row ID that ended at an instant or later, oldest first;
    /// without stopped ones.
    ///
    /// - Parameter instant: POSIX seconds.
    public func finishedSyncs(
        after sync: Int64, since instant: Int64
    ) throws(VaultError) -> [FinishedSync] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT syncs.id, name, outcome, finished_at, new_transactions,
                        coalesce(failure, (
                            SELECT text FROM messages WHERE sync_id = syncs.id
                            ORDER BY messages.id LIMIT 1))
                    FROM syncs JOIN connections ON connections.id = connection_id
                    WHERE syncs.id > ? AND finished_at >= ? AND outcome <> 'running' ORDER BY syncs.id
                    """,
                arguments: [sync, instant]
            ).compactMap { row in
                try SyncOutcome(rawValue: row.value(2)).map { outcome in
                    try FinishedSync(
                        id: row.value(0), connection: row.value(1), outcome: outcome,
                        finishedAt: row.value(3),
                        newTransactions: row.value(4), message: row.value(5))
                }
            }
        }
    }

    /// The start of each connection's last complete sync of all banks, by the
    /// connection's row ID, in POSIX seconds.
    public func lastWholeSyncs() throws(VaultError) -> [Int64: Int64] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT connections.id, (
                        SELECT started_at FROM syncs
                        WHERE connection_id = connections.id AND outcome = 'complete'
                            AND institution_id IS NULL
                        ORDER BY syncs.id DESC LIMIT 1)
                    FROM connections
                    """)
            var last: [Int64: Int64] = [:]
            for row in rows {
                if let startedAt: Int64 = try row.value(1) { try last[row.value(0)] = startedAt }
            }
            return last
        }
    }
}

/// The deletion of old syncs, with their messages and requests, unless something refers
/// to them.
struct SyncPruning {
    let database: Database
    /// POSIX seconds.
    let now: Int64

    /// As long as events.
    private static let secondsKept: Int64 = 400 * 86_400
    /// A connection keeps its newest rows whatever their age. Otherwise a clock that is
    /// ahead once would reset the day's request count.
    private static let leastKept = 100

    func prune() throws {
        let arguments: StatementArguments = [
            "horizon": now - Self.secondsKept, "least": Self.leastKept,
        ]
        try database.execute(
            sql: """
                DELETE FROM requests WHERE reserved_at < :horizon
                    AND id NOT IN (\(Self.newest(of: "requests")))
                """,
            arguments: arguments)
        let old = try Int64.fetchAll(
            database,
            sql: """
                SELECT id FROM syncs WHERE max(started_at, coalesce(finished_at, 0)) < :horizon
                    AND id NOT IN (\(Self.newest(of: "syncs")))
                    AND id NOT IN (
                        SELECT max(id) FROM syncs GROUP BY connection_id, outcome, institution_id)
                    \(try references())
                """,
            arguments: arguments)
        for sync in old {
            try database.execute(sql: "DELETE FROM messages WHERE sync_id = ?", arguments: [sync])
            try database.execute(sql: "DELETE FROM syncs WHERE id = ?", arguments: [sync])
        }
    }

    private static func newest(of table: String) -> String {
        """
        SELECT id FROM (
            SELECT id, row_number() OVER (PARTITION BY connection_id ORDER BY id DESC) AS place
            FROM \(table))
        WHERE place <= :least
        """
    }

    /// Excludes syncs that anything but a message refers to.
    private func references() throws -> String {
        let tables = try String.fetchAll(
            database,
            sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'messages'")
        return try tables.flatMap { table in
            try database.foreignKeys(on: table).filter { $0.destinationTable == "syncs" }
                .compactMap(\.mapping.first?.origin).map { column in
                    "AND NOT EXISTS (SELECT 1 FROM \(table) AS other WHERE other.\(column) = syncs.id)"
                }
        }.joined(separator: " ")
    }
}
