internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Model

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A fast iteration over the rows of a large query.
///
/// GRDB's rows cost about three times what SQLite needs to read one, which dominates a
/// pass over a large vault. The statement is cached per connection, so an iteration
/// must not begin within another one of the same query.
struct RowIterator {
    private let statement: Statement

    /// - Parameter arguments: in the order of the question marks.
    init(
        _ database: Database, sql: String, arguments: StatementArguments = StatementArguments()
    ) throws {
        statement = try database.cachedStatement(sql: sql)
        if !arguments.isEmpty { try statement.setArguments(arguments) }
    }

    /// Iterates with another integer for the only question mark.
    func forEach(having number: Int64, _ body: (CursorRow) throws -> Void) throws {
        sqlite3_reset(statement.sqliteStatement)
        guard sqlite3_bind_int64(statement.sqliteStatement, 1, number) == SQLITE_OK else {
            throw DatabaseError(of: statement.sqliteStatement)
        }
        try forEach(body)
    }

    /// Calls `body` for each row.
    func forEach(_ body: (CursorRow) throws -> Void) throws {
        let handle = statement.sqliteStatement
        sqlite3_reset(handle)
        defer { sqlite3_reset(handle) }
        let row = CursorRow(statement: handle)
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try body(row)
            case SQLITE_DONE: return
            default: throw DatabaseError(of: handle)
            }
        }
    }
}

/// The current row of a ``RowIterator``. Columns count from 0.
struct CursorRow {
    let statement: SQLiteStatement

    /// NULL is 0.
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// A day, or another integer that fits 32 bits.
    ///
    /// - Parameters:
    ///   - table: the name in errors.
    ///   - row: the row's ID.
    /// - Throws: ``VaultError/damagedRow(table:id:reason:path:)``.
    func int32(_ column: Int32, of table: String, row: Int64) throws(VaultError) -> Int32 {
        guard let value = Int32(exactly: integer(column)) else {
            let name = String(cString: sqlite3_column_name(statement, column))
            throw .damagedRow(table: table, id: row, reason: "its \(name) is out of range")
        }
        return value
    }

    func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    /// All bytes of a string, including those after a NUL.
    func text(_ column: Int32) -> String {
        String(decoding: rawBytes(column), as: UTF8.self)
    }

    /// Whether a column equals a string byte by byte.
    func holds(_ text: String, in column: Int32) -> Bool {
        let bytes = rawBytes(column)
        var text = text
        return text.withUTF8 { text in
            guard text.count == bytes.count, let one = text.baseAddress,
                let other = bytes.baseAddress
            else { return text.isEmpty && bytes.isEmpty }
            return memcmp(one, other, text.count) == 0
        }
    }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    func bytes(_ column: Int32) -> [UInt8] { Array(rawBytes(column)) }

    /// Valid until the next step.
    private func rawBytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let bytes = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(
            start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    }
}

extension DatabaseError {
    /// SQLite's last error, without the statement and its arguments.
    init(of statement: SQLiteStatement) {
        self.init(ofConnection: sqlite3_db_handle(statement))
    }

    /// A connection's last error.
    init(ofConnection connection: SQLiteConnection?) {
        self.init(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
            message: String(cString: sqlite3_errmsg(connection)))
    }
}

/// A prepared statement for many runs, bound by position, with fast string arguments.
///
/// GRDB's arguments cost as much as the statement itself. Like a ``RowIterator`` it is
/// cached per connection and not reentrant.
struct BoundStatement {
    private let statement: Statement

    init(_ database: Database, sql: String) throws {
        statement = try database.cachedStatement(sql: sql)
    }

    private var handle: SQLiteStatement { statement.sqliteStatement }

    /// - Parameter place: the question mark, from 1.
    func bind(_ value: Int64?, at place: Int32) throws {
        let code =
            if let value {
                sqlite3_bind_int64(handle, place, value)
            } else {
                sqlite3_bind_null(handle, place)
            }
        guard code == SQLITE_OK else { throw DatabaseError(of: handle) }
    }

    func bind(_ value: Int32, at place: Int32) throws { try bind(Int64(value), at: place) }

    func bind(_ value: Bool, at place: Int32) throws {
        try bind(value ? 1 : 0 as Int64, at: place)
    }

    /// Binds all bytes of a string, including those after a NUL, while `body` runs.
    func withText<Value>(
        _ text: String, at place: Int32, _ body: () throws -> Value
    ) throws -> Value {
        var text = text
        return try text.withUTF8 { bytes in
            // No destructor, as the bytes outlive the statement's run.
            let code = bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text64(
                    handle, place, $0.baseAddress, UInt64($0.count), nil, UInt8(SQLITE_UTF8))
            }
            guard code == SQLITE_OK else { throw DatabaseError(of: handle) }
            defer { sqlite3_bind_null(handle, place) }
            return try body()
        }
    }

    /// Runs a statement without rows.
    func execute() throws {
        defer { sqlite3_reset(handle) }
        guard sqlite3_step(handle) == SQLITE_DONE else { throw DatabaseError(of: handle) }
    }

    /// The first row, or nil if there is none.
    func first<Value>(_ body: (CursorRow) throws -> Value) throws -> Value? {
        defer { sqlite3_reset(handle) }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return try body(CursorRow(statement: handle))
        case SQLITE_DONE: return nil
        default: throw DatabaseError(of: handle)
        }
    }

    /// Calls `body` for each row.
    func forEach(_ body: (CursorRow) throws -> Void) throws {
        defer { sqlite3_reset(handle) }
        let row = CursorRow(statement: handle)
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try body(row)
            case SQLITE_DONE: return
            default: throw DatabaseError(of: handle)
            }
        }
    }
}

/// All bytes of a string, for storing and reading.
///
/// A `String` is stored only up to its first NUL. This is bound as a blob, which the
/// statement converts by `CAST(? AS TEXT)`, and read from the raw bytes.
struct TextBytes {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

extension TextBytes: DatabaseValueConvertible, StatementColumnConvertible {
    var databaseValue: DatabaseValue { Data(text.utf8).databaseValue }

    init(sqliteStatement: SQLiteStatement, index: CInt) {
        let bytes = Data(sqliteStatement: sqliteStatement, index: index)
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> TextBytes? {
        Data.fromDatabaseValue(value).map { TextBytes(String(decoding: $0, as: UTF8.self)) }
    }
}
