import Classification
import DemoHousehold
import Engine
import Model
import Testing
import Vault

@Suite("Confirming transactions")
struct ConfirmationTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }

    init() throws {
        demo = try HouseholdVault(months: 3).copy()
    }

    /// The spending of a payee that a shipped list decided, the oldest first.
    private func spending() throws -> [TransactionRecord] {
        let all = try demo.vault.everything().filter { record in
            !record.isPending && record.amount.minorUnits < 0
                && record.verdict?.transactionClass.value == .expense
                && record.verdict?.category.reason.by == "category map"
        }
        let byPayee = Dictionary(grouping: all, by: \.payee)
        return try #require(
            byPayee.values.max { ($0.count, $1[0].payee) < ($1.count, $0[0].payee) })
    }

    private func verdict(_ record: TransactionRecord) throws -> Verdict {
        try #require(try demo.vault.transaction(record.id)?.verdict)
    }

    @Test("keeps their category and says so, and leaves others to the shipped lists")
    func kept() throws {
        let records = try spending()
        let (seen, other) = (records[0], records[1])
        let before = try verdict(seen)
        _ = try engine.confirm([seen.id])
        let after = try verdict(seen)
        #expect(after.category.value == before.category.value)
        #expect(after.category.reason.text == "Confirmed by you")
        #expect(try verdict(other).category.reason.by == "category map")
        _ = try engine.undo()
        #expect(try verdict(seen) == before)
    }

    @Test("outweighs a single correction of the same payee, however far that carries")
    func majority() throws {
        let travel = CorrectionChange(Correction(category: "travel", reach: .past))
        let records = try spending()
        try #require(records.count > 3)
        let category = try verdict(records[3]).category.value
        _ = try engine.confirm([records[0].id, records[1].id])
        _ = try engine.correct([records[2].id], travel)
        #expect(try verdict(records[3]).category.value == category)
        #expect(try verdict(records[2]).category.value == "travel")
        // Undoing the confirmation leaves the correction alone to teach.
        _ = try engine.undo()
        _ = try engine.undo()
        _ = try engine.correct([records[2].id], travel)
        #expect(try verdict(records[3]).category.value == "travel")
    }

    @Test("holds against what is learned later, and yields to rules of the person")
    func order() throws {
        let records = try spending()
        let (seen, others) = (records[0], records.dropFirst())
        let category = try verdict(seen).category.value
        _ = try engine.confirm([seen.id])
        _ = try engine.correct(
            others.map(\.id), CorrectionChange(Correction(category: "travel")))
        #expect(try verdict(seen).category.value == category)
        try demo.write(
            #"rule { name = "All", when = { amount = less(0) }, set = { category = "bills" } }"#,
            to: "rules/20-mine.lua")
        _ = try engine.classify(dryRun: false)
        #expect(try verdict(seen).category.value == "bills")
        // What was seen is kept as it was seen.
        #expect(
            try demo.vault.confirmations() == [
                seen.id: ConfirmedValues(.expense, category: category)
            ])
    }

    @Test("teaches nothing once the transaction turns out to be no spending")
    func turnedOut() throws {
        let records = try spending()
        let category = try verdict(records[0]).category.value
        _ = try engine.confirm([records[0].id])
        try demo.write(
            """
            rule {
                name = "Not spent", when = { function(tx) return tx.id == \(records[0].id) end },
                set = { class = "transfer" },
            }
            """, to: "rules/20-mine.lua")
        _ = try engine.classify(dryRun: false)
        let other = try verdict(records[1]).category
        #expect(other.value == category)
        #expect(other.reason.by == "category map")
    }

    @Test("ends with --clear, and with a category that is set later")
    func ends() throws {
        let seen = try spending()[0]
        _ = try engine.confirm([seen.id])
        _ = try engine.correct([seen.id], CorrectionChange(clears: true))
        #expect(try demo.vault.confirmations() == [:])
        _ = try engine.confirm([seen.id])
        _ = try engine.correct([seen.id], CorrectionChange(Correction(category: "travel")))
        #expect(try demo.vault.confirmations() == [:])
        #expect(
            try demo.vault.history().map(\.summary).reversed().last
                == "transactions set \(seen.id) --category travel")
    }

    @Test("stays when a rule is made for all of the payee, and is a correction then")
    func exceptFromRule() throws {
        let records = try spending()
        try #require(records.count > 2)
        let category = try verdict(records[0]).category.value
        _ = try engine.confirm([records[0].id])
        let report = try engine.correct(
            [records[1].id], CorrectionChange(Correction(category: "travel")), asRule: true)
        #expect(report.rules.map(\.kept) == [[records[0].id]])
        #expect(try verdict(records[0]).category.value == category)
        #expect(try verdict(records[2]).category.value == "travel")
        _ = try engine.undo()
        #expect(try verdict(records[0]).category.reason.text == "Confirmed by you")
    }

    @Test("stays when a suggested rule says otherwise")
    func exceptFromSuggestion() throws {
        let records = try spending()
        try #require(records.count > 5)
        let category = try verdict(records[0]).category.value
        _ = try engine.confirm([records[0].id])
        _ = try engine.correct(
            records[1...4].map(\.id), CorrectionChange(Correction(category: "travel")))
        let suggestion = try #require(try engine.ruleSuggestions().first)
        #expect(suggestion.right == records[1...4].map(\.id).sorted())
        #expect(suggestion.contradictions == [records[0].id])
        _ = try engine.addSuggestion(1, category: nil)
        #expect(try verdict(records[0]).category.value == category)
        #expect(try verdict(records[5]).category.reason.by == "user rules")
        #expect(try engine.testRules().outcomes.allSatisfy(\.hasPassed))
    }

    @Test("is refused for one that is not there, with nothing stored")
    func missing() throws {
        let seen = try spending()[0]
        #expect(throws: EngineError.noSuchTransaction(99_999)) {
            try engine.confirm([seen.id, 99_999])
        }
        #expect(try demo.vault.confirmations() == [:])
    }
}
