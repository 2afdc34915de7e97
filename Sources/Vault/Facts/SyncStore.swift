internal import GRDB
public import Model

/// How a sync ended.
public enum SyncOutcome: String, Sendable {
    case running, complete, partial, failed
}

/// The newest sync, as the dashboard shows it.
public struct LastSync: Sendable {
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
                    instant, outcome.rawValue, stored.newTransactions, stored.changedTransactions,
                    failure, sync,
                ])
            try MessageStore(database: database, sync: sync).store(messages)
        }
    }

    public func lastSync(connection: Int64) throws(VaultError) -> LastSync? {
        try read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT id, started_at, outcome, failure FROM syncs WHERE connection_id = ?
                    ORDER BY id DESC LIMIT 1
                    """,
                arguments: [connection])
            guard let row else { return nil }
            let id: Int64 = row["id"]
            guard let outcome = SyncOutcome(rawValue: row["outcome"]) else {
                throw VaultError.damagedRow(table: "syncs", id: id, reason: "unknown outcome")
            }
            return LastSync(
                startedAt: row["started_at"], outcome: outcome, failure: row["failure"],
                messages: try MessageStore(database: database, sync: id).messages())
        }
    }

    /// Counts one request before it is sent, unless a limit is reached.
    ///
    /// - Parameters:
    ///   - instant: POSIX seconds.
    ///   - limit: requests of the instant's UTC day.
    ///   - rollingLimit: requests of the 24 hours before it; nil where these
    ///     don't count.
    /// - Returns: requests of the day that are left after this one, or nil
    ///   where nothing may be sent.
    public func reserveRequest(
        connection: Int64, sync: Int64?, window: Range<CalendarDay>?, at instant: Int64,
        limit: Int, rollingLimit: Int? = nil
    ) throws(VaultError) -> Int? {
        try write { database in
            let used = try Self.requestsUsed(database, connection: connection, at: instant)
            guard used < limit else { return nil }
            if let rollingLimit {
                let used = try Self.requestsUsed(
                    database, connection: connection, from: instant - 86_400 + 1)
                guard used < rollingLimit else { return nil }
            }
            try database.execute(
                sql: """
                    INSERT INTO requests
                        (connection_id, sync_id, reserved_at, window_start, window_end)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    connection, sync, instant, window?.lowerBound.daysSinceEpoch,
                    window?.upperBound.daysSinceEpoch,
                ])
            return limit - used - 1
        }
    }

    /// Takes back the last reservation of a sync, for a request that surely
    /// never left this machine.
    public func releaseRequest(sync: Int64) throws(VaultError) {
        try write { database in
            try database.execute(
                sql:
                    "DELETE FROM requests WHERE id = (SELECT max(id) FROM requests WHERE sync_id = ?)",
                arguments: [sync])
        }
    }

    /// Requests counted on the UTC day of an instant.
    public func requestsUsed(connection: Int64, at instant: Int64) throws(VaultError) -> Int {
        try read { try Self.requestsUsed($0, connection: connection, at: instant) }
    }

    /// When the 24 hours that are looked at hold fewer requests than a limit
    /// again; nil where they do now.
    ///
    /// - Parameter instant: POSIX seconds.
    public func rollingLimitEnds(
        connection: Int64, limit: Int, at instant: Int64
    ) throws(VaultError) -> Int64? {
        try read { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT reserved_at + 86400 FROM requests
                    WHERE connection_id = ? AND reserved_at > ?
                    ORDER BY reserved_at DESC LIMIT 1 OFFSET ?
                    """,
                arguments: [connection, instant - 86_400, limit - 1])
        }
    }

    private static func requestsUsed(
        _ database: Database, connection: Int64, at instant: Int64
    ) throws -> Int {
        let day = CalendarDay(secondsSinceEpoch: instant)
        return try requestsUsed(
            database, connection: connection, from: day.secondsSinceEpoch,
            to: day.adding(days: 1).secondsSinceEpoch)
    }

    private static func requestsUsed(
        _ database: Database, connection: Int64, from start: Int64, to end: Int64 = .max
    ) throws -> Int {
        try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM requests
                WHERE connection_id = ? AND reserved_at >= ? AND reserved_at < ?
                """,
            arguments: [connection, start, end]) ?? 0
    }
}
