internal import GRDB

/// Deletes syncs, their messages and requests that are old and needed by nothing.
struct SyncPruning {
    let database: Database
    /// POSIX seconds.
    let now: Int64

    /// As long as events.
    private static let secondsKept: Int64 = 400 * 86_400
    /// The newest of a connection stay whatever their age: a clock that is ahead once
    /// must not make the requests of this day uncounted.
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

    /// Leaves out syncs that anything but a message refers to.
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
