internal import GRDB
public import Model

/// A request to a bridge, with the result of the sync that sent it.
public struct RecordedRequest: Hashable, Sendable {
    /// Counts up.
    public let id: Int64
    /// POSIX seconds.
    public let sentAt: Int64
    /// The name of its connection.
    public let connection: String
    /// The requested days; nil if it asked for balances only.
    public let window: Range<CalendarDay>?
    /// Nil if no sync sent it.
    public let sync: Int64?
    /// That of the sync, as are the counts.
    public let outcome: SyncOutcome?
    public let newTransactions: Int?
    public let changedTransactions: Int?
    /// The sync's error, or else the first message of the bridge.
    public let message: String?
}

extension Vault {
    /// The requests of all connections, newest first. Those of the last 400 days are kept, and
    /// the newest 100 of each connection.
    public func requests(limit: Int) throws(VaultError) -> [RecordedRequest] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT requests.id, reserved_at, name, window_start, window_end, syncs.id,
                        outcome, finished_at, new_transactions, changed_transactions,
                        coalesce(failure, (
                            SELECT text FROM messages WHERE sync_id = syncs.id
                            ORDER BY messages.id LIMIT 1))
                    FROM requests JOIN connections ON connections.id = requests.connection_id
                    LEFT JOIN syncs ON syncs.id = requests.sync_id
                    ORDER BY requests.id DESC LIMIT ?
                    """,
                arguments: [limit]
            ).map { row in
                let (start, end): (Int32?, Int32?) = try (row.value(3), row.value(4))
                var window: Range<CalendarDay>?
                if let start, let end, start <= end {
                    window =
                        CalendarDay(daysSinceEpoch: start)..<CalendarDay(daysSinceEpoch: end)
                }
                let outcome: String? = try row.value(6)
                let isFinished = try (row.value(7) as Int64?) != nil
                return try RecordedRequest(
                    id: row.value(0), sentAt: row.value(1), connection: row.value(2),
                    window: window, sync: row.value(5),
                    outcome: outcome.flatMap { SyncOutcome(stored: $0, isFinished: isFinished) },
                    newTransactions: row.value(8), changedTransactions: row.value(9),
                    message: row.value(10))
            }
        }
    }
}
