internal import Foundation
package import GRDB
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The one SQLite file that holds facts, decisions and conclusions.
///
/// Writing is by whole use cases, each one SQLite transaction: a command that
/// is killed half-way leaves the vault as it was before.
public final class Vault: Sendable {
    public let folder: VaultFolder
    private let queue: DatabaseQueue
    /// Where the file was before it was opened.
    let openedFile: FileIdentity?
    let clock: @Sendable () -> Int64
    /// Whether verdicts without use could not be deleted when it was time.
    let isSweepLeft = Mutex(false)

    /// Opens the vault in a folder, bringing an older schema up to date.
    ///
    /// - Parameter clock: gives the POSIX seconds at which decisions are made.
    /// - Throws: ``VaultError/missing(path:)`` if the folder has none,
    ///   ``VaultError/databaseLost(path:isEmpty:)`` if it had one.
    public static func open(
        _ folder: VaultFolder, clock: @escaping @Sendable () -> Int64 = systemClock
    ) throws(VaultError) -> Vault {
        guard try folder.findsDatabase() else { throw .missing(path: folder.path) }
        return try Vault(folder, clock)
    }

    /// Opens the vault in a folder, making folder and database where they are
    /// missing.
    ///
    /// - Parameter clock: gives the POSIX seconds at which decisions are made.
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

    /// The mode stays with the file. GRDB's own setting is not used: it writes
    /// to the disk each time the file is opened.
    ///
    /// SQLite does not wait for other commands before it changes the mode, so
    /// this does, for up to ten seconds.
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

    /// The machine's own clock, in POSIX seconds.
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

    /// Runs one use case that only looks.
    ///
    /// What it wrote all the same would be taken back, and is an error. Forbidding
    /// it to SQLite beforehand makes it forget every statement that it has
    /// prepared, which costs more than most reads.
    package func read<Value>(_ body: (Database) throws -> Value) throws(VaultError) -> Value {
        try explained {
            // Within atOneMoment(_:) the thread is at the database already.
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

    /// Runs use cases that only look, on one state of the vault: nothing that another
    /// command writes meanwhile is seen by some of them and not by others.
    ///
    /// - Throws: what the body throws; ``VaultError`` if it would write.
    public func atOneMoment<Value>(_ body: () throws -> Value) throws -> Value {
        var outcome: Result<Value, any Error>?
        try explained {
            try queue.unsafeReentrantRead { database in
                try database.inTransaction(.deferred) {
                    outcome = Result(catching: body)
                    return .rollback
                }
            }
        }
        guard let outcome else { throw VaultError.database(reason: "nothing was read") }
        return try outcome.get()
    }

    /// Looks at what is no part of the data.
    func readOutsideTransaction<Value>(
        _ body: (Database) throws -> Value
    ) throws(VaultError) -> Value {
        try explained { try queue.unsafeRead(body) }
    }

    /// Runs one use case that writes: all of it is stored, or nothing.
    func write<Value>(_ body: (Database) throws -> Value) throws(VaultError) -> Value {
        try explained {
            // What is written within atOneMoment(_:) would be taken back with it.
            guard !queue.unsafeReentrantRead(\.isInsideTransaction) else {
                throw DatabaseError(resultCode: .SQLITE_READONLY)
            }
            return try queue.write(body)
        }
    }

    /// Runs what writes, and takes all of it back.
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

    /// As ``write(_:)``, for rows whose references are known to hold: SQLite
    /// does not look up each, which would double what a million rows cost.
    func writeUnchecked<Value>(_ body: (Database) throws -> Value) throws(VaultError) -> Value {
        try explained {
            try queue.writeWithoutTransaction { database in
                // SQLite heeds this only outside of transactions.
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

    /// Copies the database while it is in use.
    func makeCopy(_ copy: DatabaseCopy) throws -> BackupContents {
        try copy.make(of: queue.path, checksSource: true)
    }

    /// Turns errors of the file and of SQLite into ones of ours.
    func explained<Value>(_ body: () throws -> Value) throws(VaultError) -> Value {
        do {
            return try body()
        } catch let error as VaultError {
            throw error
        } catch {
            throw VaultError(error, path: folder.databasePath)
        }
    }

    /// Runs one use case that changes what the person decided, and writes into
    /// the journal what it changed, so that it can be undone. A use case that
    /// changes nothing leaves no entry.
    ///
    /// - Parameters:
    ///   - summary: what was done, in a few words for `history`.
    ///   - isAutomatic: whether handlers decided it, and not the person.
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

/// Opens a vault's database, also where it can only be read.
struct VaultOpening {
    private let folder: VaultFolder

    init(_ folder: VaultFolder) {
        self.folder = folder
    }

    /// Opens it, and brings an older schema up to date.
    func open() throws -> DatabaseQueue {
        do {
            let queue = try DatabaseQueue(path: folder.databasePath, configuration: configuration)
            try Migrations.bringUpToDate(queue, in: folder)
            return queue
        } catch let error as DatabaseError {
            // Without files of its own beside the database SQLite can't even
            // read one that several could be writing.
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
            // A command that said "stored" must be right after a power cut.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }

    private var canWriteFolder: Bool { access(folder.path, W_OK) == 0 }

    /// Opens a database that nobody changes, since nobody can.
    ///
    /// - Throws: ``VaultError/cannotRead(path:reason:)`` if its newest changes are
    ///   still in the log beside it: then what the file holds is not what was stored.
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
            throw VaultError.cannotRead(path: path, reason: "its path is no address")
        }
        let queue = try DatabaseQueue(path: text, configuration: configuration)
        guard try Migrations.isCurrent(queue, in: folder) else {
            throw VaultError.cannotWrite(
                path: path,
                reason: "an earlier version made it, and bringing it up to date needs a disk that "
                    + "can be written")
        }
        return queue
    }

    private var hasUnfinishedLog: Bool {
        var status = stat()
        return stat(folder.databasePath + "-wal", &status) == 0 && status.st_size > 0
    }
}

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

    /// Nil if there is none.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
