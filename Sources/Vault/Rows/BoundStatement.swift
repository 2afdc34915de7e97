internal import GRDB
internal import GRDBSQLite

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

    /// The first row, or nil where there is none.
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
