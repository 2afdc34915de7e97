import Automation
import Classification
import Engine
import Insights
import Model
import Testing
import Vault

@Suite("Splitting a transaction by hand")
struct SplittingTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }

    /// Two payments of 50.00 at one shop.
    init() throws {
        demo = try DemoVault()
        try demo.importPayments([("SUPERSTORE 12", "-50.00"), ("SUPERSTORE 12", "-50.00")])
        _ = try engine.classify(dryRun: false)
    }

    private static func part(_ category: String, _ size: String? = nil) throws -> SplitPlan.Part {
        SplitPlan.Part(
            category: category, size: try size.map { try SplitPlan.Size(typed: $0) } ?? .remainder)
    }

    private static func parts() throws -> [SplitPlan.Part] {
        [try part("shopping", "30"), try part("healthcare", "12.50"), try part("groceries")]
    }

    private func parts(of id: Int64 = 1) throws -> [String] {
        try #require(try demo.vault.transaction(id)).splits.map {
            "\($0.category) \($0.minorUnits)"
        }
    }

    /// Spending by category in March 2026, in cents.
    private func spending() throws -> [String: Int128] {
        try CategorySpending.breakdown(
            demo.vault, days: day(2026, 3, 1)..<day(2026, 4, 1), in: engine.categories()
        ).reduce(into: [:]) { $0[$1.category] = $1.spent.minorUnits }
    }

    private static let byHand = ["shopping -3000", "healthcare -1250", "groceries -750"]

    @Test("counts its parts at once, and changes no other transaction")
    func atOnce() throws {
        let report = try engine.split(1, into: try Self.parts())
        #expect(report.classified.changes.map(\.transaction) == [1])
        #expect(try parts() == Self.byHand)
        #expect(try parts(of: 2).isEmpty)
        #expect(
            try spending()
                == ["shopping": 3000, "healthcare": 1250, "groceries": 750, "other": 5000])
        #expect(try engine.classify(dryRun: false, isWhole: true).changes.isEmpty)
        #expect(
            try demo.vault.history().map(\.summary) == [
                "transactions split 1 shopping=30 healthcare=12.5 groceries"
            ])
    }

    @Test("is taken back and made again, with all that follows from it")
    func undoing() throws {
        let before = try demo.vault.contents()
        _ = try engine.split(1, into: try Self.parts())
        let split = try demo.vault.contents()
        _ = try engine.undo()
        #expect(try demo.vault.contents() == before)
        _ = try engine.redo()
        #expect(try demo.vault.contents() == split)
        _ = try engine.correct([1], CorrectionChange(dropped: [.splits]))
        #expect(try spending() == ["other": 10_000])
        #expect(throws: EngineError.partNotSet(.splits, transactions: [1])) {
            try engine.correct([1], CorrectionChange(dropped: [.splits]))
        }
    }

    private static func rule(_ name: String, _ set: String) -> String {
        "rule { name = \"\(name)\", when = { text = \"SUPERSTORE\" }, set = { \(set) } }"
    }

    private static let halves =
        "splits = { { category = \"dining\", share = 0.5 }, { category = \"bills\" } }"
    private static let byRule = ["dining -2500", "bills -2500"]

    @Test("outranks the parts of a rule of before, and yields to those of one of later")
    func ruleOfParts() throws {
        try demo.write(Self.rule("before", Self.halves), to: "rules/20-mine.lua")
        _ = try engine.classify(dryRun: false)
        #expect(try parts() == Self.byRule)
        _ = try engine.split(1, into: try Self.parts())
        #expect(try parts() == Self.byHand)
        #expect(try parts(of: 2) == Self.byRule)
        try demo.write(Self.rule("later", Self.halves), to: "rules/30-mine.lua")
        _ = try engine.classify(dryRun: false)
        #expect(try parts() == Self.byRule)
        _ = try engine.split(1, into: try Self.parts())
        #expect(try parts() == Self.byHand)
        _ = try engine.correct([1], CorrectionChange(dropped: [.splits]))
        #expect(try parts() == Self.byRule)
    }

    @Test("outranks the category of a rule of before, and yields to that of one of later")
    func ruleOfCategory() throws {
        let rule = try engine.addRule(
            "{ when = { text = \"SUPERSTORE\" }, set = { category = \"bills\" } }")
        _ = try engine.split(1, into: try Self.parts())
        #expect(try parts() == Self.byHand)
        // A rule that is changed is a later decision.
        _ = try engine.changeRule(
            rule.rule, to: "{ when = { text = \"SUPERSTORE\" }, set = { category = \"dining\" } }")
        #expect(try parts().isEmpty)
        #expect(try demo.vault.transaction(1)?.verdict?.category.value == "dining")
    }

    @Test("and a category take each other's place")
    func category() throws {
        _ = try engine.correct([1], CorrectionChange(Correction(category: "bills", note: "x")))
        _ = try engine.split(1, into: try Self.parts())
        #expect(try parts() == Self.byHand)
        _ = try engine.correct([1], CorrectionChange(Correction(category: "dining")))
        #expect(try parts().isEmpty)
        #expect(try demo.vault.transaction(1)?.verdict?.category.value == "dining")
        #expect(
            try demo.vault.corrections(of: [1]) == [1: Correction(category: "dining", note: "x")])
    }

    @Test("stays where the payee gets a rule, as what was decided otherwise")
    func payeeRule() throws {
        _ = try engine.split(1, into: try Self.parts())
        let report = try engine.correct(
            [2], CorrectionChange(Correction(category: "dining")), asRule: true)
        #expect(report.rules.map(\.kept) == [[1]])
        #expect(try parts() == Self.byHand)
    }

    @Test("of parts that don't divide it stores nothing")
    func mistakes() throws {
        let whole = Money(minorUnits: 5000, currency: Currency(code: "USD"))
        #expect(throws: TypedSplitError.nothingLeft("groceries", of: whole)) {
            try engine.split(
                1, into: [try Self.part("shopping", "50"), try Self.part("groceries")])
        }
        #expect(throws: EngineError.noSuchTransaction(99)) {
            try engine.split(99, into: try Self.parts())
        }
        #expect(try demo.vault.history().isEmpty)
    }

    @Test("follows an amount that the bank changes, and is told where it no longer fits")
    func changedAmount() throws {
        _ = try engine.split(1, into: try Self.parts())
        try demo.importPayments([("SUPERSTORE 12", "-60.00")])
        _ = try engine.classify(dryRun: false)
        #expect(try parts() == ["shopping -3000", "healthcare -1250", "groceries -1750"])
        try demo.importPayments([("SUPERSTORE 12", "-40.00")])
        #expect(try spending() == ["other": 9000])
        let report = try engine.classify(dryRun: false, isWhole: true)
        #expect(report.decisionProblems == [.splitsDoNotFit(transaction: 1)])
        #expect(try spending() == ["other": 9000])
        // The decision stays for when it fits again.
        try demo.importPayments([("SUPERSTORE 12", "-50.00")])
        _ = try engine.classify(dryRun: false)
        #expect(try parts() == Self.byHand)
    }

    @Test("of a pending charge goes on to what it becomes")
    func settled() throws {
        let vault = try EventVault()
        try vault.receive([line("P", -5000, on: vault.today, "SUPERSTORE", isPending: true)])
        let hold = try #require(try vault.vault.everything().first).id
        _ = try vault.engine.split(hold, into: try Self.parts())
        try vault.receive(
            [line("T", -5000, on: vault.today, "SUPERSTORE")],
            coverage: vault.date(ago: 9)..<vault.today.adding(days: 1))
        let posted = try #require(try vault.vault.everything().first)
        #expect(!posted.isPending)
        #expect(posted.splits.map { Int64($0.minorUnits) } == [-3000, -1250, -750])
    }

    @Test("is not changed by a handler that sets a category")
    func handler() throws {
        let vault = try EventVault()
        let listener = EventListener(EventSubscription(.newTransaction))
        _ = try vault.engine.recordEvents(for: [listener])
        try vault.receive([line("T", -5000, on: vault.today, "SUPERSTORE")])
        let id = try #require(try vault.vault.everything().first).id
        _ = try vault.engine.split(id, into: try Self.parts())
        _ = try vault.engine.recordEvents(for: [listener])
        _ = try vault.engine.deliver(to: [listener]) { _, _ in
            [.correct(transaction: id, Correction(category: "travel", tags: ["seen"]))]
        }
        #expect(try vault.engine.makeCorrections().report.sent == 1)
        let record = try #require(try vault.vault.transaction(id))
        #expect(record.splits.count == 3)
        #expect(record.verdict?.tags?.value == ["seen"])
        #expect(try vault.vault.corrections(of: [id])[id]?.category == nil)
    }
}
