import Classification
import Model
import Rules
import Testing

@Suite("A correction of one transaction")
struct CorrectionTests {
    private static let corrected = Reason(
        by: "corrections", rule: nil, Evidence(.corrected), kind: .correction)

    /// The verdicts on rows of which the first is corrected.
    private func verdicts(
        _ correction: Correction, _ rows: [Row], rules: String = "", isLater: Bool = false,
        stages: [Stage]? = nil
    ) throws -> [Verdict] {
        let pass = try pass(correction, rows, rules: rules, isLater: isLater, stages: stages)
        return pass.conclusions.entries.map(pass.conclusions.verdict(of:))
    }

    private func pass(
        _ correction: Correction, _ rows: [Row], rules: String = "", isLater: Bool = false,
        stages: [Stage]? = nil
    ) throws -> Pass {
        let standard = [userStage, correctionStage, lensStage, defaultStage]
        return try makeClassifier(rules, stages: stages ?? standard).conclude(
            makeSnapshot(
                rows,
                decisions: isLater
                    ? .corrected([1: correction]) : Decisions(corrections: [1: correction])))
    }

    @Test("holds with every attribute that it sets, on that transaction alone")
    func everyAttribute() throws {
        let correction = Correction(
            class: .income, category: "gifts", lens: .saving, payee: "Aunt Ann", note: "birthday",
            tags: ["family"], excluded: true)
        let verdicts = try verdicts(correction, [Row(), Row()])
        let expected = Verdict(
            transactionClass: Decided(.income, because: Self.corrected),
            category: Decided("gifts", because: Self.corrected),
            lens: Decided(.saving, because: Self.corrected),
            payee: Decided("Aunt Ann", because: Self.corrected),
            notes: Decided("birthday", because: Self.corrected),
            tags: Decided(["family"], because: Self.corrected),
            isExcluded: Decided(true, because: Self.corrected))
        #expect(verdicts[0] == expected)
        #expect(verdicts[1].reasons.allSatisfy { $0.reason.by != "corrections" })
    }

    @Test("leaves what it does not set to the stages after it")
    func rest() throws {
        let verdict = try verdicts(Correction(category: "groceries"), [Row()])[0]
        #expect(verdict.transactionClass.reason.by == "default")
        #expect(verdict.lens?.value == .need)
        #expect(verdict.lens?.reason.by == "category lens")
    }

    @Test("of the class leaves the lens of the class that it replaces behind")
    func lensOfClass() throws {
        let verdict = try verdicts(
            Correction(class: .expense, category: "dining"), [Row(description: "SAVE")],
            stages: [
                userStage, correctionStage,
                rulesStage("movements", [("SAVE", Effect(class: .transfer, lens: .saving))]),
                lensStage, defaultStage,
            ])[0]
        #expect(verdict.lens?.value == .want)
    }

    private static let rule = """
        rule { name = "Mine", when = {},
            set = { category = "dining", lens = "want", payee = "Diner", tags = { "out" } } }
        """

    @Test("outranks a rule that it overrules, only on what it sets")
    func overruling() throws {
        let correction = Correction(category: "gifts", tags: ["family"])
        let verdict = try verdicts(correction, [Row()], rules: Self.rule, isLater: true)[0]
        #expect(verdict.category == Decided("gifts", because: Self.corrected))
        #expect(verdict.lens?.value == .want)
        #expect(verdict.payee?.value == "Diner")
        #expect(verdict.tags?.value == ["out", "family"])
    }

    @Test("yields to a rule that was made after it")
    func laterRule() throws {
        let verdict = try verdicts(Correction(category: "gifts"), [Row()], rules: Self.rule)[0]
        #expect(verdict.category.value == "dining")
        #expect(verdict.category.reason.rule == "rules/1.lua:Mine")
    }

    @Test("of a category counts in place of an overruled rule's splits")
    func splits() throws {
        let rule = """
            rule { name = "Mine", when = {}, set = { payee = "Shop", splits = {
                { category = "dining", share = 0.5 }, { category = "gifts" } } } }
            """
        let pass = try pass(
            Correction(category: "groceries"), [Row(), Row()], rules: rule, isLater: true)
        #expect(pass.conclusions.splits.keys.sorted() == [2])
        let verdict = pass.conclusions.verdict(of: pass.conclusions.entries[0])
        #expect(verdict.payee?.value == "Shop")
        #expect(verdict.splits == nil)
    }

    @Test("to anything but a transfer keeps a pair apart; one to a transfer does not")
    func pairs() throws {
        let rows = [
            Row(account: 0, cents: -500, description: "TRANSFER"),
            Row(account: 1, cents: 500, description: "TRANSFER"),
        ]
        let stages = try [userStage, correctionStage, transferStage(), defaultStage]
        func partners(_ correction: Correction) throws -> [Int64?] {
            try pass(correction, rows, stages: stages).conclusions.entries.map(\.partner)
        }
        #expect(try partners(Correction(class: .expense)) == [nil, nil])
        #expect(try partners(Correction(class: .transfer)) == [2, 1])
        #expect(try partners(Correction(note: "savings")) == [2, 1])
    }

    // MARK: Diagnostics

    @Test("of a transaction that the bank withdrew is told, and all else is concluded")
    func withdrawn() throws {
        let pass = try pass(Correction(category: "gifts"), [Row(id: 2), Row(id: 3)])
        #expect(pass.decisionProblems == [.transactionWithdrawn(1)])
        #expect(pass.conclusions.entries.map(\.transaction) == [2, 3])
    }

    @Test("to a deleted category is reported, and other stages decide")
    func categoryGone() throws {
        let correction = Correction(category: "boats", note: "x")
        let pass = try pass(correction, [Row()], rules: Self.rule, isLater: true)
        #expect(pass.decisionProblems == [.noSuchCategory("boats", transaction: 1)])
        let verdict = pass.conclusions.verdict(of: pass.conclusions.entries[0])
        #expect(verdict.category.value == "dining")
        #expect(verdict.notes == Decided("x", because: Self.corrected))
    }

    @Test("is told where the pipeline has no stage for it, and rules keep their say")
    func noStage() throws {
        let pass = try pass(
            Correction(category: "gifts"), [Row()], rules: Self.rule, isLater: true,
            stages: [userStage, defaultStage])
        #expect(pass.decisionProblems == [.noStageForCorrections(count: 1)])
        #expect(
            pass.conclusions.verdict(of: pass.conclusions.entries[0]).category.value == "dining")
    }

    @Test("without corrections there are no problems")
    func noProblems() throws {
        #expect(try makeClassifier().conclude(makeSnapshot([Row()])).decisionProblems.isEmpty)
    }

    // MARK: Explaining

    @Test("a trace shows what the overruled rule would have decided")
    func trace() throws {
        let correction = Correction(category: "gifts")
        let classifier = try makeClassifier(
            Self.rule, stages: [userStage, correctionStage, defaultStage])
        let snapshot = makeSnapshot([Row()], decisions: .corrected([1: correction]))
        let trace = try #require(try classifier.trace(1, in: snapshot))
        let proposals = trace.steps.flatMap(\.proposals).filter { $0.attribute == .category }
        #expect(proposals.map(\.value) == ["dining", "gifts", "other"])
        #expect(proposals.map(\.isDecisive) == [false, true, false])
        #expect(
            proposals[0].reason.text == "Matched: Mine (rules/1.lua:1); you corrected it later")
    }
}
