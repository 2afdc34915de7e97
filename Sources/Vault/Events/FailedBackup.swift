internal import GRDB

extension Vault {
    /// Why the last scheduled backup failed; nil if it succeeded.
    public func failedBackup() throws(VaultError) -> String? {
        try read { database in
            try String.fetchOne(database, sql: "SELECT reason FROM failed_backup")
        }
    }

    /// Records the outcome of a scheduled backup. Writes only what changes.
    ///
    /// - Parameters:
    ///   - reason: why it failed, without private data; nil if it succeeded or none is due.
    ///   - instant: POSIX seconds.
    public func noteScheduledBackup(failure reason: String?, at instant: Int64) throws(VaultError) {
        guard try failedBackup() != reason else { return }
        try write { database in
            try database.execute(sql: "DELETE FROM failed_backup")
            guard let reason else { return }
            try database.execute(
                sql: "INSERT INTO failed_backup (id, failed_at, reason) VALUES (1, ?, ?)",
                arguments: [instant, reason])
        }
    }
}
