import Foundation
import GRDB
import Model
import Testing
import Vault

@Suite("A vault of an earlier schema")
struct MigrationTests {
    private let home = TemporaryFolder()

    /// Every schema that a version of the program had.
    static let schemas = 1...17

    /// Makes a vault as a version of the program left it, of the files in
    /// `Vaults`: each holds what its schema added, with rows.
    private func makeVault(ofSchema number: Int) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vaults")
        try FileManager.default.createDirectory(
            atPath: home.folder.path, withIntermediateDirectories: false)
        let database = try home.database()
        for step in 1...number {
            let sql = try String(
                contentsOf: folder.appending(path: "schema-\(step).sql"), encoding: .utf8)
            try database.writeWithoutTransaction { try $0.execute(sql: sql) }
        }
    }

    private func makeFirstVault() throws { try makeVault(ofSchema: 1) }

    /// The columns of each table but those about passes and schemas, and of whole answers,
    /// which are no longer kept.
    private func columns() throws -> [String: [String]] {
        try home.database().read { database in
            let tables = try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table'
                        AND name NOT IN ('grdb_migrations', 'pass_state', 'answers')
                    """)
            return Dictionary(
                uniqueKeysWithValues: try tables.map { table in
                    (table, try database.columns(in: table).map(\.name))
                })
        }
    }

    /// What stands in some columns, a line for each row.
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

    private func backups() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.folder.backupsPath).sorted()
    }

    @Test("keeps every row as it is", arguments: schemas)
    func keepsRows(schema: Int) throws {
        try makeVault(ofSchema: schema)
        let columns = try columns()
        let before = try contents(of: columns)
        let vault = try Vault.open(home.folder)
        #expect(try contents(of: columns) == before)
        #expect(try vault.damage() == [])
        #expect(try vault.damagedPaymentHistories() == 0)
        #expect(try vault.everything().count == 4)
        #expect(try vault.everything().count { $0.verdict != nil } == 4)
    }

    @Test("has the same tables as a new one", arguments: schemas)
    func sameSchema(schema: Int) throws {
        try makeVault(ofSchema: schema)
        _ = try Vault.open(home.folder)
        let new = TemporaryFolder()
        _ = try Vault.openOrCreate(new.folder)
        func tables(_ home: TemporaryFolder) throws -> [String] {
            try home.database().read { database in
                try String.fetchAll(
                    database,
                    sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
            }
        }
        #expect(try tables(home) == tables(new))
    }

    @Test("gives up and takes again what was decided in it", arguments: 4...15)
    func undoesDecisions(schema: Int) throws {
        try makeVault(ofSchema: schema)
        let vault = try Vault.open(home.folder)
        let decisions = [
            "account_decisions": ["account_id", "type"], "transaction_corrections": ["*"],
            "overruled_rules": ["*"], "pair_decisions": ["*"], "payee_aliases": ["*"],
            "disabled_rules": ["*"], "stored_rules": ["*"], "plugin_decisions": ["*"],
        ]
        let before = try contents(of: decisions)
        let entries = try vault.history().count
        #expect(entries >= 8)
        for _ in 0..<entries { _ = try vault.undo() }
        #expect(throws: VaultError.nothingToUndo) { try vault.undo() }
        // The one that is older than the journal.
        let left = try contents(of: decisions)
        #expect(left.count == 1)
        #expect(left.first?.contains("investment") == true)
        for _ in 0..<entries { _ = try vault.redo() }
        #expect(try contents(of: decisions) == before)
    }

    @Test("is kept as it was, for its owner's eyes, beside the new one", arguments: 1...14)
    func backup(schema: Int) throws {
        try makeVault(ofSchema: schema)
        let columns = try columns()
        let before = try contents(of: columns)
        _ = try Vault.open(home.folder)
        #expect(try backups() == ["before-schema-\(schema + 1).sqlite"])
        let path = home.folder.backupsPath + "/before-schema-\(schema + 1).sqlite"
        #expect(try contents(of: columns, in: path) == before)
        #expect(try home.mode(of: path) == 0o600)
        #expect(try home.mode(of: home.folder.backupsPath) == 0o700)
    }

    @Test("pushes out the oldest of the copies, and nothing else")
    func oldBackups() throws {
        try makeVault(ofSchema: 9)
        try FileManager.default.createDirectory(
            atPath: home.folder.backupsPath, withIntermediateDirectories: false)
        for name in ["before-schema-2.sqlite", "before-schema-7.sqlite", "before-schema-8.sqlite"] {
            try Data().write(to: URL(fileURLWithPath: home.folder.backupsPath + "/" + name))
        }
        try Data().write(to: URL(fileURLWithPath: home.folder.backupsPath + "/mine.sqlite"))
        _ = try Vault.open(home.folder)
        #expect(
            try backups() == [
                "before-schema-10.sqlite", "before-schema-7.sqlite", "before-schema-8.sqlite",
                "mine.sqlite",
            ])
    }

    @Test("is left as it is where no copy can be made")
    func noBackup() throws {
        try makeVault(ofSchema: 5)
        let columns = try columns()
        let before = try contents(of: columns)
        try Data().write(to: URL(fileURLWithPath: home.folder.backupsPath))
        #expect(throws: VaultError.self) { try Vault.open(home.folder) }
        #expect(try self.columns() == columns)
        #expect(try contents(of: columns) == before)
    }

    @Test("is not copied where it is new or of this version")
    func noNeedlessBackup() throws {
        _ = try Vault.openOrCreate(home.folder)
        _ = try Vault.open(home.folder)
        #expect(try backups() == [])
    }

    @Test("opens with its facts, decisions and conclusions")
    func keeps() throws {
        try makeFirstVault()
        let columns = try columns()
        let before = try contents(of: columns)
        let vault = try Vault.open(home.folder)
        #expect(try contents(of: columns) == before)
        #expect(try vault.accounts().map(\.type) == [.checking, .investment])
        let records = try vault.everything()
        #expect(records.map(\.amount.minorUnits) == [300_000, -5499, -20_000, 20_000])
        #expect(records.map(\.partner) == [nil, nil, 4, 3])
        let verdict = try #require(records[1].verdict)
        #expect(verdict.payee?.value == "Grocer")
        #expect(verdict.tags?.value == ["food", "week"])
        #expect(verdict.series == nil)
        #expect(verdict.splits == nil)
        #expect(records.allSatisfy { $0.splits.isEmpty })
    }

    @Test("takes splits, and stays in order")
    func newConclusions() throws {
        try makeFirstVault()
        let vault = try Vault.open(home.folder)
        let reason = Reason(by: "test", rule: nil, text: "as the test says")
        let plan = try SplitPlan([
            SplitPlan.Part(
                category: "dining", size: .amount(DecimalAmount(coefficient: 5, decimals: 0))),
            SplitPlan.Part(category: "other", size: .remainder),
        ])
        let verdict = Verdict(
            transactionClass: Decided(.expense, because: reason),
            category: Decided("other", because: reason),
            series: Decided("Groceries", because: reason), splits: Decided(plan, because: reason))
        let parts = try #require(plan.parts(of: -5499, exponent: 2))
        _ = try vault.store(
            Conclusions(
                verdicts: [verdict],
                entries: [Conclusions.Entry(transaction: 2, verdict: 0, partner: nil)],
                splits: [2: parts]), dryRun: false)
        let record = try #require(try vault.transaction(2))
        #expect(record.verdict == verdict)
        #expect(record.splits == parts)
        let violations = try home.database().read { database in
            try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
        }
        #expect(violations == 0)
    }

    @Test("is brought up once")
    func once() throws {
        try makeFirstVault()
        _ = try Vault.open(home.folder)
        let steps = try home.count("grdb_migrations")
        _ = try Vault.open(home.folder)
        #expect(try home.count("grdb_migrations") == steps)
    }

    @Test("keeps what handlers set as theirs, as far as its outbox tells")
    func handlerValues() throws {
        try makeVault(ofSchema: 17)
        func action(_ id: Int, _ handler: String, _ action: String) -> String {
            "(\(id), 'msg_\(id)', 2, '\(handler)', \(id), 'corrections', '\(action)', 'done', 1, 0, "
                + "NULL, 0)"
        }
        func correct(_ transaction: Int, _ correction: String) -> String {
            #"{"correct":{"transaction":\#(transaction),"correction":\#(correction)}}"#
        }
        try home.database().write {
            try $0.execute(
                sql: "INSERT INTO outbox VALUES "
                    + [
                        action(
                            12, "a",
                            correct(
                                1,
                                #"{"category":"x","note":"n","tags":["t","u"],"excluded":true}"#)),
                        action(13, "b", correct(1, #"{"category":"y","tags":["u"]}"#)),
                        action(14, "c", correct(1, #"{"class":null,"tags":"t"}"#)),
                        action(15, "d", correct(99, #"{"category":"gone"}"#)),
                        action(16, "e", correct(2, "[1,2]")), action(17, "f", "{damaged"),
                    ].joined(separator: ", "))
        }
        let vault = try Vault.open(home.folder)
        #expect(
            try vault.handlerValues().map {
                "\($0.transaction) \($0.attribute) \($0.value) \($0.handler)"
            } == [
                "1 category y b", "1 excluded true a", "1 notes n a", "1 tags t a", "1 tags u b",
            ])
        #expect(try vault.handlerValues(of: [2]).isEmpty)
    }
}
