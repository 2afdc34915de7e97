import Foundation
import GRDB
import Model
import Testing
import Vault

@Suite("A vault of an earlier schema")
struct MigrationTests {
    private let home = TemporaryFolder()

    /// Makes the vault that `Vaults/schema-1.sql` holds.
    private func makeFirstVault() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Vaults/schema-1.sql")
        try FileManager.default.createDirectory(
            atPath: home.folder.path, withIntermediateDirectories: false)
        let sql = try String(contentsOf: file, encoding: .utf8)
        try home.database().writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    private static let tables = [
        "accounts", "transactions", "texts", "account_decisions", "conclusions",
    ]

    /// The columns of each table, of which later schemas have more.
    private func columns() throws -> [String: String] {
        try home.database().read { database in
            var columns: [String: String] = [:]
            for table in Self.tables {
                columns[table] = try database.columns(in: table).map(\.name)
                    .joined(separator: ", ")
            }
            return columns
        }
    }

    private func contents(of columns: [String: String]) throws -> [String] {
        try home.database().read { database in
            try Self.tables.flatMap { table in
                try Row.fetchAll(database, sql: "SELECT \(columns[table] ?? "*") FROM \(table)")
                    .map { "\(table): \($0.debugDescription)" }
            }
        }
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

    @Test("has the same tables as a new one")
    func sameSchema() throws {
        try makeFirstVault()
        _ = try Vault.open(home.folder)
        let new = TemporaryFolder()
        _ = try Vault.openOrCreate(new.folder)
        func schema(_ home: TemporaryFolder) throws -> [String] {
            try home.database().read { database in
                try String.fetchAll(
                    database,
                    sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
            }
        }
        #expect(try schema(home) == schema(new))
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
}
