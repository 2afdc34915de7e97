internal import Configuration
internal import Foundation
public import Vault

/// The restoring of a backup into a folder.
public struct BackupRestore: Sendable {
    private let archive: BackupArchive
    private let folder: VaultFolder
    public let plan: RestorePlan

    /// - Parameter path: the backup's, for errors.
    /// - Throws: `BackupError`, `VaultError`; nothing has changed.
    public init(_ archive: BackupArchive, at path: String, into folder: VaultFolder) throws {
        self.archive = archive
        self.folder = folder
        plan = try RestorePlan(archive, at: path, into: folder)
    }

    public struct Outcome: Sendable {
        /// The backup of what the vault held before, or the copy of a damaged database; nil for
        /// a new vault.
        public let keptPath: String?
        /// Files of automation that are restored and switched off, as paths within the vault.
        public let switchedOff: [String]
    }

    /// Keeps what the vault holds now, and replaces it.
    ///
    /// - Parameters:
    ///   - moment: the time of the backup that is made first.
    ///   - withAutomation: whether handlers that the vault doesn't have yet, and what they may
    ///     reach, are switched on.
    /// - Throws: `BackupError.inUse` while the vault is watched or synced.
    public func run(at moment: Moment, withAutomation: Bool) throws -> Outcome {
        let switchedOff = withAutomation ? [] : plan.newAutomation
        guard plan.replacesVault else {
            try folder.restore(archive, switchingOff: switchedOff)
            return Outcome(keptPath: nil, switchedOff: switchedOff)
        }
        return try folder.whileNobodyWorks {
            let kept = try keepPresent(at: moment)
            try folder.restore(archive, switchingOff: switchedOff)
            return Outcome(keptPath: kept, switchedOff: switchedOff)
        }
    }

    /// Backs up the vault as it is, unencrypted and in its own folder, or copies a database that
    /// is damaged.
    private func keepPresent(at moment: Moment) throws -> String? {
        guard plan.present == nil else {
            do {
                return try Vault.open(folder).backUp(at: moment.now, keeping: .max).path
            } catch VaultError.notADatabase {
                return try copyDamaged(at: moment)
            }
        }
        return try copyDamaged(at: moment)
    }

    private func copyDamaged(at moment: Moment) throws -> String? {
        guard folder.holdsVault else { return nil }
        let place = "\(folder.backupsPath)/damaged-\(moment.now)"
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for end in ["", "-wal"]
        where FileManager.default.fileExists(atPath: folder.databasePath + end) {
            try FileManager.default.copyItem(
                atPath: folder.databasePath + end, toPath: "\(place)/vault.sqlite\(end)")
        }
        return place
    }
}

extension VaultFolder {
    /// Runs work while no watcher and no sync can begin.
    ///
    /// - Throws: `BackupError.inUse` if one is running.
    func whileNobodyWorks<Value>(_ body: () throws -> Value) throws -> Value {
        let watch = try ProcessLock(path: watchLockPath)
        guard watch.take() else {
            throw BackupError.inUse(path: path, process: watch.holder.process)
        }
        let sync = try ProcessLock(path: syncLockPath)
        guard sync.take() else {
            throw BackupError.inUse(path: path, process: sync.holder.process)
        }
        return try body()
    }
}
