internal import GRDB

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Why a vault could not be opened, read or written.
public enum VaultError: Error, Hashable, Sendable {
    /// There is no vault in the folder.
    case missing(path: String)
    /// The database is gone or empty, and the folder shows that one was in use.
    case databaseLost(path: String, isEmpty: Bool)
    /// The folder for a new vault holds other files.
    ///
    /// - Parameter file: the name of one.
    case foreignFolder(path: String, file: String)
    /// The folder for a new vault is another user's, or one that many put files into.
    case sharedFolder(path: String)
    /// The file was written by a version of GhostVault that knows more.
    case madeByNewerVersion(path: String)
    /// The file is no database, or is damaged.
    case notADatabase(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    case cannotRead(path: String, reason: String)
    /// Another process held the database longer than one waits for it.
    case busy(path: String)
    /// SQLite refused a statement; nothing of the command was stored.
    case database(reason: String)
    /// Another pass was stored while this one ran, which was thrown away.
    case overtaken
    /// A stored value has a form that no version writes.
    ///
    /// - Parameter id: nil if it is not known which row has it.
    case damagedRow(table: String, id: Int64?, reason: String)
    /// Transactions of two accounts have one id at the bank and different
    /// amounts, so that the accounts are not one.
    case accountsClash(transactions: Int)
    /// The SQLite library at hand can't keep a journal of decisions.
    case noJournal
    case nothingToUndo
    case nothingToRedo
    /// The journal has no entry with that number.
    case noSuchEntry(Int64)
    /// An entry of the journal is undone already, or is the person's and not their
    /// newest.
    case notToBeUndone(Int64)
    /// The same of what is to be done again.
    case notToBeRedone(Int64)
    /// What an entry of the journal changed is not as it left it: something
    /// else has changed it since. Nothing was undone or redone.
    case decisionsChangedSince(entry: Int64, summary: String)
}

extension VaultError {
    /// Turns SQLite's error into one of ours. Only SQLite's own words are
    /// kept, never the statement or its arguments, which hold private data.
    init(_ error: any Error, path: String) {
        guard let error = error as? DatabaseError else {
            self = .database(reason: "\(type(of: error))")
            return
        }
        let reason = error.message ?? error.resultCode.description
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

/// The room that is left on a disk.
enum DiskSpace {
    /// Why a file can't grow; nil if it can. SQLite says no more than "disk I/O error" of
    /// some writes that fail for it.
    ///
    /// - Parameter path: a file, which need not be there, in a folder that is.
    static func hindrance(at path: String) -> String? {
        if isUsedUp(at: path) { return "the disk is full" }
        var limit = rlimit()
        guard getrlimit(fileSizeLimit, &limit) == 0, limit.rlim_cur != unlimited else {
            return nil
        }
        return "files may have at most \(limit.rlim_cur) bytes here (ulimit -f)"
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
