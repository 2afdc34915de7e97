internal import GRDB
internal import Model

/// A sync that has ended.
public struct FinishedSync: Hashable, Sendable {
    public let id: Int64
    /// The name of its connection.
    public let connection: String
    public let outcome: SyncOutcome
    /// POSIX seconds.
    public let finishedAt: Int64
    public let newTransactions: Int
    /// Why it ended early, or else the first thing that was said in it, such as
    /// that a bank could not be read; nil for neither.
    public let message: String?
}

extension Vault {
    /// The syncs behind one of a number that ended at an instant or later, oldest
    /// first; not those that were stopped.
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
                SyncOutcome(rawValue: row[2]).map { outcome in
                    FinishedSync(
                        id: row[0], connection: row[1], outcome: outcome, finishedAt: row[3],
                        newTransactions: row[4], message: row[5])
                }
            }
        }
    }

    /// When the last sync began that brought all that a connection's banks have,
    /// by the vault's number of the connection, in POSIX seconds.
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
                if let startedAt: Int64 = row[1] { last[row[0]] = startedAt }
            }
            return last
        }
    }
}
