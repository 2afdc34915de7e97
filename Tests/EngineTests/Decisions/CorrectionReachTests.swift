import DemoHousehold
import Engine
import Model
import Testing
import Vault

@Suite("How far a correction carries")
struct CorrectionReachTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }

    init() throws {
        demo = try HouseholdVault(months: 2).copy()
    }

    private func verdict(_ id: Int64) throws -> Verdict {
        try #require(try demo.vault.transaction(id)?.verdict)
    }

    @Test(
        "carries to as much of the payee's other spending as the person says",
        arguments: CorrectionReach.allCases)
    func reach(_ reach: CorrectionReach) throws {
        let ids = try demo.spendingAtOnePayee(4)
        let chosen = ids[1]
        let days = try ids.map { try #require(try demo.vault.transaction($0)).day }
        let before = try ids.map { try verdict($0) }
        func change(_ reach: CorrectionReach) -> CorrectionChange {
            CorrectionChange(Correction(category: "travel", reach: reach))
        }
        let report = try engine.correct([chosen], change(reach))
        let meant = ids.indices.filter { place in
            switch reach {
            // A brand is known for the payee.
            case .usual, .alone: ids[place] == chosen
            case .onward: days[place] >= days[1]
            case .past: true
            }
        }
        #expect(try ids.indices.filter { try verdict(ids[$0]).category.value == "travel" } == meant)
        #expect(report.learned == meant.count - 1)
        for place in ids.indices where !meant.contains(place) {
            #expect(try verdict(ids[place]) == before[place])
        }
        // For one alone, whatever was said before.
        _ = try engine.correct([chosen], change(.alone))
        #expect(
            try ids.map { try verdict($0).category.value }
                == ids.indices.map { $0 == 1 ? "travel" : before[$0].category.value })
        // What was so already is no decision.
        for _ in 0..<(reach == .alone ? 1 : 2) { _ = try engine.undo() }
        #expect(try ids.map { try verdict($0) } == before)
    }

    @Test("says whether later ones of the payee get the category, as they then do")
    func laterOnes() throws {
        let ids = try demo.spendingAtOnePayee(4)
        let payee = try #require(try demo.vault.transaction(ids[0])).payee
        func answers(_ id: Int64) throws -> [LaterAtPayees.Answer: [String]] {
            _ = try engine.correct([id], CorrectionChange(Correction(category: "travel")))
            return try engine.laterSpending(like: [id], category: "travel").payees
        }
        // A list knows the brand until two are corrected, and most of those up to then.
        #expect(try answers(ids[0]) == [.followsLater: [payee]])
        for id in ids.dropFirst() { _ = try answers(id) }
        #expect(try answers(ids[1]) == [.follows: [payee]])
    }

    @Test("says that a rule decides later ones of the payee")
    func laterOnesOfARule() throws {
        let ids = try demo.spendingAtOnePayee(4)
        let record = try #require(try demo.vault.transaction(ids[0]))
        try demo.write(
            "rule { name = \"Mine\", when = {}, set = { category = \"gifts\" } }",
            to: "rules/50-mine.lua")
        _ = try engine.classify(dryRun: false)
        _ = try engine.correct([record.id], CorrectionChange(Correction(category: "travel")))
        let later = try engine.laterSpending(like: [record.id], category: "travel")
        #expect(later.payees == [.never: [record.payee]])
    }

    @Test("names what it could carry to, earlier and later, with the sum of the earlier")
    func others() throws {
        let ids = try demo.spendingAtOnePayee(4)
        let records = try ids.map { try #require(try demo.vault.transaction($0)) }
        let others = try #require(
            try engine.others(atPayeesOf: [ids[1]], by: Correction(category: "travel")))
        #expect(others.payees == [records[1].payee])
        let earlier = records.filter { $0.day < records[1].day }
        #expect(others.earlier.map(\.id) == earlier.map(\.id))
        #expect(
            others.earlierSums(.byCode).map(\.minorUnits)
                == (earlier.isEmpty ? [] : [earlier.map(\.amount.minorUnits).reduce(0, +)]))
        #expect(
            Set((others.earlier + others.later).map(\.id)).isSuperset(
                of: ids.filter { $0 != ids[1] }))
        #expect(try engine.others(atPayeesOf: [ids[1]], by: Correction(note: "x")) == nil)
    }
}

extension DemoVault {
    /// The numbers of so many payments or more at one payee, which no rule tags.
    func spendingAtOnePayee(_ count: Int) throws -> [Int64] {
        let payees = Dictionary(grouping: try vault.everything(), by: \.payee)
            .sorted { $0.key < $1.key }
        let alike = payees.first { _, records in
            records.count >= count
                && records.allSatisfy { $0.amount.minorUnits < 0 && $0.verdict?.tags == nil }
        }
        return try #require(alike).value.map(\.id).sorted()
    }
}
