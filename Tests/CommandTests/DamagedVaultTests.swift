import Foundation
import GRDB
import TestSupport
import Testing

/// Values that no version stores, as damaged pages or a log that belongs to another database
/// leave them.
@Suite("A damaged value in the vault", .inTurns)
struct DamagedVaultTests {
    private static let commands = [
        "dashboard", "status", "accounts", "transactions --all", "explain 2", "spending", "income",
        "networth", "recurring", "transfers", "payees", "review", "loans", "lens", "connections",
        "history", "undo", "rules list", "plugins", "automation list", "categories",
        "accounts history 1", "transactions holds", "doctor",
        "accounts holdings", "accounts interest", "transactions set 3 --note Seen",
        "apply-rules --all",
        "import --format simplefin answer.json", "backup",
    ]
    private static let values = ["NULL", "'text'", "x'00FF'", "9223372036854775807", "-1.5"]

    @Test(
        "ends no command otherwise than by an error", arguments: Seeds.first(of: 12, few: 2))
    func ofAnyColumn(seed: UInt64) async throws {
        let scenario = try await JSONHousehold.copy()
        let path = scenario.folder + "/vault/vault.sqlite"
        let database = try DatabaseQueue(path: path)
        try Self.fillEmptyTables(of: database)
        var numbers = RandomNumbers(seed: seed)
        let columns = try Self.columns(of: database).shuffled(using: &numbers)
            .prefix(Seeds.areAll ? 80 : 6)
        try database.close()
        let sound = try Data(contentsOf: URL(fileURLWithPath: path))
        var broken = 0
        for column in columns {
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            try sound.write(to: URL(fileURLWithPath: path))
            let value = Self.values.randomElement(using: &numbers) ?? "NULL"
            guard try Self.damage(path, column, value) else { continue }
            broken += 1
            for command in Self.commands.shuffled(using: &numbers).prefix(8) {
                let finished = try await scenario.run("ghostvault \(command)")
                #expect(
                    (0...4).contains(finished.exitCode),
                    "\(column.table).\(column.name) \(value): \(command): \(finished.errors)")
            }
        }
        #expect(broken > 0)
        try await scenario.close()
    }

    @Test("is named by its table and column, with the way back to a backup, and doctor goes on")
    func wayBack() async throws {
        let scenario = try await JSONHousehold.copy()
        let checked = try await scenario.run(
            "ghostvault backup && ghostvault backup check vault/backups/*")
        #expect(checked.exitCode == 0, "\(checked.errors)")
        let path = scenario.folder + "/vault/vault.sqlite"
        #expect(try Self.damage(path, Column(table: "connections", name: "name"), "NULL"))
        let refused = try await scenario.run("ghostvault connections")
        #expect(refused.exitCode == 4)
        #expect(refused.errors.contains("damaged row (connections)"), "\(refused.errors)")
        #expect(refused.errors.contains("Its name can't be read."))
        #expect(refused.errors.contains("ghostvault backup restore '"))
        let examined = try await scenario.run("ghostvault doctor")
        #expect(examined.exitCode == 4)
        #expect(examined.output.contains("NULL value in connections.name"), "\(examined.output)")
        #expect(examined.output.contains("ghostvault backup restore '"))
        #expect(examined.output.contains("✓ configuration"))
        try await scenario.close()
    }

    @Test("is told apart from too few files to be opened")
    func fewFiles() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 1")
        _ = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback --no-sync")
        for limit in 5...12 {
            let synced = try await scenario.run("ulimit -n \(limit); exec ghostvault sync")
            #expect((0...6).contains(synced.exitCode), "\(limit): \(synced.errors)")
            // It is installed.
            #expect(!synced.errors.contains("libcurl"), "\(limit): \(synced.errors)")
        }
        #expect(try await scenario.run("ulimit -n 8; exec ghostvault sync").exitCode == 5)
        try await scenario.close()
    }

    /// Pages of another vault's log, written over those of a backup.
    @Test(
        "from the log of another file beside the vault leads back to a backup",
        arguments: [
            "UPDATE transactions SET day = day - 1", "UPDATE accounts SET name = 'Other'",
            "DELETE FROM conclusions; DELETE FROM transactions", "VACUUM",
        ])
    func foreignLog(change: String) async throws {
        let scenario = try await JSONHousehold.copy()
        let path = scenario.folder + "/vault/vault.sqlite"
        #expect(try await scenario.run("ghostvault backup && cp \(path) earlier").exitCode == 0)
        _ = try await scenario.run(
            "ghostvault plugins disable waiting; ghostvault transactions set 3 --note Later")
        // A watcher that is killed leaves its log.
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let watcher = try DatabaseQueue(path: path, configuration: configuration)
        try await watcher.writeWithoutTransaction { try $0.execute(sql: change) }
        #expect(try await scenario.run("test -s \(path)-wal && cp \(path)-wal log").exitCode == 0)
        try watcher.close()
        _ = try await scenario.run("rm -f \(path)*; cp earlier \(path); cp log \(path)-wal")
        let examined = try await scenario.run("ghostvault doctor")
        #expect([0, 3, 4].contains(examined.exitCode), "\(examined.exitCode): \(examined.errors)")
        if examined.exitCode == 4 {
            #expect(examined.output.contains("ghostvault backup restore '"), "\(examined.output)")
        }
        for command in Self.commands {
            let finished = try await scenario.run("ghostvault \(command)")
            #expect(
                [0, 1, 3, 4, 10].contains(finished.exitCode),
                "\(command): \(finished.exitCode) \(finished.errors)")
        }
        try await scenario.close()
    }

    @Test(
        "like code of another program in the database is refused, with the way back to a backup",
        arguments: [
            "CREATE TRIGGER slow AFTER UPDATE ON transactions BEGIN DELETE FROM accounts; END",
            "CREATE VIEW totals AS SELECT * FROM transactions",
        ])
    func foreignCode(sql: String) async throws {
        let scenario = try await JSONHousehold.copy()
        #expect(try await scenario.run("ghostvault backup").exitCode == 0)
        let queue = try DatabaseQueue(path: scenario.folder + "/vault/vault.sqlite")
        try await queue.write { try $0.execute(sql: sql) }
        try queue.close()
        for command in ["accounts", "transactions set 3 --note Seen", "backup"] {
            let refused = try await scenario.run("ghostvault \(command)")
            #expect(refused.exitCode == 4)
            #expect(refused.errors.contains("ghostvault backup restore '"), "\(refused.errors)")
        }
        let examined = try await scenario.run("ghostvault doctor")
        #expect(examined.exitCode == 4)
        #expect(examined.output.contains("ghostvault backup restore '"), "\(examined.output)")
        try await scenario.close()
    }

    @Test(
        "obeys no terminal in a currency's code either",
        arguments: ["\u{1B}[31mUSD", "\u{1B}]0;owned\u{7}", "US\u{202E}D\n\r", "\u{9B}2J"])
    func currencyCode(code: String) async throws {
        let scenario = try await JSONHousehold.copy()
        let queue = try DatabaseQueue(path: scenario.folder + "/vault/vault.sqlite")
        try await queue.write {
            try $0.execute(
                sql: "UPDATE currencies SET code = ? WHERE code = 'EUR'", arguments: [code])
        }
        try queue.close()
        for command in Self.commands + ["networth", "transactions --by category", "income --csv"] {
            let finished = try await scenario.run("ghostvault \(command)")
            let harmful = (finished.output + finished.errors).unicodeScalars.filter {
                [.control, .format].contains($0.properties.generalCategory) && $0 != "\n"
            }
            #expect(harmful.isEmpty, "\(command)")
        }
        try await scenario.close()
    }

    private struct Column {
        let table: String
        let name: String
    }

    private static func columns(of database: DatabaseQueue) throws -> [Column] {
        try database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT tables.name, columns.name FROM sqlite_schema AS tables
                    JOIN pragma_table_info(tables.name) AS columns
                    WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'
                    """
            ).map { Column(table: $0[0], name: $0[1]) }
        }
    }

    /// A row in each table that has none, with whatever its constraints allow.
    private static func fillEmptyTables(of queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
            for table in Set(try columns(in: database).map(\.table)) {
                let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
                guard count == 0 else { continue }
                let types = try Row.fetchAll(
                    database, sql: "SELECT name, type FROM pragma_table_info('\(table)')")
                let values = types.map { row -> String in
                    switch row[1] as String {
                    case "TEXT": "'a'"
                    case "BLOB": "x'01'"
                    default: "1"
                    }
                }
                try database.execute(
                    sql: "INSERT INTO \(table) VALUES (\(values.joined(separator: ", ")))")
            }
        }
    }

    private static func columns(in database: Database) throws -> [Column] {
        try Row.fetchAll(
            database,
            sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).map { Column(table: $0[0], name: "") }
    }

    /// Puts a value into all rows of a column, past the schema's constraints.
    ///
    /// - Returns: false if no table can hold it.
    private static func damage(_ path: String, _ column: Column, _ value: String) throws -> Bool {
        let original = try setDefinition(path, column.table) {
            $0.replacingOccurrences(of: "NOT NULL", with: "")
                .replacingOccurrences(of: ") STRICT, WITHOUT", with: ") WITHOUT")
                .replacingOccurrences(of: ") STRICT", with: ")")
        }
        let queue = try DatabaseQueue(path: path)
        let changed = try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
            do {
                try database.execute(
                    sql: "UPDATE OR IGNORE \(column.table) SET \(column.name) = \(value)")
                return database.changesCount > 0
            } catch is DatabaseError {
                return false
            }
        }
        try queue.close()
        _ = try setDefinition(path, column.table) { _ in original }
        return changed
    }

    /// Changes a table's definition in the schema, and nothing of what it holds.
    private static func setDefinition(
        _ path: String, _ table: String, _ change: (String) -> String
    ) throws -> String {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction { database in
            let known = try String.fetchOne(
                database, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [table])
            let definition = try #require(known)
            try database.execute(sql: "PRAGMA writable_schema = ON")
            try database.execute(
                sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?",
                arguments: [change(definition), table])
            try database.execute(sql: "PRAGMA writable_schema = RESET")
            return definition
        }
    }
}
