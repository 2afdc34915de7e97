internal import GRDB

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension Vault {
    /// A number that is another whenever another process, or another opening of
    /// the file, has written since the last look; own writes leave it.
    ///
    /// It says nothing from one opening of the vault to the next, and costs some
    /// microseconds.
    public func otherWriters() throws(VaultError) -> Int64 {
        // Within a transaction it would be that of the transaction's beginning.
        try readOutsideTransaction { database in
            try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0
        }
    }

    /// Whether the database's path leads to another file than the one that was
    /// opened.
    public func isOfAnotherFile() -> Bool {
        FileIdentity(path: folder.databasePath) != openedFile
    }
}

/// Which file a path leads to.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// Nil where there is none.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
