internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Model

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Walks the rows of a query that may have millions of them.
///
/// GRDB's own rows cost some three times what SQLite needs to read one, which
/// is most of the time of a pass over a large vault. The statement is prepared
/// once for a connection, so that a walk must not begin within another of the
/// same query.
struct RowWalk {
    private let statement: Statement

    /// - Parameter arguments: in the order of the statement's question marks.
    init(
        _ database: Database, sql: String, arguments: StatementArguments = StatementArguments()
    ) throws {
        statement = try database.cachedStatement(sql: sql)
        if !arguments.isEmpty { try statement.setArguments(arguments) }
    }

    /// Gives the rows for another number in place of the only question mark.
    func forEach(having number: Int64, _ body: (WalkedRow) throws -> Void) throws {
        sqlite3_reset(statement.sqliteStatement)
        sqlite3_bind_int64(statement.sqliteStatement, 1, number)
        try forEach(body)
    }

    /// Gives one row after another.
    func forEach(_ body: (WalkedRow) throws -> Void) throws {
        let handle = statement.sqliteStatement
        sqlite3_reset(handle)
        defer { sqlite3_reset(handle) }
        let row = WalkedRow(statement: handle)
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try body(row)
            case SQLITE_DONE: return
            default: throw DatabaseError(of: handle)
            }
        }
    }
}

extension Row {
    /// A day. A damaged database may hold any number.
    ///
    /// - Parameters:
    ///   - table: what an error names.
    ///   - id: the number of the row there; nil if the day is of several.
    /// - Throws: ``VaultError/damagedRow(table:id:reason:)``.
    func day(
        _ column: Int, of table: String = "transactions", row id: Int64? = nil
    ) throws(VaultError) -> CalendarDay {
        CalendarDay(daysSinceEpoch: try int32(self[column], "day", of: table, row: id))
    }

    /// The same of a column that may be NULL.
    func optionalDay(
        _ column: Int, of table: String = "transactions", row id: Int64? = nil
    ) throws(VaultError) -> CalendarDay? {
        self[column] as Int64? == nil ? nil : try day(column, of: table, row: id)
    }

    /// A number of 32 bits. GRDB's own narrowing ends the program at a larger one.
    func int32(
        _ number: Int64, _ name: String, of table: String, row id: Int64? = nil
    ) throws(VaultError) -> Int32 {
        guard let number = Int32(exactly: number) else {
            throw .damagedRow(table: table, id: id, reason: "its \(name) is out of range")
        }
        return number
    }
}

/// The row that a ``RowWalk`` is at. Columns count from 0.
struct WalkedRow {
    let statement: SQLiteStatement

    /// A NULL is 0.
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// A day, or another number that fits into 32 bits.
    ///
    /// - Parameters:
    ///   - table: what an error names.
    ///   - row: the number of the row there.
    /// - Throws: ``VaultError/damagedRow(table:id:reason:)``.
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

    /// The bytes of a text, also those behind a NUL.
    func text(_ column: Int32) -> String {
        String(decoding: rawBytes(column), as: UTF8.self)
    }

    /// Whether a text is the same, byte by byte.
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

    /// They last until the walk goes on.
    private func rawBytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let bytes = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(
            start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    }
}

extension DatabaseError {
    /// SQLite's last error, without the statement and its values.
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

/// A statement that is bound by place and run for many rows, some of them with
/// a text.
///
/// GRDB's own arguments cost as much as what SQLite does with them. Like a
/// ``RowWalk`` it is prepared once for a connection, and can't run within itself.
struct BoundStatement {
    private let statement: Statement

    init(_ database: Database, sql: String) throws {
        statement = try database.cachedStatement(sql: sql)
    }

    private var handle: SQLiteStatement { statement.sqliteStatement }

    /// - Parameter place: of the question mark, from 1.
    func bind(_ value: Int64?, at place: Int32) {
        if let value {
            sqlite3_bind_int64(handle, place, value)
        } else {
            sqlite3_bind_null(handle, place)
        }
    }

    func bind(_ value: Int32, at place: Int32) { bind(Int64(value), at: place) }

    func bind(_ value: Bool, at place: Int32) { bind(value ? 1 : 0 as Int64, at: place) }

    /// Binds all bytes of a text, also those behind a NUL, while `body` runs.
    func withText<Value>(
        _ text: String, at place: Int32, _ body: () throws -> Value
    ) throws -> Value {
        var text = text
        return try text.withUTF8 { bytes in
            // No destructor: the bytes outlive the statement's run.
            let code = bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text64(
                    handle, place, $0.baseAddress, UInt64($0.count), nil, UInt8(SQLITE_UTF8))
            }
            guard code == SQLITE_OK else { throw DatabaseError(of: handle) }
            defer { sqlite3_bind_null(handle, place) }
            return try body()
        }
    }

    /// Runs a statement that gives no rows.
    func execute() throws {
        defer { sqlite3_reset(handle) }
        guard sqlite3_step(handle) == SQLITE_DONE else { throw DatabaseError(of: handle) }
    }

    /// The first row, or nil if there is none.
    func first<Value>(_ body: (WalkedRow) throws -> Value) throws -> Value? {
        defer { sqlite3_reset(handle) }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return try body(WalkedRow(statement: handle))
        case SQLITE_DONE: return nil
        default: throw DatabaseError(of: handle)
        }
    }

    /// Gives one row after another.
    func forEach(_ body: (WalkedRow) throws -> Void) throws {
        defer { sqlite3_reset(handle) }
        let row = WalkedRow(statement: handle)
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try body(row)
            case SQLITE_DONE: return
            default: throw DatabaseError(of: handle)
            }
        }
    }
}

/// All bytes of a text, on its way to SQLite or back.
///
/// A `String` is stored only up to its first NUL. So this is passed as bytes,
/// which a statement takes as text by `CAST(? AS TEXT)`, and read by a cursor,
/// which sees all of them.
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
