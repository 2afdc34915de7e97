internal import Foundation

/// A copy of the vault that was just made.
public struct Backup: Hashable, Sendable {
    public let path: String
    public let byteCount: Int
    /// How many older copies were deleted for it.
    public let removedCount: Int
}

extension Vault {
    /// Copies the database into the folder of backups, for the owner alone, and
    /// deletes the oldest copies. Costs as much as reading and writing the
    /// database once; commands may write meanwhile.
    ///
    /// Neither access URLs nor configuration and rules are in it: those are
    /// files beside the database.
    ///
    /// - Parameters:
    ///   - instant: POSIX seconds, after which the copy is called.
    ///   - count: how many copies of this kind stay, the new one included; at
    ///     least 1. Other files are never deleted.
    /// - Throws: where there is no room, or the copy is damaged as the vault
    ///   is; then there is no new copy, and the old ones stay.
    public func backUp(at instant: Int64, keeping count: Int) throws(VaultError) -> Backup {
        let name = BackupName(instant: instant)
        let copy = DatabaseCopy(folder: folder, name: name.text)
        return try explained {
            try makeCopy(copy, check: Self.check)
            let older = try backupNames().filter { $0 != name }.sorted()
            let superfluous = older.dropLast(max(0, count - 1))
            for name in superfluous {
                try DatabaseCopy(folder: folder, name: name.text).remove()
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: copy.path)
            return Backup(
                path: copy.path, byteCount: attributes[.size] as? Int ?? 0,
                removedCount: superfluous.count)
        }
    }

    /// When the newest backup was made that is not from the future, in POSIX
    /// seconds; nil where there is none. Reads the names of the files.
    public func newestBackup(until now: Int64) throws(VaultError) -> Int64? {
        try explained { try backupNames().map(\.instant).filter { $0 <= now }.max() }
    }

    private func backupNames() throws -> [BackupName] {
        guard FileManager.default.fileExists(atPath: folder.backupsPath) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.backupsPath)
            .compactMap { BackupName($0) }
    }

    /// A copy of a damaged page is damaged too, and would take a good one's
    /// place.
    private static func check(_ path: String) throws {
        if let complaint = try PlainConnection(reading: path).complaint() {
            throw VaultError.notADatabase(path: path, reason: complaint)
        }
    }
}
