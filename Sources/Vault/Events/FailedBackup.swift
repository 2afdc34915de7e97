internal import GRDB

/// A backup that was restored in memory and found to be sound; in POSIX seconds.
public struct CheckedBackup: Hashable, Sendable {
    public let checkedAt: Int64
    public let madeAt: Int64
}

extension Vault {
    /// Why the last scheduled backup failed; nil if it succeeded.
    public func failedBackup() throws(VaultError) -> String? {
        try read { database in
            try String.fetchOne(database, sql: "SELECT reason FROM failed_backup")
        }
    }

    /// The last backup that was found to be restorable; nil for none.
    public func checkedBackup() throws(VaultError) -> CheckedBackup? {
        try read { database in
            try Row.fetchOne(database, sql: "SELECT checked_at, made_at FROM checked_backup")
                .map { try CheckedBackup(checkedAt: $0.value(0), madeAt: $0.value(1)) }
        }
    }

    /// Records the outcome of a scheduled backup. Writes only what changes.
    ///
    /// - Parameters:
    ///   - reason: why it failed, without private data; nil if it succeeded or none is due.
    ///   - checked: when the backup was made that was found to be restorable; nil if none was
    ///     checked.
    ///   - instant: POSIX seconds.
    public func noteScheduledBackup(
        failure reason: String?, checked: Int64? = nil, at instant: Int64
    ) throws(VaultError) {
        guard try failedBackup() != reason || checked != nil else { return }
        try write { database in
            if let checked {
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO checked_backup (id, checked_at, made_at)
                        VALUES (1, ?, ?)
                        """, arguments: [instant, checked])
            }
            try database.execute(sql: "DELETE FROM failed_backup")
            guard let reason else { return }
            try database.execute(
                sql: "INSERT INTO failed_backup (id, failed_at, reason) VALUES (1, ?, ?)",
                arguments: [instant, reason])
        }
    }
}
