internal import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A copy of the database in the folder of backups: there whole, or not there.
struct DatabaseCopy {
    let folder: VaultFolder
    /// Within the folder of backups.
    let name: String

    var path: String { "\(folder.backupsPath)/\(name)" }

    /// Copies the whole database, also what is still in its log, and forces the
    /// copy to the disk before it has its name. Commands may write meanwhile.
    ///
    /// - Parameters:
    ///   - database: its path, or its `file:` address.
    ///   - checksSource: whether to compare the database's tables and indexes first. Their
    ///     differences would be copied, and a look at the copy's pages would miss them.
    /// - Throws: if there is no room for it, or it would be damaged; nothing is changed then.
    @discardableResult
    func make(of database: String, checksSource: Bool = false) throws -> BackupContents {
        try folder.makeFolder(at: folder.backupsPath)
        try removeAbandoned()
        let unfinished = "\(path)\(Self.unfinished)\(getpid())"
        try makePrivateFile(at: unfinished)
        do {
            let source = try PlainConnection(reading: database)
            if checksSource, let complaint = try source.complaint(comparingIndexes: true) {
                throw damaged(complaint)
            }
            let least = checksSource ? try BackupContents(source) : .none
            try source.copy(into: unfinished)
            let copy = try PlainConnection(reading: unfinished)
            if let complaint = try copy.complaint() { throw damaged(complaint) }
            let contents = checksSource ? try BackupContents(copy) : .none
            // Commands only add to what is counted.
            guard contents >= least else { throw damaged("rows are lost when it is copied") }
            try force(unfinished)
            guard rename(unfinished, path) == 0 else { throw cannotWrite(path) }
            try force(folder.backupsPath)
            return contents
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    /// Whether SQLite finds nothing wrong with the pages of a copy.
    static func isSound(at path: String) -> Bool {
        do {
            return try PlainConnection(reading: path).complaint() == nil
        } catch {
            return false
        }
    }

    private func damaged(_ complaint: String) -> VaultError {
        .notADatabase(path: folder.databasePath, reason: complaint)
    }

    /// Deletes a copy. One that is gone already does no harm.
    func remove() throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw cannotWrite(path) }
    }

    private static let unfinished = ".unfinished-"

    /// Deletes what a process that was killed has left of a copy.
    private func removeAbandoned() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.backupsPath) {
            let parts = name.components(separatedBy: Self.unfinished)
            guard parts.count == 2, let process = pid_t(parts[1]), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try DatabaseCopy(folder: folder, name: name).remove()
        }
    }

    /// SQLite fills an empty file that is there, and leaves its mode.
    private func makePrivateFile(at path: String) throws {
        let descriptor = open(path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw cannotWrite(path) }
        close(descriptor)
    }

    private func force(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannotWrite(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw cannotWrite(path) }
    }

    private func cannotWrite(_ path: String) -> VaultError {
        .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
}
