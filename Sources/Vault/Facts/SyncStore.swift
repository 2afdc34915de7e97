internal import GRDB

/// How a sync ended.
public enum SyncOutcome: String, Sendable {
    case running, complete, partial, failed
    /// The program was asked to end meanwhile.
    case stopped
}

extension SyncOutcome {
    /// One that was stopped is stored as one that never came to its end, whose end is
    /// known.
    fileprivate var stored: String { (self == .stopped ? .running : self).rawValue }

    fileprivate init?(stored: String, isFinished: Bool) {
        self.init(rawValue: stored)
        if self == .running, isFinished { self = .stopped }
    }
}

/// A connection's newest sync, or the newest that brought anything in.
public struct LastSync: Sendable {
    /// Counts up with each sync.
    public let id: Int64
    /// POSIX seconds.
    public let startedAt: Int64
    public let outcome: SyncOutcome
    /// Why it ended early, where it did.
    public let failure: String?
    public let messages: [StoredMessage]
}

extension Vault {
    /// Notes that a sync began.
    ///
    /// - Parameter institution: the only one that it asks for; nil for all.
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

    /// Notes how a sync ended, and every message it was told.
    ///
    /// - Parameter failure: why it ended early, in words that hold no secret.
    public func endSync(
        _ sync: Int64, at instant: Int64, outcome: SyncOutcome, stored: StoredAnswer,
        messages: [ReceivedMessage], failure: String? = nil
    ) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: """
                    UPDATE syncs SET finished_at = ?, outcome = ?, new_transactions = ?,
                        changed_transactions = ?, failure = ?
                    WHERE id = ?
                    """,
                arguments: [
                    instant, outcome.stored, stored.newTransactions, stored.changedTransactions,
                    failure, sync,
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

    /// Notes that a sync could not begin: as one that failed, for each cause in a row,
    /// with the time of the last.
    ///
    /// - Parameter failure: why, in words that hold no secret.
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

    /// A connection's newest sync, however it ended; also one that could not begin.
    public func lastSync(connection: Int64) throws(VaultError) -> LastSync? {
        try read { database in
            try LastSync(
                database, "connection_id = ? ORDER BY id DESC LIMIT 1", [connection])
        }
    }

    /// A connection's newest sync that brought anything in.
    public func lastAnsweredSync(connection: Int64) throws(VaultError) -> LastSync? {
        try read { database in
            try LastSync(
                database,
                """
                connection_id = ? AND outcome IN ('complete', 'partial') ORDER BY id DESC LIMIT 1
                """, [connection])
        }
    }
}

extension LastSync {
    fileprivate init?(
        _ database: Database, _ condition: String, _ arguments: StatementArguments
    ) throws {
        let row = try Row.fetchOne(
            database,
            sql: "SELECT id, started_at, outcome, failure, finished_at FROM syncs WHERE "
                + condition,
            arguments: arguments)
        guard let row else { return nil }
        id = row["id"]
        startedAt = row["started_at"]
        failure = row["failure"]
        let isFinished = (row["finished_at"] as Int64?) != nil
        guard let outcome = SyncOutcome(stored: row["outcome"], isFinished: isFinished) else {
            throw VaultError.damagedRow(table: "syncs", id: id, reason: "unknown outcome")
        }
        self.outcome = outcome
        messages = try MessageStore(database: database, sync: id).messages()
    }
}
