import GRDBSQLite

/// What plain SQLite needs to write the rows that an answer became, with no
/// library between.
enum AnswerFloor {
    enum Failure: Error {
        case sqlite(String)
    }

    private static let tables = ["texts", "transactions"]

    /// Copies the rows from one vault into another one that has none, in one
    /// SQLite transaction.
    ///
    /// - Returns: nanoseconds of processor time; what reading the rows costs is
    ///   taken off.
    static func nanoseconds(copyingFrom full: String, to empty: String) throws -> Double {
        let source = try open(full)
        defer { sqlite3_close(source) }
        let target = try open(empty)
        defer { sqlite3_close(target) }
        try execute("PRAGMA foreign_keys = OFF; PRAGMA synchronous = FULL", target)
        for table in tables { try execute("DELETE FROM \(table)", target) }

        let reading = try time { for table in tables { try read(table, of: source) } }
        let both = try time {
            try execute("BEGIN IMMEDIATE", target)
            for table in tables { try copy(table, from: source, to: target) }
            try execute("COMMIT", target)
        }
        return both - reading
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = ProcessorTime.now
        try body()
        return ProcessorTime.now.nanoseconds(since: start)
    }

    private static func read(_ table: String, of database: OpaquePointer?) throws {
        let select = try prepare("SELECT * FROM \(table) ORDER BY rowid", database)
        defer { sqlite3_finalize(select) }
        let columns = sqlite3_column_count(select)
        var bytes = 0
        while sqlite3_step(select) == SQLITE_ROW {
            for column in 0..<columns { bytes += Int(sqlite3_column_bytes(select, column)) }
        }
        withExtendedLifetime(bytes) {}
    }

    private static func copy(
        _ table: String, from source: OpaquePointer?, to target: OpaquePointer?
    ) throws {
        let select = try prepare("SELECT * FROM \(table) ORDER BY rowid", source)
        defer { sqlite3_finalize(select) }
        let columns = sqlite3_column_count(select)
        let places = Array(repeating: "?", count: Int(columns)).joined(separator: ", ")
        let insert = try prepare("INSERT INTO \(table) VALUES (\(places))", target)
        defer { sqlite3_finalize(insert) }
        while sqlite3_step(select) == SQLITE_ROW {
            for column in 0..<columns {
                sqlite3_bind_value(insert, column + 1, sqlite3_column_value(select, column))
            }
            guard sqlite3_step(insert) == SQLITE_DONE else { throw failure(target) }
            sqlite3_reset(insert)
        }
    }

    private static func open(_ path: String) throws -> OpaquePointer? {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK else { throw failure(database) }
        return database
    }

    private static func prepare(_ sql: String, _ database: OpaquePointer?) throws -> OpaquePointer?
    {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
            throw failure(database)
        }
        return statement
    }

    private static func execute(_ sql: String, _ database: OpaquePointer?) throws {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
            throw failure(database)
        }
    }

    private static func failure(_ database: OpaquePointer?) -> Failure {
        .sqlite(String(cString: sqlite3_errmsg(database)))
    }
}
