import Foundation
import GRDB
import TestSupport
import Testing
import Vault

@Suite("Other programs read the views, also while somebody writes", .inTurns)
struct ForeignReaderTests {
    /// What `ghostvault sql` says of each view, and what it says while a writer is at work.
    private static let sums = """
        SELECT sum(minor_units) AS sum, count(*) AS parts FROM v_parts WHERE counted
        """

    @Test("as SQLite's shell does", .enabled(if: TestProgram.areExpected("sqlite3")))
    func shell() async throws {
        guard let shell = TestProgram("sqlite3") else { throw TestProgramMissing("sqlite3") }
        try await whileWriting { scenario in
            let views = VaultView.all.map(\.name)
            for view in views {
                let found = try await scenario.run(
                    "\(shell.path) -readonly vault/vault.sqlite 'SELECT * FROM \(view)'")
                #expect(found.exitCode == 0, "\(view): \(found.errors)")
            }
            let theirs = try await scenario.run(
                "\(shell.path) -readonly -csv -header vault/vault.sqlite '\(Self.sums)' | tr -d '\\r'"
            )
            let ours = try await scenario.run("ghostvault sql --csv '\(Self.sums)'")
            #expect(theirs.output == ours.output)
            #expect(!ours.output.contains("sum,parts\n,0"))
        }
    }

    @Test("as pandas and DuckDB do", .enabled(if: Self.hasModules))
    func python() async throws {
        try await whileWriting { scenario in
            try Self.script.write(
                toFile: scenario.folder + "/read.py", atomically: true, encoding: .utf8)
            let views = VaultView.all.map(\.name).joined(separator: " ")
            let theirs = try await scenario.run(
                "PYTHONPATH=\(TestProgram.beside)/python /usr/bin/python3 read.py \(views)")
            #expect(theirs.exitCode == 0, "\(theirs.errors)")
            let ours = try await scenario.run("ghostvault sql --csv '\(Self.sums)'")
            let line = try #require(ours.output.split(separator: "\n").last)
            #expect(theirs.output == "pandas \(line)\nduckdb \(line)\n")
        }
    }

    @Test("as Datasette does", .enabled(if: Self.hasModules))
    func datasette() async throws {
        try await whileWriting { scenario in
            let query = try #require(
                Self.sums.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            // Answers as its server does, without a port.
            let theirs = try await scenario.run(
                """
                PYTHONPATH=\(TestProgram.beside)/python /usr/bin/python3 -m datasette \
                    vault/vault.sqlite --get '/vault.csv?sql=\(query)' | tr -d '\\r'
                """)
            let ours = try await scenario.run("ghostvault sql --csv '\(Self.sums)'")
            // It ends what it prints with one more line feed.
            #expect(theirs.output == ours.output + "\n", "\(theirs.errors)")
        }
    }

    /// Runs the body while another connection has changed every amount and not yet said so.
    private func whileWriting(_ body: (Scenario) async throws -> Void) async throws {
        let scenario = try await JSONHousehold.copy()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let writer = try DatabaseQueue(
            path: scenario.folder + "/vault/vault.sqlite", configuration: configuration)
        try await writer.writeWithoutTransaction { database in
            try database.execute(
                sql: "BEGIN IMMEDIATE; UPDATE transactions SET amount = amount + 1")
        }
        try await body(scenario)
        try await writer.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try await scenario.close()
    }

    /// Whether the modules are there that Tools/scripts/test-readers.sh fetches.
    private static var hasModules: Bool {
        ["pandas", "duckdb", "duckdb_extension_sqlite_scanner", "datasette"].allSatisfy {
            FileManager.default.fileExists(atPath: "\(TestProgram.beside)/python/\($0)")
        } || ProcessInfo.processInfo.environment["CI"] != nil
    }

    private static let script = """
        import pathlib, sqlite3, sys
        import duckdb, duckdb_extension_sqlite_scanner, pandas

        sums = "SELECT sum(minor_units{0}), count(*) FROM {1}v_parts WHERE counted{0} = 1"
        vault = sqlite3.connect("file:vault/vault.sqlite?mode=ro", uri=True)
        row = pandas.read_sql(sums.format("", ""), vault).iloc[0]
        print(f"pandas {row.iloc[0]},{row.iloc[1]}")

        folder = pathlib.Path(duckdb_extension_sqlite_scanner.__file__).parent
        duckdb.sql(f"LOAD '{next(folder.rglob('*.duckdb_extension'))}'")
        duckdb.sql("ATTACH 'vault/vault.sqlite' AS vault (TYPE sqlite, READ_ONLY)")
        row = duckdb.sql(sums.format("::BIGINT", "vault.")).fetchone()
        print(f"duckdb {row[0]},{row[1]}")

        for view in sys.argv[1:]:
            theirs = duckdb.sql(f"SELECT * FROM vault.{view}")
            frame = pandas.read_sql(f"SELECT * FROM {view}", vault)
            assert theirs.columns == list(frame.columns), view
            assert len(theirs.fetchall()) == len(frame), view
        """
}
