internal import Configuration
internal import Model
public import Vault

extension Engine {
    /// Copies the database into the backups folder, and deletes the oldest copies.
    ///
    /// - Parameter count: the number of copies to keep, at least 1 and including the new one;
    ///   nil for the configured number.
    public func backUp(keeping count: Int? = nil) throws -> Backup {
        let count = try count ?? configured { try $0.automationSettings() }.backup.keep
        return try vault.backUp(at: moment.now, keeping: count)
    }

    /// Whether a backup is due.
    ///
    /// - Parameter days: the interval; nil for never.
    public func isBackupDue(everyDays days: Int?) throws -> Bool {
        guard let days else { return false }
        guard let newest = try vault.newestBackup(until: moment.now) else { return true }
        // By calendar days. A backup made seconds after midnight would otherwise drift a day each
        // time.
        return moment.zone.day(at: newest).days(until: moment.today) >= days
    }
}
