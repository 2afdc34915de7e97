internal import Foundation
package import GRDB
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The SQLite database with facts, decisions and conclusions.
///
/// Each use case is one SQLite transaction: a killed command leaves the vault as it
/// was.
public final class Vault: Sendable {
    public let folder: VaultFolder
    private let queue: DatabaseQueue
    /// The identity of the file before it was opened.
    let openedFile: FileIdentity?
    let clock: @Sendable () -> Int64
    /// Whether the last attempt to delete unused verdicts failed.
    let isSweepLeft = Mutex(false)

    /// Opens the vault in a folder.
    ///
    /// - Parameter clock: the POSIX seconds of decisions.
    /// - Throws: ``VaultError/missing(path:)`` if the folder has none,
    ///   ``VaultError/databaseLost(path:isEmpty:)`` if it had one.
    public static func open(
        _ folder: VaultFolder, clock: @escaping @Sendable () -> Int64 = systemClock
    ) throws(VaultError) -> Vault {
        guard try folder.findsDatabase() else { throw .missing(path: folder.path) }
        return try Vault(folder, clock)
    }

    /// Opens the vault in a folder, creating folder and database if they are missing.
    ///
    /// - Parameter clock: the POSIX seconds of decisions.
    /// - Throws: ``VaultError/databaseLost(path:isEmpty:)`` and
    ///   ``VaultError/foreignFolder(path:file:)``, with nothing changed.
    public static func openOrCreate(
        _ folder: VaultFolder, clock: @escaping @Sendable () -> Int64 = systemClock
    ) throws(VaultError) -> Vault {
        guard try !folder.findsDatabase() else { return try Vault(folder, clock) }
        try folder.refuseForeignFiles()
        try folder.create()
        try folder.createDatabaseFile()
        let vault = try Vault(folder, clock)
        do {
            try vault.useWriteAheadLog()
        } catch {
            throw VaultError(error, path: folder.databasePath)
        }
        return vault
    }

    /// The mode persists in the file. GRDB's own setting would write to disk on each
    /// opening.
    ///
    /// SQLite does not wait for other commands before it changes the mode, so this
    /// retries for up to ten seconds.
    private func useWriteAheadLog() throws {
        for attempt in 1...1000 {
            do {
                try queue.writeWithoutTransaction { database in
                    try database.execute(sql: "PRAGMA journal_mode = WAL")
                }
                return
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                guard attempt < 1000 else { throw error }
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    /// The system clock, in POSIX seconds.
    @Sendable public static func systemClock() -> Int64 { Int64(Date().timeIntervalSince1970) }

    private init(
        _ folder: VaultFolder, _ clock: @escaping @Sendable () -> Int64
    ) throws(VaultError) {
        self.folder = folder
        self.clock = clock
        openedFile = FileIdentity(path: folder.databasePath)
        do {
            queue = try VaultOpening(folder).open()
        } catch let error as VaultError {
            throw error
        } catch {
            throw VaultError(error, path: folder.databasePath)
        }
    }

    /// Runs a use case that only reads.
    ///
    /// A write is rolled back and reported as an error. Making the connection read-only
    /// first would discard all prepared statements, which costs more than most reads.
    package func read<Value>(_ body: (Database) throws -> Value) throws(VaultError) -> Value {
        try explained {
            // Within atOneMoment(_:) this thread already holds the database.
            try queue.unsafeReentrantRead { database in
                let changesBefore = database.totalChangesCount
                var value: Value?
                if database.isInsideTransaction {
                    value = try body(database)
                } else {
                    try database.inTransaction(.deferred) {
                        value = try body(database)
                        return .rollback
                    }
                }
                guard let value, database.totalChangesCount == changesBefore else {
                    throw DatabaseError(resultCode: .SQLITE_READONLY)
                }
                return value
            }
        }
    }

    /// Runs several reading use cases on one snapshot of the vault, unaffected by
    /// concurrent writes. Within another such run it is of that one's snapshot.
    ///
    /// - Throws: what the body throws; ``VaultError`` if it would write.
    public func atOneMoment<Value>(_ body: () throws -> Value) throws -> Value {
        var outcome: Result<Value, any Error>?
        try explained {
            try queue.unsafeReentrantRead { database in
                guard !database.isInsideTransaction else {
                    outcome = Result(catching: body)
                    return
                }
                try database.inTransaction(.deferred) {
                    outcome = Result(catching: body)
                    return .rollback
                }
            }
        }
        guard let outcome else { throw VaultError.database(reason: "nothing was read") }
        return try outcome.get()
    }

    /// Reads connection state outside a transaction.
    func readOutsideTransaction<Value>(
        _ body: (Database) throws -> Value
    ) throws(VaultError) -> Value {
        try explained { try queue.unsafeRead(body) }
    }

    /// Runs a use case that writes, atomically.
    func write<Value>(_ body: (Database) throws -> Value) throws(VaultError) -> Value {
        try explained {
            // A write within atOneMoment(_:) would be rolled back with it.
            guard !queue.unsafeReentrantRead(\.isInsideTransaction) else {
                throw DatabaseError(resultCode: .SQLITE_READONLY)
            }
            return try queue.write(body)
        }
    }

    /// Runs reading use cases on the vault as a change would leave it, and rolls it back.
    func supposing<Value>(
        _ change: (Database) throws -> Void, _ body: () throws -> Value
    ) throws -> Value {
        var outcome: Result<Value, any Error>?
        try explained {
            try queue.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    try change(database)
                    outcome = Result(catching: body)
                    return .rollback
                }
            }
        }
        guard let outcome else { throw VaultError.database(reason: "nothing was read") }
        return try outcome.get()
    }

    /// Runs a write and rolls it back.
    func writeInVain(_ body: (Database) throws -> Void) throws(VaultError) {
        try explained {
            try queue.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    try body(database)
                    return .rollback
                }
            }
        }
    }

    /// Like ``write(_:)``, for rows whose references are known to be valid. Without
    /// foreign key checks a million rows take half the time.
    func writeUnchecked<Value>(_ body: (Database) throws -> Value) throws(VaultError) -> Value {
        try explained {
            try queue.writeWithoutTransaction { database in
                // SQLite ignores this within a transaction.
                try database.execute(sql: "PRAGMA foreign_keys = OFF")
                let outcome = Result {
                    var value: Value?
                    try database.inTransaction(.immediate) {
                        value = try body(database)
                        return .commit
                    }
                    guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
                    return value
                }
                try database.execute(sql: "PRAGMA foreign_keys = ON")
                return try outcome.get()
            }
        }
    }

    /// The path of the database; a `file:` address for a database that can't be written.
    var databaseAddress: String { queue.path }

    /// Converts file and SQLite errors to ``VaultError``.
    func explained<Value>(_ body: () throws -> Value) throws(VaultError) -> Value {
        do {
            return try body()
        } catch let error as VaultError {
            throw error.located(in: folder.databasePath)
        } catch {
            throw VaultError(error, path: folder.databasePath)
        }
    }

    /// Runs a use case that changes decisions and records the changes in the journal,
    /// for undo. A use case that changes nothing adds no entry.
    ///
    /// - Parameters:
    ///   - summary: a short description for `history`.
    ///   - isAutomatic: whether handlers made the decision instead of the person.
    func decide<Value>(
        _ summary: String, isAutomatic: Bool = false, _ body: (Database) throws -> Value
    ) throws(VaultError) -> Value {
        let instant = clock()
        return try write { database in
            try Journal(database).record(
                summary, madeAt: instant, isAutomatic: isAutomatic
            ) { try body(database) }
        }
    }
}

