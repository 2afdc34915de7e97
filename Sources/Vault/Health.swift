internal import Foundation
internal import GRDB
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension Vault {
    /// Checks every page, index, reference and day of the database.
    ///
    /// - Returns: SQLite's messages, at most a hundred. They name tables and rows, and
    ///   none of their contents.
    /// - Complexity: reads the whole file, a second for each few hundred MB.
    public func damage() throws(VaultError) -> [String] {
        try read { database in
            let found = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            let strays = try Row.fetchAll(
                database, sql: "SELECT \"table\", count(*) FROM pragma_foreign_key_check GROUP BY 1"
            )
            return try found.filter { $0 != "ok" }
                + strays.map {
                    try
                        "\($0.value(0) as String): \($0.value(1) as Int) rows refer to rows that are gone"
                }
                + Self.impossibleDays(database) + Self.wrongSigns(database)
        }
    }

    /// The number of rows of each table. Linear in the size of the vault.
    public func tableSizes() throws(VaultError) -> [String: Int] {
        try read { database in
            try Dictionary(
                uniqueKeysWithValues: Self.tableNames.map { table in
                    let sql = "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)"
                    return (table, try Int.fetchOne(database, sql: sql) ?? 0)
                })
        }
    }

    /// The names of a vault's tables, which are the same in every vault.
    public static let tableNames = Schema.statements.joined(separator: "\n")
        .matches(of: #/CREATE TABLE (\w+)/#).map { String($0.1) }

    private static let days = [
        ("transactions", "day"), ("daily_balances", "day"), ("holding_days", "day"),
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

    /// Amounts that are not the bank's with the sign that the person decided.
    private static func wrongSigns(_ database: Database) throws -> [String] {
        let count = try Int.fetchOne(
            database,
            sql: "SELECT count(*) FROM transactions WHERE amount <> \(Schema.countedAmount)")
        guard let count, count > 0 else { return [] }
        return [
            "transactions: \(count == 1 ? "1 row has" : "\(count) rows have") an amount that differs from its bank's"
        ]
    }

    /// Checks that the vault is writable, without changing it.
    ///
    /// - Throws: ``VaultError/cannotWrite(path:reason:)``, or
    ///   ``VaultError/busy(path:)`` if another command holds the lock until the
    ///   timeout.
    public func checkIsWritable() throws(VaultError) {
        try writeInVain { database in
            // A read-only database begins a transaction and rejects only this.
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.execute(sql: "PRAGMA user_version = \(version)")
        }
        guard FileManager.default.isWritableFile(atPath: folder.path) else {
            throw .cannotWrite(
                path: folder.path, reason: "it can be read here, and not written")
        }
        // The rolled-back write above may not have reached the disk.
        try RoomToWrite(folder.path).check()
    }
}

/// A check that the disk has room for a typical command: writes a temporary unlinked
/// file, as free space may not be available to this user.
struct RoomToWrite {
    private let folder: String

    init(_ folder: String) {
        self.folder = folder
    }

    /// - Throws: ``VaultError/cannotWrite(path:reason:)``. The file is removed in
    ///   either case.
    func check() throws(VaultError) {
        let path = "\(folder)/.room-\(getpid())"
        // A leftover of an earlier process with this number.
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
        // A partial write sets no error number.
        let number = errno == 0 ? ENOSPC : errno
        return .cannotWrite(
            path: folder,
            reason: number == ENOSPC || number == EDQUOT
                ? "the disk is full" : String(cString: strerror(number)).lowercased())
    }

    private static let blockBytes = 4096
    /// The size of a sync of some hundred transactions.
    private static let blocks = 64
}

/// A file or folder of a vault that other users can read or change.
public struct ExposedPath: Hashable, Sendable {
    public let path: String
    /// The current permission bits.
    public let mode: Int
    /// The permission bits it should have at most.
    public let privateMode: Int

    public init(path: String, mode: Int, privateMode: Int) {
        self.path = path
        self.mode = mode
        self.privateMode = privateMode
    }
}

extension VaultFolder {
    /// The paths that are open to others: the folder, the database with its journals, backups,
    /// secrets and the log of questions. Rule files and their folders may be readable, as the folder
    /// protects them, and not writable.
    ///
    /// - Throws: ``VaultError/cannotRead(path:reason:)``.
    public func exposedPaths() throws(VaultError) -> [ExposedPath] {
        // What is in another user's folder can't be seen.
        guard access(path, R_OK | X_OK) == 0 || errno == ENOENT else {
            throw .cannotRead(path: path, reason: String(cString: strerror(errno)) + ".")
        }
        var paths = [path, secretsPath, backupsPath, questionsPath, databasePath]
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
            let ruling = try pathsOfRules.filter(PathTrust().isOpenToOthers).map { path in
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
                return ExposedPath(path: path, mode: mode, privateMode: mode & ~0o022)
            }
            return try ruling
                + paths.compactMap { path in
                    guard FileManager.default.fileExists(atPath: path) else { return nil }
                    let attributes = try FileManager.default.attributesOfItem(atPath: path)
                    let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
                    let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                    guard mode & 0o077 != 0 else { return nil }
                    return ExposedPath(
                        path: path, mode: mode, privateMode: isFolder ? 0o700 : 0o600)
                }
        } catch {
            throw .cannotRead(path: path, reason: FileErrorWords.cause(of: error))
        }
    }

    /// The folders of rules, configuration, handlers and plugins, and the files in them.
    private var pathsOfRules: [String] {
        get throws {
            try [configPath, rulesPath, automationPath, pluginsPath].flatMap { folder in
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
                    isFolder.boolValue
                else { return [String]() }
                return try [folder]
                    + FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                    .map { "\(folder)/\($0)" }
            }
        }
    }
}
