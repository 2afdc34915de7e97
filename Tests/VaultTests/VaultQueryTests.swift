import Foundation
import GRDB
import Testing
import Vault

@Suite("A query of the person's own")
struct VaultQueryTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    init() throws {
        stored = try StoredVault()
        try stored.store(account("A1", [transaction("T1", -1234), transaction("T2", 500)]))
    }

    private func rows(_ sql: String, seconds: Int = 60) throws -> [[QueryValue]] {
        var rows: [[QueryValue]] = []
        try VaultQuery(sql, of: vault, seconds: seconds).forEachRow { rows.append($0) }
        return rows
    }

    private func failure(_ sql: String, seconds: Int = 60) -> QueryError? {
        do {
            _ = try rows(sql, seconds: seconds)
            return nil
        } catch {
            return error as? QueryError
        }
    }

    @Test("finds every view with its documented columns", arguments: VaultView.all.map(\.name))
    func columns(name: String) throws {
        let view = try #require(VaultView.all.first { $0.name == name })
        #expect(
            try VaultQuery("SELECT * FROM \(name)", of: vault, seconds: 60).columns
                == view.columns.map(\.name))
        #expect(Set(view.columns.map(\.name)).count == view.columns.count)
        for text in view.columns.map(\.meaning) + [view.meaning] { #expect(text.hasSuffix(".")) }
        _ = try rows("SELECT * FROM \(name)")
    }

    @Test("gets values of every type")
    func values() throws {
        #expect(
            try rows("SELECT NULL, 9223372036854775807, 0.5, 'a', x'00ff'")
                == [[.null, .integer(.max), .real(0.5), .text("a"), .bytes([0, 255])]])
        #expect(
            try rows("SELECT amount FROM v_transactions ORDER BY amount -- the end")
                == [[.text("-12.34")], [.text("5.00")]])
    }

    @Test(
        "can only read",
        arguments: [
            "DELETE FROM transactions", "INSERT INTO texts (value) VALUES ('a')",
            "UPDATE accounts SET name = 'a' RETURNING name", "DROP VIEW v_months",
            "CREATE TABLE t (a)", "CREATE TEMP TABLE t (a)", "CREATE TEMP VIEW t AS SELECT 1",
            "ATTACH ':memory:' AS other", "DETACH main", "VACUUM", "VACUUM INTO '/tmp/a'",
            "REINDEX", "ANALYZE", "BEGIN IMMEDIATE", "COMMIT", "SAVEPOINT a",
            "PRAGMA journal_mode = DELETE", "PRAGMA user_version = 3", "PRAGMA query_only = 0",
            "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA writable_schema = ON",
            "PRAGMA temp_store_directory = '/tmp'", "SELECT load_extension('a')",
            "ALTER TABLE texts RENAME TO words",
            "EXPLAIN DELETE FROM texts",
        ])
    func onlyReads(sql: String) throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: stored.home.folder.databasePath))
        #expect(failure(sql) == .onlyReads)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: stored.home.folder.databasePath)) == before)
        #expect(try rows("SELECT count(*) FROM v_transactions") == [[.integer(2)]])
    }

    @Test(
        "names no table, whose figures would mean something else",
        arguments: [
            ("SELECT sum(amount) FROM transactions", "transactions"),
            ("SELECT count(*) FROM Series", "series"),
            ("WITH mine AS (SELECT * FROM accounts) SELECT * FROM mine", "accounts"),
            ("SELECT 1 WHERE EXISTS (SELECT 1 FROM main.texts)", "texts"),
            ("SELECT * FROM v_months, journal", "journal"),
        ])
    func tables(sql: String, table: String) {
        #expect(failure(sql) == .readsTable(table))
    }

    @Test(
        "is one statement",
        arguments: [
            ("", QueryError.isEmpty), (" -- nothing\n", .isEmpty), (";", .isEmpty),
            ("SELECT 1; SELECT 2", .severalStatements), ("SELECT 1; x", .severalStatements),
            ("SELECT 1\0", .hasNull),
        ])
    func oneStatement(sql: String, error: QueryError) {
        #expect(failure(sql) == error)
    }

    @Test("may end with a semicolon and a comment")
    func end() throws {
        #expect(try rows("SELECT 1; -- that's it\n/* all */") == [[.integer(1)]])
    }

    @Test("has the place of a mistake")
    func mistake() {
        #expect(
            failure("SELECT amont FROM v_transactions") == .mistake("no such column: amont", 7))
        #expect(failure("SELECT 1 FORM 2") == .mistake("near \"2\": syntax error", 14))
    }

    @Test("ends when its time is up, and when it is stopped")
    func ends() throws {
        let endless = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT count(*) FROM n
            """
        #expect(failure(endless, seconds: 0) == .tookTooLong)
        let stop = QueryStop()
        let query = try VaultQuery(endless, of: vault, seconds: 3600, stop: stop)
        Thread.detachNewThread { stop.stop() }
        #expect(throws: QueryError.stopped) { try query.forEachRow { _ in } }
    }

    @Test("sees one moment, whatever is stored meanwhile")
    func moment() throws {
        var seen = 0
        try VaultQuery("SELECT id FROM v_transactions", of: vault, seconds: 60).forEachRow { _ in
            seen += 1
            if seen == 1 {
                try stored.store(account("A1", [transaction("T\(seen + 10)", -1)]))
            }
        }
        #expect(seen == 2)
        #expect(try rows("SELECT count(*) FROM v_transactions") == [[.integer(3)]])
    }

    @Test(
        "gets exact amounts of any size",
        arguments: [
            (Int64.min, 2, "-92233720368547758.08"), (-5, 2, "-0.05"), (0, 2, "0.00"),
            (7, 0, "7"), (-7, 0, "-7"), (1, 18, "0.000000000000000001"),
            (.max, 3, "9223372036854775.807"),
        ] as [(Int64, Int, String)])
    func amounts(units: Int64, digits: Int, text: String) throws {
        let queue = try DatabaseQueue(path: stored.home.folder.databasePath)
        try queue.write {
            try $0.execute(
                sql: "UPDATE transactions SET amount = ?; UPDATE currencies SET exponent = ?",
                arguments: [units, digits])
        }
        #expect(
            try rows("SELECT DISTINCT amount, minor_units, digits FROM v_transactions")
                == [[.text(text), .integer(units), .integer(Int64(digits))]])
    }

    @Test("fails where a sum would be inexact")
    func overflow() throws {
        let queue = try DatabaseQueue(path: stored.home.folder.databasePath)
        try queue.write { database in
            try database.execute(
                sql: """
                    UPDATE transactions SET amount = 9223372036854775807;
                    INSERT OR REPLACE INTO daily_balances VALUES (1, 20000, 9223372036854775807)
                    """)
        }
        for sql in ["SELECT sum(minor_units) FROM v_parts", "SELECT * FROM v_balances"] {
            #expect(failure(sql) == .mistake("integer overflow", nil), "\(sql)")
        }
    }
}
