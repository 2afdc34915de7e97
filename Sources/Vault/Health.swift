internal import Foundation
internal import GRDB

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension Vault {
    /// Looks at every page, index and reference of the database, and at every day.
    ///
    /// - Returns: what SQLite finds wrong, in its own words, at most a hundred
    ///   of them; they name tables and rows, and none of what they hold.
    /// - Complexity: reads the whole file, a second for each few hundred MB.
    public func damage() throws(VaultError) -> [String] {
        try read { database in
            let found = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            let strays = try Row.fetchAll(
                database, sql: "SELECT \"table\", count(*) FROM pragma_foreign_key_check GROUP BY 1"
            )
            return try found.filter { $0 != "ok" }
                + strays.map {
                    "\($0[0] as String): \($0[1] as Int) rows refer to rows that are gone"
                }
                + Self.impossibleDays(database)
        }
    }

    private static let days = [
        ("transactions", "day"), ("daily_balances", "day"), ("changed_transactions", "day"),
        ("accounts", "covered_from"), ("accounts", "covered_to"),
        ("held_back_answers", "first_day"), ("connections", "empty_asked_on"),
        ("series", "first_day"), ("series", "last_day"), ("rule_uses", "last_day"),
        ("events", "day"), ("event_subscriptions", "since_day"), ("event_accounts", "since_day"),
    ]

    /// Days beyond 32 bits, which no version stores.
    private static func impossibleDays(_ database: Database) throws -> [String] {
        try days.compactMap { table, column in
            let count = try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM \(table) WHERE \(column) NOT BETWEEN ? AND ?",
                arguments: [Int32.min, Int32.max])
            guard let count, count > 0 else { return nil }
            return
                "\(table): \(count == 1 ? "1 row has" : "\(count) rows have") a \(column) out of range"
        }
    }

    /// Looks whether the vault can be written, and leaves nothing written.
    ///
    /// - Throws: ``VaultError/cannotWrite(path:reason:)``, and
    ///   ``VaultError/busy(path:)`` if another command is writing all the while.
    public func checkIsWritable() throws(VaultError) {
        try writeInVain { database in
            // A read-only database begins a transaction and refuses only this.
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.execute(sql: "PRAGMA user_version = \(version)")
        }
        guard FileManager.default.isWritableFile(atPath: folder.path) else {
            throw .cannotWrite(
                path: folder.path, reason: "it can be read here, and not written")
        }
        // What was taken back above need not have reached the disk.
        try RoomToWrite(folder.path).check()
    }

    /// How many of the payment histories, which passes remember, are damaged.
    public func damagedPaymentHistories() throws(VaultError) -> Int {
        try read { try PaymentHistoryStore(database: $0).damagedCount() }
    }
}

/// Whether a folder's disk takes as much as a command may write, found out by writing it
/// to a file without a name: a disk may say that it has room and have none for this
/// person.
struct RoomToWrite {
    private let folder: String

    init(_ folder: String) {
        self.folder = folder
    }

    /// - Throws: ``VaultError/cannotWrite(path:reason:)``. Nothing is left in either case.
    func check() throws(VaultError) {
        let path = "\(folder)/.room-\(getpid())"
        // What an earlier process of that number left.
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw failure() }
        unlink(path)
        defer { close(file) }
        let block = [UInt8](repeating: 1, count: Self.blockBytes)
        for _ in 0..<Self.blocks {
            errno = 0
            guard write(file, block, block.count) == block.count else { throw failure() }
        }
        guard fsync(file) == 0 else { throw failure() }
    }

    private func failure() -> VaultError {
        // Of what was written in part only no number is told.
        let number = errno == 0 ? ENOSPC : errno
        return .cannotWrite(
            path: folder,
            reason: number == ENOSPC || number == EDQUOT
                ? "the disk is full" : String(cString: strerror(number)).lowercased())
    }

    private static let blockBytes = 4096
    /// What a sync of some hundred transactions writes.
    private static let blocks = 64
}

/// A file or folder of a vault that others than its owner can read or change.
public struct ExposedPath: Hashable, Sendable {
    public let path: String
    /// The permission bits that it has.
    public let mode: Int
    /// Those that it should have at the most.
    public let privateMode: Int

    public init(path: String, mode: Int, privateMode: Int) {
        self.path = path
        self.mode = mode
        self.privateMode = privateMode
    }
}

extension VaultFolder {
    /// What of the vault is open to others: the folder itself, the database with
    /// its journals, backups and secrets. Files with rules may be anyone's to
    /// read, behind the folder's door.
    ///
    /// - Throws: ``VaultError/cannotRead(path:reason:)``.
    public func exposedPaths() throws(VaultError) -> [ExposedPath] {
        var paths = [path, secretsPath, backupsPath, databasePath]
        paths += ["-wal", "-shm"].map { databasePath + $0 }
        do {
            for folder in [secretsPath, backupsPath] {
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
                    isFolder.boolValue
                else { continue }
                paths += try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                    .map { "\(folder)/\($0)" }
            }
            return try paths.compactMap { path in
                guard FileManager.default.fileExists(atPath: path) else { return nil }
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
                let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                guard mode & 0o077 != 0 else { return nil }
                return ExposedPath(path: path, mode: mode, privateMode: isFolder ? 0o700 : 0o600)
            }
        } catch {
            throw .cannotRead(path: path, reason: error.localizedDescription)
        }
    }
}
