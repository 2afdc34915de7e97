internal import Foundation
internal import GRDB
internal import GRDBSQLite

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An atomic copy of the database in the backups folder.
struct DatabaseCopy {
    let folder: VaultFolder
    /// The file name.
    let name: String

    var path: String { "\(folder.backupsPath)/\(name)" }

    /// Copies the whole database, including its write-ahead log, and syncs the copy to
    /// disk before renaming it. Commands may write meanwhile.
    ///
    /// - Parameters:
    ///   - database: its path, or its `file:` address.
    ///   - checksSource: whether to compare the database's tables and indexes first. A
    ///     difference would be copied, and a check of the copy's pages would miss it.
    /// - Throws: if there is no room, or the copy would be damaged; nothing has changed
    ///   then.
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
            // Commands only add to these counts.
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

    /// Whether SQLite finds the pages of a copy sound, and it has this version's schema.
    static func isSound(at path: String) -> Bool {
        do {
            let copy = try PlainConnection(reading: path)
            return try copy.schemaDifference() == nil && copy.complaint() == nil
        } catch {
            return false
        }
    }

    private func damaged(_ complaint: String) -> VaultError {
        .notADatabase(path: folder.databasePath, reason: complaint)
    }

    /// Deletes a copy; ignores a missing one.
    func remove() throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw cannotWrite(path) }
    }

    private static let unfinished = ".unfinished-"

    /// Deletes unfinished copies of killed processes.
    private func removeAbandoned() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.backupsPath) {
            let parts = name.components(separatedBy: Self.unfinished)
            guard parts.count == 2, let process = pid_t(parts[1]), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try DatabaseCopy(folder: folder, name: name).remove()
        }
    }

    /// SQLite fills an existing empty file and keeps its mode.
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

/// A minimal SQLite connection that copies or checks a database.
///
/// Not a GRDB connection: releasing a GRDB queue starts Dispatch threads, which wake up
/// every second on Linux. A watcher that made its backup would never sleep again
/// (decision 023).
struct PlainConnection: ~Copyable {
    private let handle: SQLiteConnection

    /// - Parameter path: a database, or the `file:` address of one.
    init(reading path: String) throws {
        var handle: SQLiteConnection?
        let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
        guard let handle else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
        guard code == SQLITE_OK else {
            defer { sqlite3_close_v2(handle) }
            throw DatabaseError(ofConnection: handle)
        }
        sqlite3_busy_timeout(handle, Self.mostMilliseconds)
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }

    private static let mostMilliseconds: Int32 = 10_000

    /// Copies the whole database into an empty or missing file.
    func copy(into path: String) throws {
        _ = try firstText(of: "VACUUM INTO ?", with: path)
    }

    /// SQLite's first problem with the database; nil if there is none.
    ///
    /// - Parameter comparingIndexes: whether to compare each index with its table.
    func complaint(comparingIndexes: Bool = false) throws -> String? {
        let answer = try firstText(
            of: "PRAGMA \(comparingIndexes ? "integrity_check" : "quick_check")(1)")
        return answer == "ok" ? nil : answer ?? "no answer"
    }

    /// The first difference of its schema; nil if there is none.
    func schemaDifference() throws -> String? { try SchemaComparison.difference(of: handle) }

    func count(_ table: String) throws -> Int {
        guard let text = try firstText(of: "SELECT count(*) FROM \(table)"),
            let count = Int(text)
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return count
    }

    func has(_ table: String) throws -> Bool {
        try firstText(of: "SELECT name FROM sqlite_schema WHERE name = ?", with: table) != nil
    }

    /// A marker that changes with the journal; nil if it is empty.
    func newestOfJournal() throws -> String? {
        try firstText(
            of: """
                SELECT id || ' ' || made_at || ' ' || (SELECT sum(is_undone) FROM journal)
                FROM journal ORDER BY id DESC LIMIT 1
                """)
    }

    /// The first column of the first row; nil if there is none.
    private func firstText(of sql: String, with argument: String? = nil) throws -> String? {
        var prepared: SQLiteStatement?
        guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let prepared
        else { throw DatabaseError(ofConnection: handle) }
        defer { sqlite3_finalize(prepared) }
        // SQLITE_TRANSIENT: SQLite makes its own copy.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        if let argument {
            guard sqlite3_bind_text(prepared, 1, argument, -1, copied) == SQLITE_OK
            else { throw DatabaseError(ofConnection: handle) }
        }
        switch sqlite3_step(prepared) {
        case SQLITE_ROW: return sqlite3_column_text(prepared, 0).map { String(cString: $0) }
        case SQLITE_DONE: return nil
        default: throw DatabaseError(ofConnection: handle)
        }
    }
}
