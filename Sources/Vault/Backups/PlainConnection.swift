internal import GRDB
internal import GRDBSQLite

/// A connection that copies a database, or checks a copy, and nothing else.
///
/// It is none of GRDB's: letting go of one of their queues starts the threads of
/// Dispatch, which on Linux look after themselves every second from then on. A
/// watcher that made its backup would never sleep again (decision 023).
struct PlainConnection: ~Copyable {
    private let handle: SQLiteConnection

    /// - Parameter path: of a database, or the `file:` address of one.
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

    /// Copies the whole database into a file that is empty or not there.
    func copy(into path: String) throws {
        _ = try firstText(of: "VACUUM INTO ?", with: path)
    }

    /// SQLite's first complaint about the database; nil if it has none.
    ///
    /// - Parameter comparingIndexes: whether to compare each index with its table, too.
    func complaint(comparingIndexes: Bool = false) throws -> String? {
        let answer = try firstText(
            of: "PRAGMA \(comparingIndexes ? "integrity_check" : "quick_check")(1)")
        return answer == "ok" ? nil : answer ?? "no answer"
    }

    func count(_ table: String) throws -> Int {
        guard let text = try firstText(of: "SELECT count(*) FROM \(table)"),
            let count = Int(text)
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return count
    }

    func has(_ table: String) throws -> Bool {
        try firstText(of: "SELECT name FROM sqlite_schema WHERE name = ?", with: table) != nil
    }

    /// What tells one state of the journal from another; nil if it is empty.
    func newestOfJournal() throws -> String? {
        try firstText(
            of: """
                SELECT id || ' ' || made_at || ' ' || (SELECT sum(is_undone) FROM journal)
                FROM journal ORDER BY id DESC LIMIT 1
                """)
    }

    /// The first column of the first row; nil where there is none.
    private func firstText(of sql: String, with argument: String? = nil) throws -> String? {
        var prepared: SQLiteStatement?
        guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let prepared
        else { throw DatabaseError(ofConnection: handle) }
        defer { sqlite3_finalize(prepared) }
        // SQLite's own copy, which a destructor of -1 asks for.
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
