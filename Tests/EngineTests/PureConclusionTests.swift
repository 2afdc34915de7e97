import Engine
import Foundation
import GRDB
import Model
import TestSupport
import Testing
import Vault

/// What a pass remembers must never change the next one's result.
@Suite("Conclusions are a function of facts, decisions and rules alone")
struct PureConclusionTests {
    @Test("whatever passes, edits and mistakes came before", arguments: [1, 2, 3])
    func history(seed: UInt64) throws {
        var life = try ChangingVault(seed: seed)
        var random = RandomNumbers(seed: seed &+ 100)
        for _ in 1...25 {
            try step(&life, &random)
            if Bool.random(using: &random) { try pass(life, &random) }
        }
        try life.demo.write(Self.rule(tag: "last"), to: Self.file)
        _ = try life.engine.classify(dryRun: false)
        let queue = try DatabaseQueue(path: life.demo.folder.databasePath)
        let after = try queue.read(Self.conclusions)
        try queue.write(Self.forget)
        try #require(try queue.read(Self.conclusions).allSatisfy(\.rows.isEmpty))
        _ = try life.engine.classify(dryRun: false)
        for (found, derived) in zip(after, try queue.read(Self.conclusions)) {
            try #require(!derived.rows.isEmpty || found.rows.isEmpty)
            let differing = Set(found.rows).symmetricDifference(derived.rows)
            #expect(found.rows == derived.rows, "\(found.table): \(differing.sorted().prefix(4))")
        }
    }

    // MARK: A history

    private static let file = "rules/60-other.lua"

    private static func rule(named name: String = "Other", tag: String) -> String {
        """
        rule { name = "\(name)", when = { amount = less(-20) }, set = { tags = { "\(tag)" } } }
        """
    }

    private func step(_ life: inout ChangingVault, _ random: inout RandomNumbers) throws {
        switch Int.random(in: 0..<13, using: &random) {
        case 0: try life.demo.write("rule { name = ", to: Self.file)
        case 1, 6:
            let name = Bool.random(using: &random) ? "Other" : "Another"
            let tag = Bool.random(using: &random) ? "other" : "another"
            try life.demo.write(Self.rule(named: name, tag: tag), to: Self.file)
        case 7:
            let rules = try life.engine.rules(isCounting: false).rules.filter { $0.kind == .file }
            guard let rule = rules.randomElement(using: &random) else { return }
            _ = try life.engine.enableRule(rule, Bool.random(using: &random))
        case 8:
            let all = try life.demo.vault.everything().map(\.id)
            guard let transaction = all.randomElement(using: &random) else { return }
            _ = try life.engine.correct(
                [transaction], CorrectionChange(Correction(category: "travel", tags: ["mine"])))
        case 12:
            let all = try life.demo.vault.everything().filter { $0.verdict != nil }
            guard let seen = all.randomElement(using: &random) else { return }
            let alike = all.filter { $0.payee == seen.payee }
            try life.engine.storeConfirmation(of: alike)
        case 2: try life.demo.write("", to: Self.file)
        case 3: try life.demo.write("maximum_days = ", to: "config/transfers.toml")
        case 4:
            let path = life.demo.folder.configPath + "/transfers.toml"
            if FileManager.default.fileExists(atPath: path) {
                try FileManager.default.removeItem(atPath: path)
            }
        case 5: _ = try life.changeGivenTexts()
        case 9: _ = try life.changeAmong(Array(ChangingVault.payers.indices))
        default: _ = try life.change()
        }
    }

