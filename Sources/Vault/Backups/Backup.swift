internal import Foundation
internal import Model
public import Platform

/// A new backup of the vault.
public struct Backup: Hashable, Sendable {
    public let path: String
    public let byteCount: Int
    /// Whether it is encrypted, so that only its size could be verified.
    public let isEncrypted: Bool
    /// The number of older backups deleted for it.
    public let removedCount: Int
    /// An older backup that holds more than this one and is therefore kept; nil if
    /// there is none.
    public let fullerCopy: FullerCopy?

    public struct FullerCopy: Hashable, Sendable {
        public let path: String
        /// Transactions beyond those of the new backup, 0 and more.
        public let moreTransactions: Int
        /// Decisions that were not undone. If both are 0, it holds more accounts.
        public let moreDecisions: Int
    }
}

/// Where a backup goes, and what it holds beside the vault's database and text files.
public struct BackupTarget: Sendable {
    /// An existing folder; nil for the vault's own.
    public var folder: String?
    /// Nil for a backup that is not encrypted.
    public var lock: AgeProgram.Lock?
    /// The environment of `age`.
    public var environment: [String: String] = [:]
    /// Files for the folder of secrets, by name.
    public var secrets: [String: [UInt8]] = [:]

    public init() {}
}

extension Vault {
    /// Writes the vault into one file, for the owner alone, and deletes the oldest backups.
    /// Commands may write meanwhile.
    ///
    /// The file is a tar archive with gzip, which `age` may encrypt. It holds the database,
    /// rules, plugins, handlers and configuration. It is read back before it gets its name.
    ///
    /// An unencrypted backup that holds more than the new one is kept: no command removes
    /// transactions or accounts, and the journal records undone decisions.
    ///
    /// - Parameters:
    ///   - instant: POSIX seconds; determines the name.
    ///   - count: the number of backups to keep, the new one included; at least 1.
    ///     Those dated in the future go first. Other files, and backups of other vaults, are
    ///     never deleted.
    /// - Throws: ``BackupError/noFolder(path:)``; or if there is no room, or the database or
    ///   its copy is damaged. Nothing has changed then.
    /// - Complexity: reads the database three times and writes it twice.
    public func backUp(
        at instant: Int64, keeping count: Int, to target: BackupTarget = BackupTarget()
    ) throws -> Backup {
        if let folder = target.folder, !VaultFolder.isFolder(folder) {
            throw BackupError.noFolder(path: folder)
        }
        let place = target.folder ?? folder.backupsPath
        let tag = target.folder == nil ? nil : folder.backupTag
        let name = BackupName(instant: instant, tag: tag, isEncrypted: target.lock != nil)
        let contents = try makeBackup(BackupDraft(folder, place, name), target)
        func path(of name: BackupName) -> String { "\(place)/\(name.text)" }
        let older = try VaultFolder.backupNames(in: place)
            .filter { $0 != name && $0.tag == tag }
            .sorted { ($0.instant > instant ? 0 : 1, $0) < ($1.instant > instant ? 0 : 1, $1) }
        let fuller = older.map { (name: $0, contents: BackupContents(ofBackup: path(of: $0))) }
            .filter { $0.contents.isFuller(than: contents) }
            .max {
                let (left, right) = ($0.contents, $1.contents)
                return (left.transactions, left.accounts, left.decisions, $0.name)
                    < (right.transactions, right.accounts, right.decisions, $1.name)
            }
        let superfluous = older.dropLast(max(0, count - 1)).filter { $0 != fuller?.name }
        for name in superfluous { try BackupDraft(folder, place, name).remove() }
        let attributes = try FileManager.default.attributesOfItem(atPath: path(of: name))
        return Backup(
            path: path(of: name), byteCount: attributes[.size] as? Int ?? 0,
            isEncrypted: name.isEncrypted, removedCount: superfluous.count,
            fullerCopy: fuller.map {
                Backup.FullerCopy(
                    path: path(of: $0.name),
                    moreTransactions: max(0, $0.contents.transactions - contents.transactions),
                    moreDecisions: $0.contents.hasDecisions(lostIn: contents)
                        ? $0.contents.decisions - contents.decisions : 0)
            })
    }

    /// Errors of `age` and of the backup itself pass as they are.
    private func makeBackup(
        _ draft: BackupDraft, _ target: BackupTarget
    ) throws -> BackupContents {
        var failure: (any Error)?
        let contents: BackupContents? = try explained {
            do {
                return try draft.make(of: databaseAddress, target)
            } catch let error where error is BackupError || error is AgeProgram.Failure {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        return contents ?? .none
    }

    /// The time of the newest backup that is not in the future, in POSIX seconds; nil
    /// if there is none. Reads the file names only.
    ///
    /// - Parameter place: nil for the vault's own folder.
    public func newestBackup(
        until now: Int64, in place: String? = nil
    ) throws(VaultError) -> Int64? {
        let tag = place == nil ? nil : folder.backupTag
        return try explained {
            try VaultFolder.backupNames(in: place ?? folder.backupsPath)
                .filter { $0.tag == tag }.map(\.instant).filter { $0 <= now }.max()
        }
    }
}

extension VaultFolder {
    /// The newest backup in the vault's own folder that is sound and not encrypted; nil if there
    /// is none.
    ///
    /// - Complexity: reads a whole backup, or more if the newest are damaged.
    public func newestSoundBackup() -> String? {
        do {
            return try Self.backupNames(in: backupsPath).filter { !$0.isEncrypted }
                .sorted(by: >).map { "\(backupsPath)/\($0.text)" }.first(where: Self.isSound)
        } catch {
            // An unreadable folder has no backups.
            return nil
        }
    }

    private static func isSound(_ path: String) -> Bool {
        do {
            _ = try BackupSummary(of: BackupArchive(path), at: path)
            return true
        } catch {
            return false
        }
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    static func backupNames(in folder: String) throws -> [BackupName] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            .compactMap { BackupName($0) }
    }

    /// The paths of this vault's backups in a folder, encrypted ones too.
    public func backups(in place: String? = nil) throws -> [String] {
        let tag = place == nil ? nil : backupTag
        let folder = place ?? backupsPath
        return try Self.backupNames(in: folder).filter { $0.tag == tag }.sorted()
            .map { "\(folder)/\($0.text)" }
    }

    /// What tells this vault's backups from those of others in the same folder. A vault that
    /// moves leaves its old backups as they are.
    var backupTag: String {
        let host = ProcessInfo.processInfo.hostName
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        return SHA256.digest(of: Array("\(host)\n\(path)".utf8)).prefix(4).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension BackupContents {
    /// What a backup says of itself; ``none`` for one that is encrypted or can't be read.
    init(ofBackup path: String) {
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            let reader = try GzipReader(file.fileDescriptor)
            self = try BackupManifest(from: TarReader { try reader.read($0) }).contents
        } catch {
            self = .none
        }
    }
}
