import Foundation
import GRDB
import Model
import Testing
import Vault

@Suite("A vault of a development version")
struct MigrationTests {
    private let home = TemporaryFolder()

    /// Makes a vault of one of the files in `Vaults`, with rows in most tables.
    private func makeVault(of name: String = "development") throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vaults")
        try FileManager.default.createDirectory(
            atPath: home.folder.path, withIntermediateDirectories: false)
        let sql = try String(contentsOf: folder.appending(path: "\(name).sql"), encoding: .utf8)
        try home.database().writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    /// The columns of each table but the one of schema steps.
    private func columns() throws -> [String: [String]] {
        try home.database().read { database in
            let tables = try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_master
                    WHERE type = 'table' AND name <> 'grdb_migrations'
                    """)
            return Dictionary(
                uniqueKeysWithValues: try tables.map { table in
                    (table, try database.columns(in: table).map(\.name))
                })
        }
    }

    /// The values of some columns, one line for each row.
    private func contents(
        of columns: [String: [String]], in path: String? = nil
    ) throws -> [String] {
        let queue = try path.map { try DatabaseQueue(path: $0) } ?? home.database()
        return try queue.read { database in
            try columns.sorted { $0.key < $1.key }.flatMap { table, columns in
                try Row.fetchAll(
                    database, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table)"
                ).map { "\(table): \($0.debugDescription)" }.sorted()
            }
        }
    }

    /// The statements of a vault's schema by name, without comments, quotes and white space.
    private func schema(of home: TemporaryFolder) throws -> [String: String] {
        try home.database().read { database in
            var statements: [String: String] = [:]
            let objects = try Row.fetchAll(
                database,
                sql: """
                    SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL
                    """)
            for object in objects {
                let name: String = object[0]
                let sql: String = object[1]
                statements[name] = sql.replacing(#/--[^\n]*/#, with: "")
                    .filter { !$0.isWhitespace && $0 != "\"" }
            }
            return statements
        }
    }

    private func backups() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.folder.backupsPath).sorted()
    }

    @Test("keeps every row")
    func keepsRows() throws {
        try makeVault()
        var columns = try columns()
        columns["known_rules"] = nil
        let before = try contents(of: columns)
        let vault = try Vault.open(home.folder)
        var expected = columns
        expected["reasons", default: []] += ["kind", "chance"]
        expected["account_decisions", default: []].append("minimum_payment")
        expected["verdicts", default: []] += ["loan", "loan_reason"]
        expected["transaction_corrections", default: []] += ["loan", "splits"]
        expected["series_notes"] = ["transaction_id", "note"]
        expected["confirmations"] = ["transaction_id", "class", "category"]
        expected["category_decisions"] = [
            "category", "position", "name", "parent", "lens", "icon", "colour", "merged_into",
        ]
        expected["transactions", default: []].append("bank_amount")
        #expect(try self.columns() == expected)
        #expect(try contents(of: columns) == before)
        #expect(try vault.damage() == [])
        #expect(try vault.damagedPaymentHistories() == 0)
        let violations = try home.database().read { database in
            try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
        }
        #expect(violations == 0)
    }

    @Test("opens with its facts, decisions and conclusions")
    func opens() throws {
        try makeVault()
        let vault = try Vault.open(home.folder)
        #expect(try vault.accounts().map(\.type) == [.savings, .investment])
        let records = try vault.everything()
        #expect(records.map(\.amount.minorUnits) == [300_000, -5499, -20_000, 20_000])
        #expect(records.map(\.partner) == [nil, nil, 4, 3])
        #expect(records.allSatisfy { $0.verdict != nil })
        #expect(records.map(\.splits.count) == [0, 2, 0, 0])
        let verdict = try #require(records[1].verdict)
        #expect(verdict.payee?.value == "Grocer")
        #expect(verdict.tags?.value == ["food", "week"])
        #expect(verdict.series?.value == "Groceries")
    }

    @Test("has the same schema as a new one")
    func sameSchema() throws {
        try makeVault()
        _ = try Vault.open(home.folder)
        let new = TemporaryFolder()
        _ = try Vault.openOrCreate(new.folder)
        #expect(try schema(of: home) == schema(of: new))
        #expect(try steps(of: home) == ["26"])
        #expect(try steps(of: new) == ["26"])
    }

    @Test("of step 25 gets the column of parts, after a copy, and keeps its decisions")
    func splits() throws {
        try makeVault()
        let made = try Vault.open(home.folder)
        let correction = Correction(category: "dining", loan: "Sam")
        try made.correct([1: correction], summary: "set")
        let present = try schema(of: home)
        try home.database().write { database in
            try database.execute(
                sql: """
                    ALTER TABLE transaction_corrections DROP COLUMN splits;
                    UPDATE grdb_migrations SET identifier = '25';
                    """)
        }
        let vault = try Vault.open(home.folder)
        #expect(try schema(of: home) == present)
        #expect(try steps(of: home) == ["26"])
        #expect(try backups().contains("before-schema-26.sqlite"))
        #expect(try vault.corrections(of: [1]) == [1: correction])
        let parts = try SplitPlan([
            SplitPlan.Part(
                category: "dining", size: .share(DecimalAmount(coefficient: 5, decimals: 1))),
            SplitPlan.Part(category: "groceries", size: .remainder),
        ])
        try vault.correct([1: Correction(splits: parts)], summary: "split")
        #expect(try vault.corrections(of: [1]) == [1: Correction(splits: parts)])
        // Decisions that were made without the column are undone and redone with it.
        _ = try vault.undo()
        #expect(try vault.corrections(of: [1]) == [1: correction])
        _ = try vault.undo()
        #expect(try vault.corrections(of: [1])[1]?.category != "dining")
        _ = try vault.redo()
        _ = try vault.redo()
        #expect(try vault.corrections(of: [1]) == [1: Correction(splits: parts)])
    }

    @Test("of step 24 gets the columns of loans and of parts")
    func loans() throws {
        try makeVault()
        _ = try Vault.open(home.folder)
        let present = try schema(of: home)
        try home.database().write { database in
            try database.execute(
                sql: """
                    ALTER TABLE transaction_corrections DROP COLUMN splits;
                    ALTER TABLE transaction_corrections DROP COLUMN loan;
                    ALTER TABLE verdicts DROP COLUMN loan_reason;
                    ALTER TABLE verdicts DROP COLUMN loan;
                    UPDATE grdb_migrations SET identifier = '24';
                    """)
        }
        let vault = try Vault.open(home.folder)
        #expect(try schema(of: home) == present)
        #expect(try steps(of: home) == ["26"])
        #expect(try vault.everything().allSatisfy { $0.verdict != nil })
    }

    @Test("of step 23 keeps the signs that were decided, and they can be restored")
    func signs() throws {
        try makeVault()
        try home.database().write { database in
            try database.execute(
                sql: """
                    ALTER TABLE reasons ADD COLUMN kind TEXT;
                    DELETE FROM grdb_migrations;
                    INSERT INTO grdb_migrations VALUES ('23');
                    INSERT INTO account_signs VALUES (1, 1, 1);
                    """)
        }
        let vault = try Vault.open(home.folder)
        #expect(
            try vault.everything().map(\.amount.minorUnits) == [300_000, -5499, -20_000, 20_000])
        #expect(try vault.accounts().map(\.balance?.minorUnits) == [250_010, 120_000])
        #expect(try vault.dailyBalances().map(\.minorUnits) == [250_010, 120_000])
        #expect(try vault.damage() == [])
        try vault.reverseSigns(ReversedSigns(), account: 1)
        #expect(
            try vault.everything().map(\.amount.minorUnits) == [-300_000, 5499, 20_000, 20_000])
        #expect(try vault.accounts().map(\.balance?.minorUnits) == [-250_010, 120_000])
        #expect(try steps(of: home) == ["26"])
    }

    private func steps(of home: TemporaryFolder) throws -> [String] {
        try home.database().read { database in
            try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations")
        }
    }

    @Test("undoes and redoes what was decided in it")
    func undoesDecisions() throws {
        try makeVault()
        let vault = try Vault.open(home.folder)
        let decisions = [
            "account_decisions": ["account_id", "type"], "transaction_corrections": ["*"],
            "overruled_rules": ["*"], "pair_decisions": ["*"], "payee_aliases": ["*"],
            "disabled_rules": ["*"], "stored_rules": ["*"], "plugin_decisions": ["*"],
        ]
        let before = try contents(of: decisions)
        let entries = try vault.history().count
        #expect(entries == 9)
        for _ in 0..<entries { _ = try vault.undo() }
        #expect(throws: VaultError.nothingToUndo) { try vault.undo() }
        // The one that is older than the journal.
        let left = try contents(of: decisions)
        #expect(left.count == 1)
        #expect(left.first?.contains("investment") == true)
        for _ in 0..<entries { _ = try vault.redo() }
        #expect(try contents(of: decisions) == before)
    }

    @Test("is opened once as such")
    func once() throws {
        try makeVault()
        _ = try Vault.open(home.folder)
        try FileManager.default.removeItem(atPath: home.folder.backupsPath)
        _ = try Vault.open(home.folder)
        #expect(!FileManager.default.fileExists(atPath: home.folder.backupsPath))
    }

    @Test("is copied first, for its owner's eyes alone")
    func backup() throws {
        try makeVault()
        let columns = try columns()
        let before = try contents(of: columns)
        _ = try Vault.open(home.folder)
        #expect(try backups() == ["before-schema-23.sqlite"])
        let path = home.folder.backupsPath + "/before-schema-23.sqlite"
        #expect(try contents(of: columns, in: path) == before)
        #expect(try home.mode(of: path) == 0o600)
        #expect(try home.mode(of: home.folder.backupsPath) == 0o700)
    }

    @Test("replaces the oldest of the copies, and no other file")
    func oldBackups() throws {
        try makeVault()
        try FileManager.default.createDirectory(
            atPath: home.folder.backupsPath, withIntermediateDirectories: false)
        for name in ["before-schema-2.sqlite", "before-schema-7.sqlite", "before-schema-8.sqlite"] {
            try Data().write(to: URL(fileURLWithPath: home.folder.backupsPath + "/" + name))
        }
        try Data().write(to: URL(fileURLWithPath: home.folder.backupsPath + "/mine.sqlite"))
        _ = try Vault.open(home.folder)
        #expect(
            try backups() == [
                "before-schema-23.sqlite", "before-schema-7.sqlite", "before-schema-8.sqlite",
                "mine.sqlite",
            ])
    }

    @Test("stays as it is if it can't be copied")
    func noBackup() throws {
        try makeVault()
        let columns = try columns()
        let before = try contents(of: columns)
        try Data().write(to: URL(fileURLWithPath: home.folder.backupsPath))
        #expect(throws: VaultError.self) { try Vault.open(home.folder) }
        #expect(try self.columns() == columns)
        #expect(try contents(of: columns) == before)
        #expect(try steps(of: home).count == 22)
    }

    @Test("is not copied if it is of this version")
    func noNeedlessBackup() throws {
        _ = try Vault.openOrCreate(home.folder)
        _ = try Vault.open(home.folder)
        #expect(try backups() == [])
    }

    @Test("with only its first schema step is refused and stays as it is")
    func firstStep() throws {
        try makeVault(of: "first-development-step")
        try expectRefusal()
    }

    @Test("without one of the schema steps is refused and stays as it is", arguments: [1, 18, 22])
    func missingStep(step: Int) throws {
        try makeVault()
        try home.database().write { database in
            try database.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: ["\(step)"])
        }
        try expectRefusal()
    }

    private func expectRefusal() throws {
        let file = URL(filePath: home.folder.databasePath)
        let before = try Data(contentsOf: file)
        let refusal = VaultError.madeByDevelopmentVersion(path: home.folder.databasePath)
        #expect(failure { try Vault.open(home.folder) } == refusal)
        #expect(failure { try Vault.openOrCreate(home.folder) } == refusal)
        #expect(try Data(contentsOf: file) == before)
        #expect(!FileManager.default.fileExists(atPath: home.folder.backupsPath))
    }
}
