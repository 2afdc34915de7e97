internal import GRDB
internal import GRDBSQLite
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// One SELECT of the person's own over the views of the vault.
///
/// It has a connection of its own that can only read. Its rows are of one moment, whatever others
/// write meanwhile.
public final class VaultQuery {
    /// The names of the result's columns, as SQLite gives them.
    public let columns: [String]
    /// The query as it was given.
    public let text: String
    private let connection: SQLiteConnection
    private let statement: SQLiteStatement
    private let guardian: QueryGuardian

    /// Prepares a query.
    ///
    /// - Parameters:
    ///   - sql: one statement that reads.
    ///   - seconds: how long the query may compute; reading its rows doesn't count.
    ///   - stop: ends it from outside.
    /// - Throws: ``QueryError``, or ``VaultError`` if the database can't be opened.
    public init(
        _ sql: String, of vault: Vault, seconds: Int, stop: QueryStop = QueryStop()
    ) throws {
        text = sql
        let connection = try Self.open(vault.databaseAddress)
        do {
            let tables = try Self.tables(of: connection)
            guardian = QueryGuardian(seconds: seconds, stop: stop)
            guardian.watch(connection)
            statement = try Self.prepare(sql, on: connection, guardian)
            try Self.checkUsesViews(sql, instead: tables)
        } catch {
            sqlite3_close_v2(connection)
            throw error
        }
        self.connection = connection
        columns = (0..<sqlite3_column_count(statement)).map { [statement] in
            sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? ""
        }
    }

    deinit {
        sqlite3_finalize(statement)
        sqlite3_close_v2(connection)
    }

    /// Calls a closure with each row.
    ///
    /// - Throws: ``QueryError``, and what the closure throws.
    public func forEachRow(_ body: ([QueryValue]) throws -> Void) throws {
        defer { sqlite3_reset(statement) }
        while true {
            guardian.begin()
            let code = sqlite3_step(statement)
            guardian.end()
            switch code {
            case SQLITE_ROW: try body((0..<Int32(columns.count)).map(value))
            case SQLITE_DONE: return
            default: throw Self.error(on: connection, in: text, guardian)
            }
        }
    }

    private func value(_ column: Int32) -> QueryValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_BLOB:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_column_blob(statement, column),
                count: Int(sqlite3_column_bytes(statement, column)))
            return .bytes(Array(bytes))
        default:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_column_text(statement, column),
                count: Int(sqlite3_column_bytes(statement, column)))
            return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    // MARK: Preparing

    private static func open(_ address: String) throws -> SQLiteConnection {
        var opened: SQLiteConnection?
        let code = sqlite3_open_v2(address, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
        guard let opened else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
        do {
            guard code == SQLITE_OK else { throw DatabaseError(ofConnection: opened) }
            sqlite3_busy_timeout(opened, 10_000)
            sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, mostBytes)
            sqlite3_limit(opened, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, longestPattern)
            sqlite3_limit(opened, SQLITE_LIMIT_ATTACHED, 0)
            // Rows that are sorted must not get to a folder for temporary files.
            // Table-valued functions look like a CREATE when they are used for the first time.
            let prepared = """
                PRAGMA temp_store = MEMORY;
                SELECT 1 FROM json_each('[]'), json_tree('[]'), pragma_table_info('') LIMIT 0;
                """
            guard sqlite3_exec(opened, prepared, nil, nil, nil) == SQLITE_OK
            else { throw DatabaseError(ofConnection: opened) }
            return opened
        } catch {
            sqlite3_close_v2(opened)
            throw error
        }
    }

    /// The length of a text or a row.
    private static let mostBytes: Int32 = 16 << 20
    /// Longer patterns can take very long.
    private static let longestPattern: Int32 = 200

    /// The names of the tables, which may change.
    private static func tables(of connection: SQLiteConnection) throws -> Set<String> {
        var prepared: SQLiteStatement?
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table'"
        guard sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK, let prepared
        else { throw DatabaseError(ofConnection: connection) }
        defer { sqlite3_finalize(prepared) }
        var names: Set<String> = []
        let row = CursorRow(statement: prepared)
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW: names.insert(row.text(0))
            case SQLITE_DONE: return names
            default: throw DatabaseError(ofConnection: connection)
            }
        }
    }

    /// Checks a query in a database that has the views only, as tables of their columns.
    private static func checkUsesViews(_ sql: String, instead tables: Set<String>) throws {
        var opened: SQLiteConnection?
        defer { sqlite3_close_v2(opened) }
        let views = VaultView.all.map { view in
            "CREATE TABLE \(view.name) (\(view.columns.map(\.name).joined(separator: ", ")));"
        }
        guard sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            let opened, sqlite3_exec(opened, views.joined(), nil, nil, nil) == SQLITE_OK
        else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
        var prepared: SQLiteStatement?
        defer { sqlite3_finalize(prepared) }
        guard sqlite3_prepare_v2(opened, sql, -1, &prepared, nil) != SQLITE_OK else { return }
        let words = String(cString: sqlite3_errmsg(opened))
        let table = words.split(separator: /[ .]/).last.map { $0.lowercased() } ?? ""
        guard words.hasPrefix("no such table: "), tables.contains(table) else {
            throw QueryError.mistake(words, place(on: opened))
        }
        throw QueryError.readsTable(table)
    }

    private static func place(on connection: SQLiteConnection) -> Int? {
        let offset = Int(sqlite3_error_offset(connection))
        return offset < 0 ? nil : offset
    }

    private static func prepare(
        _ sql: String, on connection: SQLiteConnection, _ guardian: QueryGuardian
    ) throws -> SQLiteStatement {
        guard !sql.utf8.contains(0) else { throw QueryError.hasNull }
        return try sql.withCString { start in
            var prepared: SQLiteStatement?
            var rest: UnsafePointer<CChar>?
            guard sqlite3_prepare_v2(connection, start, -1, &prepared, &rest) == SQLITE_OK else {
                throw error(on: connection, in: sql, guardian)
            }
            guard let first = prepared else { throw QueryError.isEmpty }
            do {
                var next: SQLiteStatement?
                let code = sqlite3_prepare_v2(connection, rest, -1, &next, nil)
                defer { sqlite3_finalize(next) }
                guard code == SQLITE_OK, next == nil else { throw QueryError.severalStatements }
                guard sqlite3_stmt_readonly(first) != 0, sqlite3_column_count(first) > 0 else {
                    throw QueryError.onlyReads
                }
            } catch {
                sqlite3_finalize(first)
                throw error
            }
            return first
        }
    }

    private static func error(
        on connection: SQLiteConnection, in sql: String, _ guardian: QueryGuardian
    ) -> any Error {
        if guardian.isRefused { return QueryError.onlyReads }
        switch sqlite3_errcode(connection) {
        case SQLITE_INTERRUPT: return guardian.isStopped ? QueryError.stopped : .tookTooLong
        case SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_RANGE, SQLITE_MISMATCH:
            return QueryError.mistake(
                String(cString: sqlite3_errmsg(connection)), place(on: connection))
        default: return DatabaseError(ofConnection: connection)
        }
    }
}

