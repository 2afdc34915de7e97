import Classification
import Model
import Rules
import Testing

@Suite("A correction that splits a transaction")
struct SplitCorrectionTests {
    private static let corrected = Reason(
        by: "corrections", rule: nil, Evidence(.corrected), kind: .correction)

    /// Three dollars in one category, the rest in another.
    private func plan(_ category: String = "gifts", rest: String = "other") throws -> SplitPlan {
        try SplitPlan([
            SplitPlan.Part(
                category: category, size: .amount(DecimalAmount(coefficient: 3, decimals: 0))),
            SplitPlan.Part(category: rest, size: .remainder),
        ])
    }

    private func pass(
        _ correction: Correction, _ row: Row = Row(cents: -1000), rules: String = "",
        isLater: Bool = false, stages: [Stage]? = nil
    ) throws -> Pass {
        let standard = [userStage, correctionStage, lensStage, defaultStage]
        return try makeClassifier(rules, stages: stages ?? standard).conclude(
            makeSnapshot(
                [row, row],
                decisions: isLater
                    ? .corrected([1: correction]) : Decisions(corrections: [1: correction])))
    }

    private func parts(_ pass: Pass, of transaction: Int64 = 1) -> [String] {
        (pass.conclusions.splits[transaction] ?? []).map { "\($0.category) \($0.minorUnits)" }
    }

    private func verdict(_ pass: Pass) -> Verdict {
        pass.conclusions.verdict(of: pass.conclusions.entries[0])
    }

    @Test("counts by its parts, each with the lens of its category")
    func counts() throws {
        let pass = try pass(Correction(splits: try plan("groceries", rest: "dining")))
        #expect(
            pass.conclusions.splits == [
                1: [
                    SplitPart(category: "groceries", minorUnits: -300, lens: .need),
                    SplitPart(category: "dining", minorUnits: -700, lens: .want),
                ]
            ])
        #expect(verdict(pass).splits?.reason == Self.corrected)
        #expect(pass.decisionProblems.isEmpty)
    }

    @Test(
        "outranks a category or parts of a rule that it overrules, and leaves the rule all else",
        arguments: [
            "category = \"groceries\"",
            "splits = { { category = \"dining\", share = 0.5 }, { category = \"groceries\" } }",
        ])
    func outranks(set: String) throws {
        let rule = "rule { name = \"Mine\", when = {}, set = { payee = \"Shop\", \(set) } }"
        let pass = try pass(Correction(splits: try plan()), rules: rule, isLater: true)
        #expect(parts(pass) == ["gifts -300", "other -700"])
        #expect(verdict(pass).payee?.value == "Shop")
        // A rule that came later has its say.
        let later = try self.pass(Correction(splits: try plan()), rules: rule)
        #expect(parts(later) == parts(later, of: 2))
        #expect(verdict(later).splits?.reason != Self.corrected)
    }

    @Test("stays where a rule that overrules sets a category after all stages")
    func rulesAfter() throws {
        let after = Stage(name: "rules after", kind: .rulesAfter)
        let map = try rulesStage("map", [("GROCER", Effect(category: "groceries"))])
        let pass = try pass(
            Correction(splits: try plan()), Row(cents: -1000, description: "GROCER"),
            rules: """
                rule { name = "R", after = true, overrule = true, when = { class = "expense" },
                    set = { category = "dining", tags = "seen" } }
                """, stages: [userStage, correctionStage, map, after, lensStage, defaultStage])
        #expect(parts(pass) == ["gifts -300", "other -700"])
        #expect(verdict(pass).tags?.value == ["seen"])
    }

    @Test("that no longer fits is reported, and the transaction counts as a whole")
    func unfit() throws {
        let correction = Correction(note: "x", splits: try plan())
        let pass = try pass(correction, Row(cents: -299))
        #expect(pass.decisionProblems == [.splitsDoNotFit(transaction: 1)])
        #expect(pass.conclusions.splits.isEmpty)
        #expect(verdict(pass).splits == nil)
        #expect(verdict(pass).notes == Decided("x", because: Self.corrected))
        #expect(try self.pass(correction, Row(cents: -301)).decisionProblems.isEmpty)
    }

    @Test("into a deleted category is reported, and the transaction counts as a whole")
    func categoryGone() throws {
        let pass = try pass(Correction(splits: try plan("boats")))
        #expect(pass.decisionProblems == [.noSuchCategory("boats", transaction: 1)])
        #expect(pass.conclusions.splits.isEmpty)
    }

    @Test("takes no category from a confirmation, and contradicts a rule that gives one")
    func noCategory() throws {
        let correction = Correction(splits: try plan())
        #expect(
            correction.completed(by: ConfirmedValues(.expense, category: "dining"))
                == Correction(class: .expense, splits: try plan()))
        #expect(Effect(category: "gifts").contradicts(correction))
        #expect(!Effect(payee: "Ann").contradicts(correction))
    }

    @Test("is shown in the trace as the decision, and categories as given way to it")
    func trace() throws {
        let classifier = try makeClassifier(
            "rule { name = \"Mine\", when = {}, set = { category = \"dining\" } }",
            stages: [userStage, correctionStage, defaultStage])
        let snapshot = makeSnapshot(
            [Row(cents: -1000)],
            decisions: .corrected([1: Correction(splits: try plan())]))
        let trace = try #require(try classifier.trace(1, in: snapshot))
        let proposals = trace.steps.flatMap(\.proposals)
        #expect(
            proposals.filter(\.holds).map { "\($0.attribute) \($0.value)" } == [
                "splits gifts 3, other the rest", "class expense",
            ])
        #expect(
            proposals[0].reason.text == "Matched: Mine (rules/1.lua:1); you corrected it later")
        #expect(trace.verdict == verdict(try classifier.conclude(snapshot)))
    }
}
