import Engine
import Model
import Statements
import Testing
import Vault

/// What a person decided in another program, as an import brings it.
@Suite("Decisions of another program")
struct MovedDecisionTests {
    private let demo: DemoVault
    private let engine: Engine

    init() throws {
        demo = try DemoVault()
        engine = demo.engine()
    }

    /// A row of an account on one day of March 2025.
    private func row(
        _ number: Int, _ cents: Int64, _ payee: String, _ category: String = "",
        notes: String = "", tags: [String] = [], to other: String = "",
        parts: [(Int64, String)] = []
    ) -> StatementRow {
        StatementRow(
            line: number, day: day(2025, 3, number),
            amount: DecimalAmount(coefficient: cents, decimals: 2), payee: payee,
            category: category, tags: tags, notes: notes, otherAccount: other,
            parts: parts.map {
                StatementRow.Part(
                    amount: DecimalAmount(coefficient: $0.0, decimals: 2), category: $0.1)
            })
    }

    private func statement(
        _ accounts: [String: [StatementRow]], by program: StatementProgram? = .mint
    ) -> Statement {
        Statement(
            format: .csv, encoding: "utf-8",
            accounts: accounts.sorted { $0.key < $1.key }.map {
                StatementAccount(name: $0.key, currency: "USD", rows: $0.value)
            }, program: program)
    }

    @discardableResult
    private func bring(
        _ statement: Statement, rowsOnly: Bool = false, dryRun: Bool = false
    ) throws -> StatementReport {
        let choices = try statement.accounts.map { account -> StatementChoice in
            let known = try demo.vault.accounts().first { $0.name == account.name }
            return known.map { .known($0) }
                ?? .new(name: account.name, currency: Currency(code: "USD"))
        }
        let report = try engine.importStatement(
            statement, file: "export.csv", to: choices, rowsOnly: rowsOnly, dryRun: dryRun)
        if !dryRun { _ = try engine.classify(dryRun: false) }
        return report
    }

    /// "payee: class category", by payee.
    private func conclusions() throws -> [String] {
        try demo.vault.everything().compactMap { record in
            record.verdict.map { verdict in
                let values = [verdict.transactionClass.value.rawValue, verdict.category.value]
                return "\(record.payee): \(values.joined(separator: " "))"
            }
        }.sorted()
    }

    @Test(
        "a category is the one here with its name, a known one, one of the person's own, or a class",
        arguments: [
            ("Groceries", "expense groceries"), ("Restaurants", "expense dining"),
            ("Wants: Dining out", "expense dining"), ("🛒 Groceries", "expense groceries"),
            ("Model Trains", "expense model-trains"), ("Ποδήλατο", "expense category"),
            ("Credit Card Payment", "transfer other"), ("Balance Adjustments", "ignore other"),
            ("Uncategorized", "expense other"), ("", "expense other"),
            // Money that went out is no income.
            ("Paycheck", "expense other"),
        ])
    func category(name: String, conclusion: String) throws {
        try bring(statement(["Main": [row(3, -1250, "Quillpost", name)]]))
        #expect(try conclusions() == ["Quillpost: \(conclusion)"])
    }

    @Test("money back in a category of spending lowers it")
    func moneyBack() throws {
        try bring(statement(["Main": [row(3, 1250, "Quillpost", "Groceries")]]))
        #expect(try conclusions() == ["Quillpost: expense groceries"])
    }

    @Test("a new category is a part of its group's, and one for all that have its name")
    func group() throws {
        try bring(
            statement([
                "Main": [
                    row(3, -100, "A", "Home: Plumbing"), row(4, -100, "B", "Plumbing"),
                    row(5, -100, "C", "Odd group: Kites"),
                ]
            ]))
        let added = try engine.categories().categories.suffix(2)
        #expect(added.map(\.id) == ["plumbing", "kites"])
        #expect(added.map(\.parent) == ["home", nil])
    }

