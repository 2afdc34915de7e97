import GRDB
import Model
import Testing
import Vault

@Suite("Corrections in the vault")
struct CorrectionTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    init() throws {
        stored = try StoredVault()
        try stored.store(account("A1", [transaction("T1"), transaction("T2")]))
    }

    private static func plan() throws -> SplitPlan {
        try SplitPlan([
            SplitPlan.Part(
                category: "dining", size: .amount(DecimalAmount(coefficient: 45, decimals: 1)),
                lens: .want, note: "tab\tand\nline"),
            SplitPlan.Part(category: "groceries", size: .remainder),
        ])
    }

    private func decisions() throws -> Decisions {
        try vault.snapshot(asOf: day(2025, 3, 31)).decisions
    }

    @Test("a vault without decisions has none in its snapshot")
    func none() throws {
        #expect(try decisions() == .none)
    }

    @Test("a snapshot has all that was set, and when")
    func everything() throws {
        let correction = Correction(
            class: .expense, category: "dining", lens: .want, payee: "Ann's \"Café\"",
            loan: "Sam", note: "two\nlines", tags: ["food", "a b"], excluded: false,
            splits: try Self.plan())
        try vault.correct([2: correction], summary: "set")
        let decisions = try decisions()
        #expect(decisions.corrections == [2: correction])
        #expect(Attribute.allCases.filter { decisions.order.corrections[2]?[$0] == 1 }.count == 8)
        #expect(try vault.corrections(of: [1, 2]) == [2: correction])
        #expect(try vault.corrections(of: [1]) == [:])
    }

    @Test("a later correction takes the earlier one's place whole")
    func later() throws {
        try vault.correct([1: Correction(category: "dining")], summary: "set")
        let later = Correction(note: "x")
        try vault.correct([1: later], summary: "set")
        #expect(try decisions().corrections == [1: later])
    }

    @Test("one that sets nothing takes the earlier one away")
    func clearing() throws {
        try vault.correct([1: Correction(category: "dining")], summary: "set")
        try vault.correct([1: Correction()], summary: "clear")
        #expect(try decisions() == .none)
    }

    @Test("what a correction keeps was said before, and what it states is said again")
    func numbers() throws {
        try vault.correct([1: Correction(category: "dining", lens: .need)], summary: "set")
        try vault.correct(
            [1: Correction(category: "dining", lens: .want, note: "x")], summary: "set")
        func numbers() throws -> String? { try decisions().order.corrections[1]?.text }
        #expect(try numbers() == "category 1\nlens 2\nnotes 2")
        let dining = Correction(category: "dining")
        try vault.number([(RuleIdentity("rules/1.lua:A", fingerprint: "1"), nil)])
        try vault.correct(
            [1: Correction(category: "dining", lens: .want, note: "x")], stating: dining,
            summary: "set")
        #expect(try numbers() == "category 3\nlens 2\nnotes 2")
        _ = try vault.undo()
        #expect(try numbers() == "category 1\nlens 2\nnotes 2")
    }

    @Test("a correction becomes a rule before all others, as one entry of the journal")
    func rule() throws {
        for name in ["one", "two"] {
            try vault.correct(
                [1: Correction(category: name)],
                addingRules: [CorrectionRule("{ name = \"\(name)\" }")],
                summary: name)
        }
        let rules = try stored.home.database().read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM stored_rules ORDER BY position")
                .map { row in
                    "\(row["id"] as Int64) \(row["position"] as Int64) "
                        + "\(row["definition"] as String) \(row["is_enabled"] as Bool) "
                        + "\(row["origin"] as String)"
                }
        }
        #expect(
            rules == [
                "2 -1 { name = \"two\" } true correction", "1 0 { name = \"one\" } true correction",
            ])
        _ = try vault.undo()
        #expect(try stored.home.count("stored_rules") == 1)
        #expect(try decisions().corrections == [1: Correction(category: "one")])
    }

    @Test("pairs, series and payees are read too")
    func otherDecisions() throws {
        try stored.home.database().write { database in
            try database.execute(
                sql: """
                    INSERT INTO pair_decisions VALUES (1, 2, 'unlinked', 1);
                    INSERT INTO series_decisions VALUES (2, 'cancelled');
                    INSERT INTO payee_aliases VALUES ('blue bottle', 'Blue Bottle Coffee');
                    """)
        }
        #expect(
            try decisions()
                == Decisions(
                    pairs: [TransactionPair(2, 1): .unlinked], series: [2: .cancelled],
                    payeeAliases: ["blue bottle": "Blue Bottle Coffee"]))
    }

    @Test("a correction outlasts the transaction that the bank withdrew, and comes back with it")
    func withdrawn() throws {
        let week = day(2025, 3, 3)..<day(2025, 3, 10)
        let hold = transaction("H", isPending: true)
        try stored.store(account([hold]))
        let id = try #require(try vault.everything().last?.id)
        try vault.correct([id: Correction(note: "deposit")], summary: "set")
        try stored.store(account(coverage: week))
        let snapshot = try vault.snapshot(asOf: day(2025, 3, 31))
        #expect(!snapshot.transactions.contains { $0.id == id })
        #expect(snapshot.decisions.corrections == [id: Correction(note: "deposit")])
        try stored.store(account([hold]))
        #expect(try vault.snapshot(asOf: day(2025, 3, 31)).transactions.contains { $0.id == id })
    }

    @Test("that splits takes the place of a confirmation")
    func splitsAfterConfirmation() throws {
        try vault.confirm([1: ConfirmedValues(.expense, category: "dining")], summary: "confirm")
        let correction = Correction(splits: try Self.plan())
        try vault.correct([1: correction], stating: correction, summary: "split")
        #expect(try decisions().corrections == [1: correction])
    }

    @Test("parts that can't be read are a damaged row")
    func damagedParts() throws {
        try vault.correct([1: Correction(splits: try Self.plan())], summary: "split")
        try stored.home.database().write { database in
            try database.execute(sql: "UPDATE transaction_corrections SET splits = 'dining'")
        }
        #expect(
            failure { try decisions() }
                == .damagedRow(
                    table: "transaction_corrections", id: 1, reason: "unreadable splits",
                    path: stored.home.folder.databasePath))
    }

    @Test("a word that no version writes is a damaged row")
    func damage() throws {
        try vault.correct([1: Correction(class: .income)], summary: "set")
        try stored.home.database().write { database in
            try database.execute(sql: "UPDATE transaction_corrections SET class = 'gift'")
        }
        #expect(
            failure { try decisions() }
                == .damagedRow(
                    table: "transaction_corrections", id: 1,
                    reason: "it holds a word that no version writes",
                    path: stored.home.folder.databasePath))
    }
}
