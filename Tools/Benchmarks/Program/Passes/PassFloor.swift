import GRDBSQLite

/// What plain SQLite needs for the same rows, with no library between.
enum PassFloor {
    enum Failure: Error {
        case sqlite(String)
    }

    private static let everyTransaction = """
        SELECT id, account_id, day, amount, description_id, payee_id, memo_id, merchant_code_id,
            is_pending, transacted_at
        FROM transactions WHERE voided_at IS NULL ORDER BY id
        """

    /// Reads every transaction.
    ///
    /// - Returns: how many there are.
    static func read(_ path: String) throws -> Int {
        let database = try open(path)
        defer { sqlite3_close(database) }
        return try forEachTransaction(of: database) { _ in }
    }

    /// Reads every transaction and writes a conclusion for each, in one SQLite
    /// transaction.
    static func readAndWrite(_ path: String) throws -> Int {
        let database = try open(path)
        defer { sqlite3_close(database) }
        try execute("PRAGMA synchronous = FULL", database)
        try execute("BEGIN IMMEDIATE", database)
        var insert: OpaquePointer?
        let sql =
            "INSERT INTO conclusions (transaction_id, verdict_id, partner_id) VALUES (?, 1, ?)"
        guard sqlite3_prepare_v2(database, sql, -1, &insert, nil) == SQLITE_OK else {
            throw failure(database)
        }
        defer { sqlite3_finalize(insert) }
        let count = try forEachTransaction(of: database) { row in
            sqlite3_bind_int64(insert, 1, sqlite3_column_int64(row, 0))
            sqlite3_bind_null(insert, 2)
            guard sqlite3_step(insert) == SQLITE_DONE else { throw failure(database) }
            sqlite3_reset(insert)
        }
        try execute("COMMIT", database)
        return count
    }

    /// Takes all conclusions away.
    static func forgetConclusions(_ path: String) throws {
        let database = try open(path)
        defer { sqlite3_close(database) }
        try execute("DELETE FROM conclusions; DELETE FROM verdicts; DELETE FROM reasons", database)
        try execute("UPDATE pass_state SET rulebook = ''", database)
        try execute("VACUUM", database)
        try execute("PRAGMA wal_checkpoint(TRUNCATE)", database)
    }

    private static func forEachTransaction(
        of database: OpaquePointer?, _ body: (OpaquePointer?) throws -> Void
    ) throws -> Int {
        var select: OpaquePointer?
        guard sqlite3_prepare_v2(database, everyTransaction, -1, &select, nil) == SQLITE_OK else {
            throw failure(database)
        }
        defer { sqlite3_finalize(select) }
        var count = 0
        var sum: Int64 = 0
        while sqlite3_step(select) == SQLITE_ROW {
            for column in 0..<Int32(10) { sum &+= sqlite3_column_int64(select, column) }
            count += 1
            try body(select)
        }
        withExtendedLifetime(sum) {}
        return count
    }

    private static func open(_ path: String) throws -> OpaquePointer? {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK else { throw failure(database) }
        return database
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