    @Test("a category that only brings money in is income, and its name is a tag")
    func income() throws {
        try bring(
            statement([
                "Main": [row(3, 100, "A", "Side job"), row(4, 200, "B", "Side job")]
            ]))
        #expect(try conclusions() == ["A: income other", "B: income other"])
        #expect(
            try demo.vault.everything().map { $0.verdict?.tags?.value } == [
                ["Side job"], ["Side job"],
            ])
    }

    @Test("notes, tags and splits come along")
    func others() throws {
        let parts: [(Int64, String)] = [(-300, "Groceries"), (-200, "Kites")]
        try bring(
            statement([
                "Main": [
                    row(3, -100, "A", notes: "weekly", tags: ["work", "trip"]),
                    row(4, -500, "B", parts: parts),
                ]
            ]))
        let corrections = try demo.vault.corrections(
            of: try demo.vault.everything().map(\.id))
        #expect(corrections.values.compactMap(\.note) == ["weekly"])
        #expect(corrections.values.map(\.tags).filter { !$0.isEmpty } == [["work", "trip"]])
        #expect(
            corrections.values.compactMap { $0.splits?.description } == [
                "groceries 3, kites the rest"
            ])
    }

    @Test("a split with parts of both signs, or of a transfer, counts as a whole and is told")
    func lostSplits() throws {
        let report = try bring(
            statement([
                "Main": [
                    row(3, -100, "A", parts: [(-300, "Groceries"), (200, "Groceries")]),
                    row(4, -500, "B", parts: [(-300, "Groceries"), (-200, "Transfer")]),
                ]
            ]))
        #expect(report.moved?.lostSplits == 2)
        #expect(try conclusions() == ["A: expense other", "B: expense other"])
    }

    @Test("both sides of one line are a pair, whatever the amounts")
    func pair() throws {
        try bring(
            statement([
                "Main": [row(3, -5000, "Move", to: "Savings")],
                "Savings": [row(3, 4700, "Move", to: "Main")],
            ]))
        let records = try demo.vault.everything()
        #expect(records.map(\.partner) == [records[1].id, records[0].id])
    }

    @Test("the file of a bank decides nothing, and neither do rows alone")
    func banks() throws {
        let rows = [row(3, -1250, "Quillpost", "Groceries", notes: "n")]
        #expect(try bring(statement(["Main": rows], by: nil)).moved == nil)
        #expect(try bring(statement(["Other": rows]), rowsOnly: true).moved == nil)
        #expect(try conclusions() == ["Quillpost: expense other", "Quillpost: expense other"])
    }

    @Test("what the person decided here goes first")
    func decidedHere() throws {
        let file = statement(["Main": [row(3, -1250, "Quillpost", "Groceries")]])
        try bring(file, rowsOnly: true)
        let id = try #require(try demo.vault.everything().first?.id)
        _ = try engine.correct([id], CorrectionChange(Correction(category: "pets")))
        #expect(try bring(file).moved?.decidedBefore == 1)
        #expect(try conclusions() == ["Quillpost: expense pets"])
        // The same file again has nothing that differs from itself.
        let other = statement(["Other": [row(3, -1250, "Quillpost", "Groceries")]])
        try bring(other)
        #expect(try bring(other).moved?.decidedBefore == 0)
    }

    @Test("they overrule the person's earlier rules, as a correction does")
    func rules() throws {
        try demo.write(
            """
            rule { name = "Quillpost", when = { text = "QUILLPOST" }, set = { category = "pets" } }
            """, to: "rules/50-own.lua")
        let rows = [row(3, -1250, "Quillpost", "Groceries"), row(4, -1, "Quillpost")]
        try bring(statement(["Main": rows]))
        #expect(try conclusions() == ["Quillpost: expense groceries", "Quillpost: expense pets"])
    }

    @Test("a dry run leaves nothing, and an undo takes all of it back")
    func undo() throws {
        let file = statement([
            "Main": [row(3, -5000, "Move", to: "Savings"), row(4, -100, "A", "Kites", notes: "n")],
            "Savings": [row(3, 5000, "Move", to: "Main")],
        ])
        let before = try demo.vault.contents()
        try bring(file, dryRun: true)
        #expect(try demo.vault.contents() == before)
        try bring(file)
        #expect(try engine.previewUndo() == nil)
        _ = try engine.undo()
        #expect(try demo.vault.everything().isEmpty)
        #expect(try demo.vault.categoryChanges().isEmpty)
        #expect(try demo.vault.pairDecisions().isEmpty)
        _ = try engine.redo()
        #expect(try conclusions().contains("A: expense kites"))
    }

    @Test("the comparison tells what the rules and lists say by themselves")
    func comparison() throws {
        let file = statement([
            "Main": [
                row(3, -500, "Kelp Coffee", "Coffee shops"), row(4, -500, "Kelp Coffee", "Gifts"),
                row(5, -500, "Kelp Coffee", "Uncategorized"),
                row(6, -500, "Quillpost", parts: [(-300, "Groceries"), (-200, "Gifts")]),
            ]
        ])
        let first = try #require(try bring(file).moved?.comparison)
        #expect([first.same, first.compared] == [1, 2])
        let difference = try #require(first.differences.first)
        #expect(difference.theirs.category == "gifts")
        #expect(difference.ours.category.value == "dining")
        // The decisions that came with the import don't count.
        let account = try #require(try demo.vault.accounts().first)
        let again = try engine.comparison(of: file, file: "export.csv", to: [.known(account)])
        #expect([again.same, again.compared] == [1, 2])
    }
}