/// A value of a query's result.
public enum QueryValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
}

/// Why a query can't be run.
public enum QueryError: Error, Hashable, Sendable {
    /// SQLite's words for a mistake, and the number of bytes before its place.
    case mistake(String, Int?)
    case isEmpty
    case hasNull
    case severalStatements
    /// It would write, attach a file or change a setting.
    case onlyReads
    /// It names a table of the vault, which has no promise.
    case readsTable(String)
    case tookTooLong
    /// It was stopped from outside.
    case stopped
}

/// Ends a query from another thread.
public final class QueryStop: Sendable {
    private let isAsked = Atomic(false)

    public init() {}

    public func stop() { isAsked.store(true, ordering: .relaxed) }

    var isStopped: Bool { isAsked.load(ordering: .relaxed) }
}

/// What a query may do, and for how long. SQLite calls it.
private final class QueryGuardian {
    private let stop: QueryStop
    /// Nanoseconds that are left for computing.
    private var left: Int64
    private var deadline: Int64 = .max
    /// Whether the query would do more than read.
    private(set) var isRefused = false

    init(seconds: Int, stop: QueryStop) {
        self.stop = stop
        left = Int64(seconds) * 1_000_000_000
    }

    var isStopped: Bool { stop.isStopped }

    /// Sets itself as the connection's judge. It must outlive the connection.
    func watch(_ connection: SQLiteConnection) {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_set_authorizer(
            connection,
            { pointer, action, first, second, _, _ in
                guard let pointer else { return SQLITE_DENY }
                return Unmanaged<QueryGuardian>.fromOpaque(pointer).takeUnretainedValue().judge(
                    action, first.map { String(cString: $0) }, second.map { String(cString: $0) })
            }, pointer)
        sqlite3_progress_handler(
            connection, 1000,
            { pointer in
                guard let pointer else { return 1 }
                return Unmanaged<QueryGuardian>.fromOpaque(pointer).takeUnretainedValue().isOver
                    ? 1 : 0
            }, pointer)
        begin()
    }

    func begin() { deadline = Self.now + left }

    func end() { left = deadline - Self.now }

    private var isOver: Bool { stop.isStopped || Self.now >= deadline }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private func judge(_ action: Int32, _ first: String?, _ second: String?) -> Int32 {
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE, SQLITE_READ: return SQLITE_OK
        case SQLITE_FUNCTION where second != "load_extension": return SQLITE_OK
        case SQLITE_PRAGMA where Self.pragmas.contains(first?.lowercased() ?? ""): return SQLITE_OK
        default:
            isRefused = true
            return SQLITE_DENY
        }
    }

    private static let pragmas: Set = ["table_info", "table_xinfo", "table_list"]
}
