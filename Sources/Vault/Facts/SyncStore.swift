internal import GRDB
public import Model

/// How a sync ended.
public enum SyncOutcome: String, Sendable {
    case running, complete, partial, failed
}

/// Something a bank or the bridge said beside the data.
public struct StoredMessage: Hashable, Sendable {
    public let code: String?
    public let text: String

    public init(code: String?, text: String) {
        self.code = code
        self.text = text
    }
}

/// The newest sync, as the dashboard shows it.
public struct LastSync: Sendable {
    /// POSIX seconds.
    public let startedAt: Int64
    public let outcome: SyncOutcome
    public let messages: [StoredMessage]
}

extension Vault {
    /// Notes that a sync began.
    public func beginSync(connection: Int64, at instant: Int64) throws(VaultError) -> Int64 {
        try write { database in
            try database.execute(
                sql:
                    "INSERT INTO syncs (connection_id, started_at, outcome) VALUES (?, ?, 'running')",
                arguments: [connection, instant])
            return database.lastInsertedRowID
        }
    }

    /// Notes how a sync ended, and every message it was told.
    public func endSync(
        _ sync: Int64, at instant: Int64, outcome: SyncOutcome, stored: StoredAnswer,
        messages: [StoredMessage]
    ) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: """
                    UPDATE syncs SET finished_at = ?, outcome = ?, new_transactions = ?,
                        changed_transactions = ?
                    WHERE id = ?
                    """,
                arguments: [
                    instant, outcome.rawValue, stored.newTransactions, stored.changedTransactions,
                    sync,
                ])
            for message in messages {
                try database.execute(
                    sql: "INSERT INTO messages (sync_id, code, text) VALUES (?, ?, ?)",
                    arguments: [sync, message.code, message.text])
            }
        }
    }

    public func lastSync(connection: Int64) throws(VaultError) -> LastSync? {
        try read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT id, started_at, outcome FROM syncs WHERE connection_id = ?
                    ORDER BY id DESC LIMIT 1
                    """,
                arguments: [connection])
            guard let row else { return nil }
            let id: Int64 = row["id"]
            guard let outcome = SyncOutcome(rawValue: row["outcome"]) else {
                throw VaultError.damagedRow(table: "syncs", id: id, reason: "unknown outcome")
            }
            let messages = try Row.fetchAll(
                database, sql: "SELECT code, text FROM messages WHERE sync_id = ? ORDER BY id",
                arguments: [id])
            return LastSync(
                startedAt: row["started_at"], outcome: outcome,
                messages: messages.map { StoredMessage(code: $0["code"], text: $0["text"]) })
        }
    }

    /// Counts one request against the day's limit before it is sent.
    ///
    /// - Parameters:
    ///   - instant: POSIX seconds; the limit is one of its UTC day.
    ///   - limit: requests a day.
    /// - Returns: requests left after this one, or nil where the limit was
    ///   reached already and nothing may be sent.
    public func reserveRequest(
        connection: Int64, sync: Int64?, window: Range<CalendarDay>?, at instant: Int64,
        limit: Int
    ) throws(VaultError) -> Int? {
        try write { database in
            let used = try Self.requestsUsed(database, connection: connection, at: instant)
            guard used < limit else { return nil }
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

    private static func requestsUsed(
        _ database: Database, connection: Int64, at instant: Int64
    ) throws -> Int {
        let day = CalendarDay(secondsSinceEpoch: instant)
        return try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM requests
                WHERE connection_id = ? AND reserved_at >= ? AND reserved_at < ?
                """,
            arguments: [
                connection, day.secondsSinceEpoch, day.adding(days: 1).secondsSinceEpoch,
            ]) ?? 0
    }
}
