internal import Configuration
internal import Model
public import Vault

extension Engine {
    /// Copies the vault's database into its folder of backups, and deletes the
    /// oldest copies.
    ///
    /// - Parameter count: how many copies stay, the new one included; at least
    ///   1. Nil for as many as `config/automation.toml` says.
    public func backUp(keeping count: Int? = nil) throws -> Backup {
        let count = try count ?? configured { try $0.automationSettings() }.backup.keep
        return try vault.backUp(at: moment.now, keeping: count)
    }

    /// Whether a backup should be made by now.
    ///
    /// - Parameter days: from one to the next; nil for never.
    public func isBackupDue(everyDays days: Int?) throws -> Bool {
        guard let days else { return false }
        guard let newest = try vault.newestBackup(until: moment.now) else { return true }
        // By the calendar: one that is made some seconds into a day would be a day late
        // each time.
        return moment.zone.day(at: newest).days(until: moment.today) >= days
    }
}
