import Classification
import Configuration
import DemoHousehold
import Engine
import Model
import Testing
import Vault

@Suite("Correcting transactions")
struct CorrectionTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }

    init() throws {
        demo = try HouseholdVault(months: 2).copy()
    }

    private func spending() throws -> [TransactionRecord] {
        try demo.vault.everything().filter { $0.verdict?.transactionClass.value == .expense }
    }

    private func verdict(_ id: Int64) throws -> Verdict {
        try #require(try demo.vault.transaction(id)?.verdict)
    }

    private func correct(
        _ id: Int64, _ correction: Correction, asRule: Bool = false
    ) throws -> CorrectionReport {
        try engine.correct([id], CorrectionChange(correction), asRule: asRule)
    }

    @Test("changes the transaction at once, and no other")
    func atOnce() throws {
        let record = try #require(try spending().first)
        let report = try correct(record.id, Correction(category: "travel", note: "for work"))
        #expect(report.classified.changes.map(\.transaction) == [record.id])
        #expect(try verdict(record.id).category.reason.text == "Corrected by you")
        #expect(try engine.classify(dryRun: false).changes.isEmpty)
    }

    @Test("outranks a rule of before, and yields to one of later")
    func laterDecisionHolds() throws {
        let record = try #require(try spending().first)
        func rule(_ name: String, _ payee: String) -> String {
            "rule { name = \"\(name)\", when = { amount = less(0) }, set = { payee = \"\(payee)\" } }"
        }
        try demo.write(rule("before", "Old"), to: "rules/20-mine.lua")
        _ = try correct(record.id, Correction(payee: "Mine"))
        #expect(try verdict(record.id).payee?.value == "Mine")
        try demo.write(rule("later", "New"), to: "rules/30-mine.lua")
        _ = try engine.classify(dryRun: false)
        #expect(try verdict(record.id).payee?.value == "New")
        _ = try correct(record.id, Correction(payee: "Mine again"))
        #expect(try verdict(record.id).payee?.value == "Mine again")
    }

    private func writeWorkRule(_ name: String = "Work", category: String = "bills") throws {
        try demo.write(
            """
            rule {
                name = "\(name)", when = { tags = "work" },
                set = { category = "\(category)", lens = "need" },
            }
            """, to: "rules/\(name).lua")
        _ = try engine.classify(dryRun: false)
    }

    @Test("lets a rule match by a tag that is given, and by none that is taken away")
    func tagsForRules() throws {
        let record = try #require(try spending().first)
        let before = try verdict(record.id)
        try writeWorkRule()
        let given = try correct(record.id, Correction(tags: ["Work"])).classified
        #expect(given.changes.map(\.transaction) == [record.id])
        #expect(try verdict(record.id).category.value == "bills")
        _ = try engine.correct([record.id], CorrectionChange(droppedTags: ["Work"]))
        #expect(try verdict(record.id) == before)
        _ = try engine.undo()
        #expect(try verdict(record.id).category.value == "bills")
        _ = try engine.undo()
        #expect(try verdict(record.id) == before)
    }

    @Test("lets a rule match by a note, and not where it is taken away")
    func notesForRules() throws {
        let record = try #require(try spending().first)
        try demo.write(
            "rule { name = \"R\", when = { notes = \"reimburse\" }, set = { class = \"ignore\" } }",
            to: "rules/20-mine.lua")
        _ = try correct(record.id, Correction(note: "To be reimbursed"))
        #expect(try verdict(record.id).transactionClass.value == .ignore)
        _ = try engine.correct([record.id], CorrectionChange(dropped: [.note]))
        #expect(try verdict(record.id).transactionClass.value == .expense)
    }

    @Test("outranks a rule of before that matches by a tag given at the same time or later")
    func tagAfterCorrection() throws {
        let records = try spending().prefix(2)
        let (one, other) = (try #require(records.first).id, try #require(records.last).id)
        try writeWorkRule()
        _ = try correct(one, Correction(category: "travel", tags: ["work"]))
        _ = try correct(other, Correction(category: "travel"))
        _ = try correct(other, Correction(tags: ["work"]))
        for id in [one, other] {
            #expect(try verdict(id).category.value == "travel")
            #expect(try verdict(id).lens?.value == .need)
        }
    }

    @Test("outranks a function of before that asks for the tag given with it")
    func tagForFunction() throws {
        let record = try #require(try spending().first)
        try demo.write(
            """
            rule {
                name = "Asked", when = function(tx) return tx.tags[1] == "work" end,
                set = function(tx) return { category = "bills" } end,
            }
            """, to: "rules/20-mine.lua")
        _ = try correct(record.id, Correction(category: "travel", tags: ["work"]))
        #expect(try verdict(record.id).category.value == "travel")
    }

    @Test("yields to a rule of later that matches by a tag given after it")
    func tagForLaterRule() throws {
        let record = try #require(try spending().first)
        _ = try correct(record.id, Correction(category: "travel"))
        try writeWorkRule()
        #expect(try verdict(record.id).category.value == "travel")
        _ = try correct(record.id, Correction(tags: ["work"]))
        #expect(try verdict(record.id).category.value == "bills")
    }

    @Test("adds to what was set before, and clears all of it")
    func adding() throws {
        let record = try #require(try spending().first)
        let before = try verdict(record.id)
        _ = try correct(record.id, Correction(category: "travel"))
        _ = try correct(record.id, Correction(lens: .saving, tags: ["work"]))
        #expect(try verdict(record.id).category.value == "travel")
        #expect(try verdict(record.id).lens?.value == .saving)
        _ = try engine.correct([record.id], CorrectionChange(clears: true))
        #expect(try verdict(record.id) == before)
    }

    @Test("loses its note or one of its tags, and keeps all else")
    func takingAway() throws {
        let record = try #require(try spending().first)
        let before = try verdict(record.id)
        _ = try correct(
            record.id, Correction(category: "travel", note: "trip", tags: ["work", "paid"]))
        _ = try engine.correct([record.id], CorrectionChange(droppedTags: ["work"]))
        #expect(
            try Set(verdict(record.id).tags?.value ?? [])
                == Set(before.tags?.value ?? []).union(["paid"]))
        #expect(try verdict(record.id).notes?.value == "trip")
        _ = try engine.correct(
            [record.id], CorrectionChange(dropped: [.note], droppedTags: ["paid"]))
        #expect(try verdict(record.id).notes == before.notes)
        #expect(try verdict(record.id).tags == before.tags)
        #expect(try verdict(record.id).category.value == "travel")
    }

    @Test(
        "loses one part of what it set, and keeps all else", arguments: CorrectionPart.allCases)
    func takingPartBack(_ part: CorrectionPart) throws {
        let record = try #require(try spending().first)
        let whole = Correction(
            class: .ignore, category: "travel", lens: .saving, payee: "Mine", loan: "Sam",
            note: "trip", tags: ["work", "paid"], excluded: true, splits: try Self.plan())
        try demo.vault.correct([record.id: whole], summary: "set")
        _ = try engine.correct([record.id], CorrectionChange(dropped: [part]))
        var rest = whole
        switch part {
        case .class: rest.class = nil
        case .category: rest.category = nil
        case .lens: rest.lens = nil
        case .payee: rest.payee = nil
        case .loan: rest.loan = nil
        case .note: rest.note = nil
        case .tags: rest.tags = []
        case .excluded: rest.excluded = nil
        case .splits: rest.splits = nil
        }
        #expect(try demo.vault.corrections(of: [record.id]) == [record.id: rest])
        #expect(
            try demo.vault.history().first?.summary
                == "transactions set \(record.id) --unset \(part.rawValue)")
        _ = try engine.undo()
        #expect(try demo.vault.corrections(of: [record.id]) == [record.id: whole])
    }

    private static func plan() throws -> SplitPlan {
        try SplitPlan([
            SplitPlan.Part(
                category: "dining", size: .share(DecimalAmount(coefficient: 5, decimals: 1))),
            SplitPlan.Part(category: "groceries", size: .remainder),
        ])
    }

    @Test("gives the say on a part back to the rule that it overruled")
    func partOfRule() throws {
        let record = try #require(try spending().first)
        let description = record.description
        _ = try engine.addRule(
            "{ when = { description = \"\(description)\" }, set = { category = \"bills\" } }")
        _ = try correct(record.id, Correction(category: "travel", note: "trip"))
        #expect(try verdict(record.id).category.value == "travel")
        _ = try engine.correct([record.id], CorrectionChange(dropped: [.category]))
        #expect(try verdict(record.id).category.value == "bills")
        #expect(try verdict(record.id).notes?.value == "trip")
    }

    @Test("without any value left is removed")
    func lastPart() throws {
        let record = try #require(try spending().first)
        let before = try verdict(record.id)
        _ = try correct(record.id, Correction(category: "travel"))
        _ = try engine.correct([record.id], CorrectionChange(dropped: [.category]))
        #expect(try demo.vault.corrections(of: [record.id]).isEmpty)
        #expect(try verdict(record.id) == before)
    }

    @Test("of a part that the person did not set is refused, with nothing changed")
    func foreignPart() throws {
        let record = try #require(try spending().first)
        _ = try correct(record.id, Correction(category: "travel"))
        #expect(throws: EngineError.partNotSet(.lens, transactions: [record.id])) {
            try engine.correct([record.id], CorrectionChange(dropped: [.category, .lens]))
        }
        #expect(try demo.vault.history().count == 1)
    }

    @Test("of a tag that a rule set says whose it is")
    func tagOfRule() throws {
        let record = try #require(try spending().first)
        _ = try engine.addRule(
            "{ name = \"Mine\", when = { description = \"\(record.description)\" }, "
                + "set = { tags = { \"ruled\" } } }")
        let reason = try #require(try verdict(record.id).tags?.reason.text)
        #expect(reason.contains("Mine"))
        #expect(throws: EngineError.tagNotSet("ruled", transaction: record.id, tagger: reason)) {
            try engine.correct([record.id], CorrectionChange(droppedTags: ["ruled"]))
        }
    }

    @Test("of a tag that the person did not set is refused, with nothing changed")
    func foreignTag() throws {
        let record = try #require(try spending().first)
        _ = try correct(record.id, Correction(tags: ["work"]))
        #expect(throws: EngineError.tagNotSet("works", transaction: record.id, tagger: nil)) {
            try engine.correct([record.id], CorrectionChange(droppedTags: ["works"]))
        }
        #expect(try demo.vault.history().count == 1)
    }

    @Test("becomes a rule for all from the payee, and tells how many those are")
    func payeeRule() throws {
        let all = try demo.vault.everything()
        let record = try #require(
            try spending().first { one in
                let like = all.filter { $0.payee == one.payee }
                // However the bank writes it.
                return Set(like.map(\.description)).count > 2
                    && like.allSatisfy { $0.amount.minorUnits < 0 }
            })
        let like = all.filter { $0.payee == record.payee }
        let report = try correct(record.id, Correction(category: "travel"), asRule: true)
        #expect(report.rules.map(\.payee) == [record.payee])
        #expect(report.rules.map(\.matches) == [like.count])
        #expect(
            try demo.vault.history().map(\.summary) == [
                "transactions set \(record.id) --category travel --all-from-payee"
            ])
    }

    @Test(
        "becomes a rule for what goes in its direction where the payee pays wages too",
        arguments: [("PUBLIX PAYROLL DIRECT DEP", [-9_99, -9_99]), ("PUBLIX REFUND", nil)])
    func employerThatIsAShop(received: String, shopping: [Int64]?) throws {
        let demo = try DemoVault()
        try demo.importPayments([
            ("POS DEBIT PUBLIX #1221 TAMPA FL", "-9.99"), ("POS DEBIT PUBLIX #1221", "-9.99"),
            (received, "8.00"),
        ])
        _ = try demo.engine().classify(dryRun: false)
        let all = try demo.vault.everything()
        #expect(Set(all.map(\.payee)) == ["Publix"])
        let record = try #require(all.first { $0.amount.minorUnits < 0 })
        let report = try demo.engine().correct(
            [record.id], CorrectionChange(Correction(category: "shopping")), asRule: true)
        let changed = try demo.vault.everything()
            .filter { $0.verdict?.category.value == "shopping" }
            .map(\.amount.minorUnits).sorted()
        let expected: [Int64] = shopping ?? [-9_99, -9_99, 8_00]
        #expect(changed.map { Int64($0) } == expected)
        #expect(report.rules.map(\.matches) == [changed.count])
    }

    /// Transactions of one payee that are all spending without tags, at least so many.
    @Test("that becomes a rule leaves a note where it was written")
    func noteOfOne() throws {
        let ids = try demo.spendingAtOnePayee(3)
        _ = try correct(
            ids[0], Correction(category: "travel", note: "piano", tags: ["tutor"]), asRule: true)
        let verdicts = try ids.map(verdict)
        #expect(verdicts.map(\.category.value) == ids.map { _ in "travel" })
        #expect(verdicts.map(\.tags?.value) == ids.map { _ in ["tutor"] })
        #expect(verdicts.compactMap(\.notes?.value) == ["piano"])
    }

    @Test("that becomes a rule leaves what was corrected otherwise before")
    func earlierCorrections() throws {
        let ids = try demo.spendingAtOnePayee(4)
        _ = try correct(ids[1], Correction(category: "bills"))
        _ = try correct(ids[2], Correction(note: "seen"))
        let report = try correct(ids[0], Correction(category: "travel"), asRule: true)
        #expect(report.rules.map(\.kept) == [[ids[1]]])
        let categories = try ids.map { try verdict($0).category.value }
        #expect(categories.enumerated().filter { $1 != "travel" }.map(\.offset) == [1])
        #expect(categories[1] == "bills")
    }

    @Test("that becomes a rule again changes the rule that is there, and puts it first")
    func ruleAgain() throws {
        let ids = try demo.spendingAtOnePayee(3)
        _ = try correct(ids[0], Correction(category: "travel", tags: ["a"]), asRule: true)
        let between = try engine.addRule(
            "{ when = { amount = less(0) }, priority = 0, set = { lens = \"want\" } }")
        _ = try correct(
            ids[1], Correction(category: "bills", lens: .need, tags: ["b"]), asRule: true)
        let stored = try demo.vault.storedRules()
        #expect(stored.map(\.reference) == ["stored-1", between.rule.reference])
        for id in ids {
            let verdict = try verdict(id)
            #expect(verdict.category.value == (id == ids[0] ? "travel" : "bills"))
            #expect(verdict.lens?.value == .need)
            #expect(verdict.tags?.value == ["a", "b"])
        }
        _ = try engine.undo()
        #expect(try verdict(ids[2]).category.value == "travel")
        #expect(try demo.vault.storedRules().first?.reference == "stored-1")
    }

    @Test("of a transaction that is not there stores nothing", arguments: [true, false])
    func unknown(clears: Bool) throws {
        let change =
            clears ? CorrectionChange(clears: true) : CorrectionChange(Correction(note: "x"))
        let known = try #require(try spending().first).id
        #expect(throws: EngineError.noSuchTransaction(1_000_000)) {
            try engine.correct([known, 1_000_000], change)
        }
        #expect(try demo.vault.history().isEmpty)
    }

    @Test("is taken back and made again, with all that follows from it")
    func undoing() throws {
        let record = try #require(try spending().first)
        let before = try demo.vault.contents()
        _ = try correct(record.id, Correction(class: .ignore, excluded: true))
        let corrected = try demo.vault.contents()
        let undone = try engine.undo()
        #expect(undone.entry.isUndone)
        #expect(undone.classified.changes.map(\.transaction) == [record.id])
        #expect(try demo.vault.contents() == before)
        _ = try engine.redo()
        #expect(try demo.vault.contents() == corrected)
    }

    @Test("a mistake in the configuration keeps nothing from being undone")
    func brokenConfiguration() throws {
        _ = try correct(try #require(try spending().first).id, Correction(note: "x"))
        try demo.write("[[stage]]", to: "config/pipeline.toml")
        #expect(try engine.undo().classified.leftOut.map(\.file) == ["config/pipeline.toml"])
        #expect(try demo.vault.history().map(\.isUndone) == [true])
    }

    @Test("a plugin that was switched on is off again once that is undone")
    func plugin() throws {
        _ = try engine.enablePlugin("travel", true)
        _ = try engine.undo()
        #expect(try demo.vault.pluginDecisions().isEmpty)
    }
}