    private func pass(_ life: ChangingVault, _ random: inout RandomNumbers) throws {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: _ = try life.engine.classify(dryRun: true)
        case 1: _ = try life.engine.classify(dryRun: false, isWhole: true)
        default: _ = try life.engine.classify(dryRun: false)
        }
    }

    // MARK: What is stored

    /// Each table of conclusions, and its rows as text without the numbers that only link tables.
    /// Tables and columns come from the schema, so that a new one is compared too.
    @Sendable private static func conclusions(
        _ database: Database
    ) throws -> [(table: String, rows: [String])] {
        let ofReason = try columns(of: "reasons", but: ["id"], database)
            .map { "quote(\($0))" }.joined(separator: " || ' ' || ")
        let reasons = try String.fetchSet(
            database,
            sql: """
                SELECT "from" FROM pragma_foreign_key_list('verdicts') WHERE "table" = 'reasons'
                """)
        let ofVerdict = try columns(of: "verdicts", but: ["id"], database).map { column in
            reasons.contains(column)
                ? "(SELECT \(ofReason) FROM reasons WHERE id = \(column)) AS \(column)" : column
        }
        let ofConclusion = try columns(of: "conclusions", but: ["verdict_id"], database)
        let verdicts = """
            SELECT \((ofConclusion + ofVerdict).joined(separator: ", "))
            FROM conclusions JOIN verdicts ON verdicts.id = verdict_id
            """
        let linked: Set = ["conclusions", "verdicts", "reasons"]
        let queries = try tables(database).subtracting(kept).subtracting(records)
            .subtracting(linked).sorted().map { ($0, "SELECT * FROM \($0)") }
        return try ([("verdicts", verdicts)] + queries).map { table, sql in
            (table, try Row.fetchAll(database, sql: sql).map(\.description).sorted())
        }
    }

    private static func columns(
        of table: String, but dropped: Set<String>, _ database: Database
    ) throws -> [String] {
        try database.columns(in: table).map(\.name).filter { !dropped.contains($0) }
    }

    private static func tables(_ database: Database) throws -> Set<String> {
        try String.fetchSet(
            database,
            sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    }

    @Test("each table is of one kind")
    func kinds() throws {
        let demo = try DemoVault()
        let tables = try DatabaseQueue(path: demo.folder.databasePath).read(Self.tables)
        #expect(Self.kept.isSubset(of: tables))
        #expect(Self.records.isSubset(of: tables))
        #expect(
            tables.subtracting(Self.kept).subtracting(Self.records) == [
                "account_conclusions", "category_conclusions", "conclusions", "reasons",
                "rule_uses", "series",
                "split_parts", "transfer_candidates", "verdicts",
            ])
    }

    /// The tables that conclusions may depend on: facts, decisions and files.
    private static let kept: Set = [
        "connections", "institutions", "currencies", "accounts", "texts", "transactions",
        "imports", "imported_rows", "mirrored_transactions", "merged_rows", "import_decisions",
        "former_bank_ids", "missing_transactions", "held_back_answers", "set_aside_entries",
        "settlement_candidates",
        "daily_balances", "holding_days", "holdings", "syncs", "requests", "messages",
        "account_decisions", "account_merges",
        "account_signs", "transaction_corrections", "confirmations", "handler_values",
        "handled_transactions", "rule_numbers", "pair_decisions", "settlement_decisions",
        "series_decisions", "series_reminders", "series_notes", "payee_aliases",
        "category_decisions", "budget_decisions", "plan_decisions", "stored_rules",
        "disabled_rules", "plugin_decisions",
        "plugin_settings", "plugin_approvals", "plugin_approved_files", "file_versions",
        "plugin_answers",
        "pass_state",
    ]

    /// The tables of what happened, which conclusions must not depend on.
    private static let records: Set = [
        "journal", "kept_answers", "events", "event_subscriptions", "event_accounts",
        "event_conditions", "event_classes", "event_handlers", "event_deliveries", "outbox",
        "running_commands", "failed_backup", "checked_backup", "former_conclusions",
    ]

    /// Deletes everything but facts, decisions and files.
    @Sendable private static func forget(_ database: Database) throws {
        try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
        for table in try tables(database).subtracting(kept) {
            try database.execute(sql: "DELETE FROM \(table)")
        }
        try database.execute(
            sql: "UPDATE pass_state SET rulebook = '', balances = NULL, last_transaction = 0")
    }
}
