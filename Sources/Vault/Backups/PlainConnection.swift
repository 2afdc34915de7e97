internal import GRDB
internal import GRDBSQLite

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A minimal SQLite connection that copies or checks a database.
///
/// Not a GRDB connection: releasing a GRDB queue starts Dispatch threads, which wake up
/// every second on Linux. A watcher that made its backup would never sleep again
/// (decision 023).
struct PlainConnection: ~Copyable {
    private let handle: SQLiteConnection

    /// - Parameter path: a database, or the `file:` address of one.
    init(reading path: String) throws {
        try self.init(path, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }

    /// - Parameter path: an existing database.
    init(writing path: String) throws {
        try self.init(path, SQLITE_OPEN_READWRITE)
    }

    /// Opens the bytes of a database's file in memory, for reading.
    static func inMemory(_ bytes: [UInt8]) throws -> PlainConnection {
        let connection = try PlainConnection(":memory:", SQLITE_OPEN_READWRITE)
        let count = bytes.count
        guard let memory = sqlite3_malloc64(sqlite3_uint64(max(count, 1))) else {
            throw DatabaseError(resultCode: .SQLITE_NOMEM)
        }
        bytes.withUnsafeBytes { bytes in
            if let base = bytes.baseAddress { memcpy(memory, base, count) }
        }
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
        guard
            sqlite3_deserialize(
                connection.handle, "main", memory.assumingMemoryBound(to: UInt8.self),
                Int64(count), Int64(count), flags) == SQLITE_OK
        else { throw DatabaseError(ofConnection: connection.handle) }
        // Nothing in a file from outside may call functions.
        try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        return connection
    }

    private init(_ path: String, _ flags: Int32) throws {
        var handle: SQLiteConnection?
        let code = sqlite3_open_v2(path, &handle, flags, nil)
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

    /// Why it is not a database of this program and version; nil if it is.
    func foreignness() throws -> String? {
        guard try number("PRAGMA application_id") == SchemaCheck.applicationID else {
            return "its database is of another program"
        }
        guard try number("PRAGMA user_version") == Schema.version else {
            return "another version of GhostVault made it"
        }
        return try schemaDifference().map { "its database is changed: \($0)" }
    }

    /// The first difference of its schema; nil if there is none.
    func schemaDifference() throws -> String? { try SchemaComparison.difference(of: handle) }

    func count(_ table: String) throws -> Int { try number("SELECT count(*) FROM \(table)") }

    /// The number in the first row; an error if there is none.
    func number(_ sql: String) throws -> Int {
        guard let text = try firstText(of: sql), let number = Int(text) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return number
    }

    /// The texts of the first column.
    func texts(_ sql: String) throws -> [String] {
        var prepared: SQLiteStatement?
        guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let prepared
        else { throw DatabaseError(ofConnection: handle) }
        defer { sqlite3_finalize(prepared) }
        var texts: [String] = []
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW:
                texts.append(sqlite3_column_text(prepared, 0).map { String(cString: $0) } ?? "")
            case SQLITE_DONE: return texts
            default: throw DatabaseError(ofConnection: handle)
            }
        }
    }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw DatabaseError(ofConnection: handle)
        }
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
    func firstText(of sql: String, with argument: String? = nil) throws -> String? {
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
