internal import Foundation
internal import GRDB

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension VaultFolder {
    /// Replaces the vault's database and text files by those of a backup, or makes a new vault of
    /// them. Secrets, backups and other files in the folder stay.
    ///
    /// Everything is written beside the vault first. From the moment when it is whole, it counts:
    /// a command that finds it there after a power cut finishes the replacement.
    ///
    /// What was waiting to be sent is dropped.
    ///
    /// - Parameters:
    ///   - switchesOff: the files that are restored under another name, which is not read.
    /// - Throws: ``VaultError``, ``BackupError/open(path:)``. Nothing has changed then.
    public func restore(_ archive: BackupArchive, switchingOff: [String]) throws {
        let isNew = !FileManager.default.fileExists(atPath: path)
        if isNew {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let staged = "\(path)/\(Self.restoringName).\(getpid())"
        do {
            try removeStaged()
            try stage(archive, in: staged, switchingOff: switchingOff)
            try checkReplaceable()
            try closeLog()
            guard rename(staged, restoringPath) == 0 else { throw cannotWrite(path) }
        } catch {
            // What is left is removed by the next restore.
            unlinkAll(staged)
            if isNew { rmdir(path) }
            throw error
        }
        try finishRestore()
        try create()
        try addSecrets(of: archive)
    }

    /// Finishes a replacement that was interrupted.
    func finishRestore() throws(VaultError) {
        let folder = open(restoringPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard folder >= 0 else {
            guard errno == ENOENT else { throw cannotWrite(restoringPath) }
            return
        }
        defer { close(folder) }
        // Two commands may find it at once.
        guard flock(folder, LOCK_EX) == 0 else { throw cannotWrite(restoringPath) }
        for part in [BackupArchive.databaseName] + BackupArchive.folders {
            let (new, old) = ("\(restoringPath)/\(part)", "\(restoringPath)/old-\(part)")
            guard access(new, F_OK) == 0 else { continue }
            if part == BackupArchive.databaseName {
                for end in ["-wal", "-shm", "-journal"] { unlink(databasePath + end) }
            }
            guard rename("\(path)/\(part)", old) == 0 || errno == ENOENT,
                rename(new, "\(path)/\(part)") == 0
            else { throw cannotWrite("\(path)/\(part)") }
        }
        let handle = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if handle >= 0 {
            fsync(handle)
            close(handle)
        }
        unlinkAll(restoringPath)
    }

    var restoringPath: String { "\(path)/\(Self.restoringName)" }
    static let restoringName = ".restoring"
    /// The end of the name of a file that is restored and not read.
    public static let switchedOffEnd = ".restored"

    // MARK: Staging

    private func stage(
        _ archive: BackupArchive, in staged: String, switchingOff: [String]
    ) throws {
        guard mkdir(staged, 0o700) == 0 else { throw cannotWrite(staged) }
        for folder in BackupArchive.folders {
            guard mkdir("\(staged)/\(folder)", 0o700) == 0 else { throw cannotWrite(staged) }
        }
        for (name, bytes) in archive.files
        where BackupArchive.folders.contains(where: { name.hasPrefix($0 + "/") }) {
            let end = switchingOff.contains(name) ? Self.switchedOffEnd : ""
            try write(bytes, to: "\(staged)/\(name)\(end)")
        }
        let database = "\(staged)/\(BackupArchive.databaseName)"
        try write(archive.database, to: database)
        let connection = try PlainConnection(writing: database)
        // A process number of another time must not be ended, and old messages are not sent.
        // Earlier versions of handlers would stand in for files that are broken or switched off.
        try connection.execute(
            """
            DELETE FROM running_commands;
            UPDATE outbox SET state = 'dismissed' WHERE state = 'waiting';
            DELETE FROM file_versions
            WHERE path LIKE 'automation/%' OR path = 'config/automation.toml';
            """)
        try connection.execute("PRAGMA journal_mode = WAL")
    }

    /// Names are checked, and the folder is new: nothing in it can lead elsewhere.
    private func write(_ bytes: [UInt8], to path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw cannotWrite(path) }
        defer { close(file) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        try handle.write(contentsOf: Data(bytes))
        guard fsync(file) == 0 else { throw cannotWrite(path) }
    }

    /// Adds those that the vault doesn't have.
    private func addSecrets(of archive: BackupArchive) throws {
        for (name, bytes) in archive.files where name.hasPrefix("secrets/") {
            guard access("\(path)/\(name)", F_OK) != 0 else { continue }
            try write(bytes, to: "\(path)/\(name)")
        }
    }

    // MARK: Replacing

    /// A folder that is a disk of its own can't be replaced.
    private func checkReplaceable() throws {
        var own = stat()
        guard stat(path, &own) == 0, access(path, W_OK) == 0 else { throw cannotWrite(path) }
        for part in [BackupArchive.databaseName] + BackupArchive.folders {
            var status = stat()
            guard lstat("\(path)/\(part)", &status) == 0 else { continue }
            guard status.st_dev == own.st_dev else {
                throw VaultError.cannotWrite(
                    path: "\(path)/\(part)", reason: "it is a disk of its own")
            }
        }
    }

    /// Writes the log into the present database. SQLite can do that only while nobody else has it
    /// open: another command would keep the old database, and write to the new one's log.
    private func closeLog() throws {
        guard FileManager.default.fileExists(atPath: databasePath) else { return }
        do {
            let database = try PlainConnection(writing: databasePath)
            let mode = try database.firstText(of: "PRAGMA journal_mode = DELETE")
            guard mode == "delete" else { throw BackupError.open(path: path) }
        } catch let error as DatabaseError {
            // A damaged one has no log to keep.
            guard [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) else { return }
            throw BackupError.open(path: path)
        }
    }

    private func removeStaged() throws {
        let prefix = "\(Self.restoringName)."
        for name in try FileManager.default.contentsOfDirectory(atPath: path)
        where name.hasPrefix(prefix) {
            guard let process = pid_t(name.dropFirst(prefix.count)),
                process == getpid() || kill(process, 0) != 0
            else { continue }
            unlinkAll("\(path)/\(name)")
        }
    }

    /// Removes a folder. What can't be removed is left for the next time.
    private func unlinkAll(_ path: String) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            // It is not read, and a restore removes it.
        }
    }

    private func cannotWrite(_ path: String) -> VaultError {
        .cannotWrite(path: path, reason: String(cString: strerror(errno)).lowercased())
    }
}
