internal import Configuration
internal import Foundation
internal import Model
public import Platform
internal import SimpleFIN
public import Vault

/// What a person asks of one backup, in place of the configuration.
public struct BackupRequest: Sendable {
    /// The number of copies to keep, at least 1 and including the new one.
    public var keep: Int?
    /// An existing folder.
    public var folder: String?
    public var lock: AgeProgram.Lock?
    /// Whether to include access URLs and keys, which only an encrypted backup can.
    public var withSecrets = false
    /// The environment of `age`.
    public var environment: [String: String] = ProcessInfo.processInfo.environment

    public init() {}
}

extension Engine {
    /// Writes the whole vault into one file, and deletes the oldest backups. What the request
    /// leaves open, `automation.toml` says.
    ///
    /// - Throws: `BackupError`, `AgeProgram.Failure`, `VaultError`; nothing has changed then.
    public func backUp(_ request: BackupRequest = BackupRequest()) throws -> Backup {
        try backUp(request, by: configured { try $0.automationSettings() }.backup)
    }

    func backUp(
        _ request: BackupRequest = BackupRequest(), by settings: AutomationSettings.Backup
    ) throws -> Backup {
        var target = BackupTarget()
        target.folder = request.folder ?? settings.folder
        target.lock =
            request.lock ?? (settings.recipients.isEmpty ? nil : .recipients(settings.recipients))
        target.environment = request.environment
        if request.withSecrets {
            guard target.lock != nil else { throw BackupError.secretsNeedEncryption }
            target.secrets = try secretFiles()
        }
        return try vault.backUp(
            at: moment.now, keeping: request.keep ?? settings.keep, to: target)
    }

    /// Whether a backup is due.
    ///
    /// - Parameters:
    ///   - days: the interval; nil for never.
    ///   - folder: where they go; nil for the vault's own folder.
    public func isBackupDue(everyDays days: Int?, in folder: String? = nil) throws -> Bool {
        guard let days else { return false }
        guard let newest = try vault.newestBackup(until: moment.now, in: folder) else {
            return true
        }
        // By calendar days. A backup made seconds after midnight would otherwise drift a day each
        // time.
        return moment.zone.day(at: newest).days(until: moment.today) >= days
    }

    /// The newest backup, if it is to be checked: once a week, by calendar days.
    ///
    /// - Parameter folder: nil for the vault's own folder.
    /// - Returns: nil also for one that is encrypted, which only its key opens.
    func backupToCheck(in folder: String? = nil) throws -> String? {
        if let last = try vault.checkedBackup(),
            moment.zone.day(at: last.checkedAt).days(until: moment.today) < 7
        {
            return nil
        }
        return try vault.folder.backups(in: folder).last.flatMap { $0.hasSuffix(".age") ? nil : $0 }
    }

    /// Restores a backup in memory, as `backup check` does.
    ///
    /// - Returns: when it was made, in POSIX seconds.
    func check(backup path: String) throws -> Int64 {
        let archive = try BackupArchive(path)
        _ = try BackupSummary(of: archive, at: path)
        return archive.madeAt
    }

    /// The access URLs, also of those in a keyring, and the keys of webhooks, by file name.
    private func secretFiles() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        let folder = vault.folder.secretsPath
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasPrefix("webhook-") {
            files[name] = try FileReader.bytes(ofOrdinaryFile: "\(folder)/\(name)")
        }
        for connection in try vault.connections() where connection.kind == .simplefin {
            let secret = secret(of: connection)
            guard try secret.place() != nil else { continue }
            files["connection-\(connection.id)"] = Array((try secret.load().text + "\n").utf8)
        }
        return files
    }
}
