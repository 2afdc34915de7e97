internal import GRDB
internal import Platform

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An error in opening, reading or writing a vault.
public enum VaultError: Error, Hashable, Sendable {
    /// There is no vault in the folder.
    case missing(path: String)
    /// The database is gone or empty, and the folder shows that one was in use.
    case databaseLost(path: String, isEmpty: Bool)
    /// The folder for a new vault contains other files.
    ///
    /// - Parameter file: the name of one of them.
    case foreignFolder(path: String, file: String)
    /// The folder for a new vault belongs to another user, or many users may write to
    /// it.
    case sharedFolder(path: String)
    /// A version of GhostVault with another schema made the database.
    case madeByOtherVersion(path: String)
    /// The file is not a database, or is damaged.
    case notADatabase(path: String, reason: String)
    /// Others can write the folder or the database, so it may hold rules of theirs.
    case openToOthers(path: String)
    case cannotWrite(path: String, reason: String)
    case cannotRead(path: String, reason: String)
    /// Another process held the database longer than the timeout.
    case busy(path: String)
    /// SQLite rejected a statement; nothing was stored.
    case database(reason: String)
    /// Another pass was stored while this one ran; this one is discarded.
    case overtaken
    /// A stored value has an invalid form.
    ///
    /// - Parameters:
    ///   - id: nil if the row is unknown.
    ///   - path: the database's; nil where the error is found.
    case damagedRow(table: String, id: Int64?, reason: String, path: String? = nil)
    /// Transactions of two accounts share a bank id but have different amounts, so the
    /// accounts are different.
    case accountsClash(transactions: Int)
    /// The SQLite library lacks the session extension that the journal needs.
    case noJournal
    case nothingToUndo
    case nothingToRedo
    /// The journal has no entry with that number.
    case noSuchEntry(Int64)
    /// A journal entry is already undone, or is not the person's newest one.
    case notToBeUndone(Int64)
    /// The same for redo.
    case notToBeRedone(Int64)
    /// The data that a journal entry changed has changed since. Nothing was undone or
    /// redone.
    case decisionsChangedSince(entry: Int64)
}

extension VaultError {
    /// The error with the path of the database that a damaged row is in.
    func located(in path: String) -> VaultError {
        guard case .damagedRow(let table, let id, let reason, nil) = self else { return self }
        return .damagedRow(table: table, id: id, reason: reason, path: path)
    }

    /// Converts an error of SQLite or of a file. Keeps only SQLite's message, never the
    /// statement or its arguments, which hold private data.
    init(_ error: any Error, path: String) {
        if error is RowDecodingError {
            self = .notADatabase(path: path, reason: "a stored value is of another type")
            return
        }
        guard let error = error as? DatabaseError else {
            self = Self.other(error, path: path)
            return
        }
        let reason =
            error.message == "integer overflow"
            ? "a sum of amounts is too large" : error.message ?? error.resultCode.description
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .notADatabase(path: path, reason: reason)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN:
            self = .cannotWrite(
                path: path, reason: DiskSpace.hindrance(at: path) ?? reason)
        case .SQLITE_READONLY, .SQLITE_PERM:
            self = .cannotWrite(path: path, reason: "it can be read here, and not written")
        default: self = .database(reason: reason)
        }
    }
}

extension VaultError {
    /// - Parameter path: the database's, for an error that names no file.
    private static func other(_ error: any Error, path: String) -> VaultError {
        guard FileErrorWords.isFileError(error) else {
            return .database(reason: "\(type(of: error))")
        }
        let path = FileErrorWords.path(of: error) ?? path
        let reason = FileErrorWords.cause(of: error)
        return FileErrorWords.isOfWriting(error)
            ? .cannotWrite(path: path, reason: reason) : .cannotRead(path: path, reason: reason)
    }
}

/// The free space on a disk, and other limits of files.
enum DiskSpace {
    /// The reason why a file can't be opened or grow; nil if it can. SQLite often reports only
    /// "disk I/O error".
    ///
    /// - Parameter path: a file, existing or not, in an existing folder.
    static func hindrance(at path: String) -> String? {
        if isUsedUp(at: path) { return "the disk is full" }
        if lacksDescriptors { return "too many files are open (ulimit -n)" }
        var limit = rlimit()
        guard getrlimit(fileSizeLimit, &limit) == 0, limit.rlim_cur != unlimited else {
            return nil
        }
        return "files may have at most \(limit.rlim_cur) bytes here (ulimit -f)"
    }

    private static var lacksDescriptors: Bool {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return false
        }
        return errno == EMFILE || errno == ENFILE
    }

    private static func isUsedUp(at path: String) -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < leastNeeded
    }

    #if canImport(Glibc)
        private static let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        private static let unlimited = rlim_t.max
    #else
        private static let fileSizeLimit = RLIMIT_FSIZE
        private static let unlimited = rlim_t.max >> 1
    #endif
    private static let leastNeeded: UInt64 = 65_536
}
