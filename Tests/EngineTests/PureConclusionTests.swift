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

    private static func rule(tag: String) -> String {
        """
        rule { name = "Other", when = { amount = less(-20) }, set = { tags = { "\(tag)" } } }
        """
    }

    private func step(_ life: inout ChangingVault, _ random: inout RandomNumbers) throws {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: try life.demo.write("rule { name = ", to: Self.file)
        case 1: try life.demo.write(Self.rule(tag: "other"), to: Self.file)
        case 2: try life.demo.write("", to: Self.file)
        case 3: try life.demo.write("maximum_days = ", to: "config/transfers.toml")
        case 4:
            let path = life.demo.folder.configPath + "/transfers.toml"
            if FileManager.default.fileExists(atPath: path) {
                try FileManager.default.removeItem(atPath: path)
            }
        case 5: _ = try life.changeGivenTexts()
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

    private static let reasons = [
        "class", "category", "lens", "partner", "payee", "notes", "tags", "excluded", "series",
        "splits",
    ]

    /// Each table's rows as text, without the numbers that only link tables.
    @Sendable private static func conclusions(
        _ database: Database
    ) throws -> [(table: String, rows: [String])] {
        let said = reasons.map {
            "(SELECT decided_by || ':' || ifnull(rule, '') || ':' || text FROM reasons "
                + "WHERE id = \($0)_reason) AS \($0)_said"
        }
        let queries = [
            (
                "verdicts",
                """
                SELECT transaction_id, partner_id, class, category, lens, payee, notes, tags,
                    is_excluded, series, splits, \(said.joined(separator: ", "))
                FROM conclusions JOIN verdicts ON verdicts.id = verdict_id
                """
            ),
            ("account_conclusions", "SELECT * FROM account_conclusions"),
            ("split_parts", "SELECT * FROM split_parts"),
            ("transfer_candidates", "SELECT * FROM transfer_candidates"),
            ("series", "SELECT * FROM series"),
        ]
        return try queries.map { table, sql in
            (table, try Row.fetchAll(database, sql: sql).map(\.description).sorted())
        }
    }

    /// Deletes everything that a pass stored.
    @Sendable private static func forget(_ database: Database) throws {
        for table in [
            "split_parts", "transfer_candidates", "series", "conclusions", "verdicts", "reasons",
            "account_conclusions", "rule_uses", "payment_histories", "changed_transactions",
        ] {
            try database.execute(sql: "DELETE FROM \(table)")
        }
        try database.execute(
            sql: "UPDATE pass_state SET rulebook = '', balances = NULL, last_transaction = 0")
    }
}
