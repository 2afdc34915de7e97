internal import GRDBSQLite

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A stranger's SQLite database, read in memory.
///
/// Only tables are read, and only columns that are stored: views, virtual tables and computed
/// columns could run whatever their author wrote. Nothing is sorted, and no file is opened.
struct ForeignDatabase: ~Copyable {
    private let handle: OpaquePointer

    static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "SQLite format 3\0".utf8)
    }

    /// Prepares the library. In a confined process it can't read the random numbers that it
    /// begins with.
    static func prepare() {
        var byte: UInt8 = 0
        sqlite3_initialize()
        sqlite3_randomness(1, &byte)
    }

    private static let mostBytesOfValue: Int32 = 1 << 20
    private static let mostRows = 1_000_000

    /// An empty one, to take values apart.
    init() throws(StatementError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw .tooLarge
        }
        handle = opened
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.mostBytesOfValue)
    }

    /// Opens the bytes of a database's file.
    ///
    /// - Throws: ``StatementError/malformed(line:)`` with line 0 for a damaged one.
    static func reading(_ bytes: [UInt8]) throws(StatementError) -> ForeignDatabase {
        let database = try ForeignDatabase()
        guard let memory = sqlite3_malloc64(sqlite3_uint64(bytes.count)) else { throw .tooLarge }
        bytes.withUnsafeBytes { bytes in
            if let base = bytes.baseAddress { memcpy(memory, base, bytes.count) }
        }
        let content = memory.assumingMemoryBound(to: UInt8.self)
        // A database in memory has no log beside it. The copy in the file is whole without one.
        if bytes.count >= 100, bytes[18] == 2, bytes[19] == 2 {
            (content[18], content[19]) = (1, 1)
        }
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
        guard
            sqlite3_deserialize(
                database.handle, "main", content, Int64(bytes.count), Int64(bytes.count), flags)
                == SQLITE_OK
        else { throw .malformed(line: 0) }
        for pragma in [
            "trusted_schema = OFF", "cell_size_check = ON", "temp_store = MEMORY",
            "query_only = ON",
        ] {
            guard sqlite3_exec(database.handle, "PRAGMA \(pragma)", nil, nil, nil) == SQLITE_OK
            else { throw database.failure }
        }
        return database
    }

    deinit { sqlite3_close_v2(handle) }

    private var failure: StatementError {
        sqlite3_errcode(handle) == SQLITE_NOMEM ? .tooLarge : .malformed(line: 0)
    }

    /// The stored columns of a table; nil if there is none of that name, or a view.
    func columns(of table: String) throws(StatementError) -> Set<String>? {
        // Names are without case, so there must be one alone.
        let kinds = try rows(
            "SELECT type, rootpage > 0 FROM sqlite_schema WHERE lower(name) = ?", [table])
        guard kinds.count == 1, kinds[0].text(0) == "table", kinds[0].integer(1) == 1 else {
            return nil
        }
        let names = try rows("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", [table])
        return Set(names.map { $0.text(0) })
    }

    /// The rows of a table, in no order. A column that it lacks is null.
    ///
    /// - Returns: nil if there is no such table.
    func rows(
        of table: String, _ columns: [String]
    ) throws(StatementError) -> [Row]? {
        guard let known = try self.columns(of: table) else { return nil }
        let list = columns.map { known.contains($0) ? "\"\($0)\"" : "NULL" }
        return try rows("SELECT \(list.joined(separator: ", ")) FROM \"\(table)\"", [])
    }

    /// The rows of a query without an order, which only reads what is given or checked before.
    func rows(_ sql: String, _ arguments: [String]) throws(StatementError) -> [Row] {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
            throw failure
        }
        defer { sqlite3_finalize(prepared) }
        // SQLITE_TRANSIENT: SQLite makes its own copy.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, argument) in arguments.enumerated() {
            guard sqlite3_bind_text(prepared, Int32(index + 1), argument, -1, copied) == SQLITE_OK
            else { throw failure }
        }
        var rows: [Row] = []
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW:
                guard rows.count < Self.mostRows else { throw .tooLarge }
                let count = sqlite3_column_count(prepared)
                rows.append(Row(values: (0..<count).map { Self.value(prepared, $0) }))
            case SQLITE_DONE: return rows
            default: throw failure
            }
        }
    }

    private static func value(_ statement: OpaquePointer, _ column: Int32) -> Row.Value {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            guard let bytes = sqlite3_column_text(statement, column) else { return .null }
            let count = Int(sqlite3_column_bytes(statement, column))
            let text = UnsafeBufferPointer(start: bytes, count: count)
            return .text(String(decoding: text, as: UTF8.self))
        default: return .null
        }
    }

    struct Row {
        enum Value {
            case null
            case integer(Int64)
            case real(Double)
            case text(String)
        }

        let values: [Value]

        /// Empty for anything but a text.
        func text(_ column: Int) -> String {
            if case .text(let text) = values[column] { text } else { "" }
        }

        /// Nil for anything but a whole number.
        func integer(_ column: Int) -> Int64? {
            switch values[column] {
            case .integer(let number): number
            case .real(let number): Int64(exactly: number)
            case .null, .text: nil
            }
        }

        /// Of a column that orders rows.
        func order(_ column: Int) -> Double {
            switch values[column] {
            case .integer(let number): Double(number)
            case .real(let number): number
            case .null, .text: -.infinity
            }
        }

        func isTrue(_ column: Int) -> Bool { integer(column) ?? 0 != 0 }
    }
}