/// The opening of a vault's database, read-only if necessary.
struct VaultOpening {
    private let folder: VaultFolder

    init(_ folder: VaultFolder) {
        self.folder = folder
    }

    /// Opens the database, and makes the schema if it is empty.
    func open() throws -> DatabaseQueue {
        do {
            let queue = try DatabaseQueue(path: folder.databasePath, configuration: configuration)
            try SchemaCheck(queue, path: folder.databasePath).makeIfEmpty()
            return queue
        } catch let error as DatabaseError {
            // SQLite needs to create files beside a WAL database even for reading.
            let reasons: [ResultCode] = [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR]
            guard reasons.contains(error.resultCode), !canWriteFolder else { throw error }
            return try openUnchanging()
        }
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "vault"
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            // A command that reported "stored" must be right after a power cut.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }

    private var canWriteFolder: Bool { access(folder.path, W_OK) == 0 }

    /// Opens a database that nobody can change.
    ///
    /// - Throws: ``VaultError/cannotRead(path:reason:)`` if its newest changes are
    ///   still in the write-ahead log, as the database alone is incomplete.
    private func openUnchanging() throws -> DatabaseQueue {
        let path = folder.databasePath
        guard !hasUnfinishedLog else {
            throw VaultError.cannotRead(
                path: path,
                reason: "its newest changes are in \(path)-wal, and reading them needs a folder "
                    + "that can be written")
        }
        var configuration = Configuration()
        configuration.label = "vault, unchanging"
        configuration.readonly = true
        var address = URLComponents()
        address.scheme = "file"
        address.path =
            path.hasPrefix("/")
            ? path : FileManager.default.currentDirectoryPath + "/" + path
        address.queryItems = [URLQueryItem(name: "immutable", value: "1")]
        guard let text = address.string else {
            throw VaultError.cannotRead(path: path, reason: "its path is not an address")
        }
        let queue = try DatabaseQueue(path: text, configuration: configuration)
        guard try SchemaCheck(queue, path: path).isMade() else {
            throw VaultError.cannotWrite(
                path: path,
                reason: "it is empty, and making a vault needs a disk that can be written")
        }
        return queue
    }

    private var hasUnfinishedLog: Bool {
        var status = stat()
        return stat(folder.databasePath + "-wal", &status) == 0 && status.st_size > 0
    }
}

extension Vault {
    /// A number that changes when another process or connection has written; own writes
    /// don't change it.
    ///
    /// Only comparable within one opening of the vault. Costs microseconds.
    public func otherWriters() throws(VaultError) -> Int64 {
        // Within a transaction it would be the value from the transaction's beginning.
        try readOutsideTransaction { database in
            try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0
        }
    }

    /// Whether the database's path now leads to another file than the opened one.
    public func isOfAnotherFile() -> Bool {
        FileIdentity(path: folder.databasePath) != openedFile
    }
}

/// The identity of the file at a path.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// Nil if there is no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
