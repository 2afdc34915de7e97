import Classification
import Model
import Rules
import TestSupport
import Testing

@Suite("The trace of one transaction")
struct TraceTests {
    @Test("its decisive proposals are the verdict", arguments: 1...4)
    func agreement(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let classifier = try makeHouseClassifier()
        for _ in 0..<5 {
            let snapshot = makeSnapshot(randomRows(12, using: &random))
            let conclusions = try classifier.conclude(snapshot).conclusions
            for entry in conclusions.entries {
                let trace = try #require(try classifier.trace(entry.transaction, in: snapshot))
                let decisive = trace.steps.flatMap(\.proposals).filter(\.isDecisive)
                let said = decisive.filter { $0.attribute != .tags }
                    .map { Decision($0.attribute, $0.value, $0.reason) }
                let verdict = conclusions.verdict(of: entry)
                #expect(trace.verdict == verdict)
                #expect(trace.partner == entry.partner)
                #expect(Set(said) == Set(decisions(of: verdict)))
                #expect(said.count == Set(said.map(\.attribute)).count)
                let tags = decisive.filter { $0.attribute == .tags }
                #expect(
                    Set(tags.flatMap { $0.value.split(separator: ", ").map(String.init) })
                        == Set(verdict.tags?.value ?? []))
                #expect(
                    tags.map(\.reason.text).joined(separator: "; ")
                        == verdict.tags?.reason.text ?? "")
                #expect((entry.partner != nil) == (verdict.partner != nil))
            }
        }
    }

    @Test("it tells which rules fail on the transaction, and where")
    func failures() throws {
        let classifier = try makeClassifier(
            """
            rule { name = "Sound", when = {}, set = { tags = "a" } }
            rule {
                name = "Gym", when = { memo = "gift" },
                set = function(tx) local n = nil return n[1] end,
            }
            """, stages: [userStage, defaultStage])
        let snapshot = makeSnapshot([Row(memo: "gift"), Row(memo: "other")])
        let failing = try #require(try classifier.trace(1, in: snapshot)).steps[0].failures
        #expect(failing.map(\.rule) == ["Gym"])
        #expect(failing.map(\.problem.line) == [4])
        #expect(try classifier.trace(2, in: snapshot)?.steps[0].failures.isEmpty == true)
    }

    @Test("it shows every stage, what it said and what would have decided next")
    func steps() throws {
        let stages = [
            userStage,
            try rulesStage("map", onlyFor: [.expense], [("BURGER", Effect(category: "dining"))]),
            lensStage, defaultStage,
        ]
        let classifier = try makeClassifier(
            "rule { when = { memo = \"gift\" }, set = { category = \"gifts\" } }", stages: stages)
        let snapshot = makeSnapshot([
            Row(description: "BURGER", memo: "gift"), Row(cents: 5, description: "BURGER"),
        ])
        let spent = try #require(try classifier.trace(1, in: snapshot))
        #expect(spent.steps.map(\.stage) == stages.map(\.name))
        #expect(
            spent.steps.map { step in
                step.proposals.map { "\($0.attribute) \($0.value) \($0.isDecisive)" }
            } == [
                ["category gifts true"], ["category dining false"], ["lens want true"],
                ["class expense true", "category other false"],
            ])
        let earned = try #require(try classifier.trace(2, in: snapshot))
        #expect(
            earned.steps.map(\.passedOver) == [
                nil, "skipped: the class is income", "skipped: the class is income",
                nil,
            ])
    }

    @Test("it shows what rules would say that are not asked, since one before them stops")
    func stopped() throws {
        let classifier = try makeClassifier(
            """
            rule { name = "A", stop = true, when = { memo = "gift" }, set = { category = "gifts" } }
            rule { name = "B", when = {}, set = { category = "dining", lens = "want" } }
            rule { name = "C", when = function() return true end, set = { tags = "c" } }
            rule { name = "D", when = function() error("no") end, set = { tags = "d" } }
            rule { name = "E", when = { memo = "other" }, set = { tags = "e" } }
            """, stages: [userStage, defaultStage])
        let snapshot = makeSnapshot([Row(memo: "gift"), Row(memo: "none")])
        let trace = try #require(try classifier.trace(1, in: snapshot))
        let user = try #require(trace.steps.first).proposals
        #expect(
            user.map { "\($0.attribute) \($0.value) \($0.isDecisive)" } == [
                "category gifts true", "category dining false", "lens want false", "tags c false",
            ])
        #expect(
            user.map(\.stoppedBy) == [
                nil, "rules/1.lua:A", "rules/1.lua:A", "rules/1.lua:A",
            ])
        #expect(
            user[1].reason.text == "Matched: B (rules/1.lua:2); not asked, A stops before it")
        #expect(trace.verdict?.lens == nil)
        let other = try #require(try classifier.trace(2, in: snapshot))
        #expect(other.steps.flatMap(\.proposals).allSatisfy { $0.stoppedBy == nil })
    }

    @Test("what a correction set later is no say of a rule that was not asked")
    func stoppedAndCorrected() throws {
        let lua = """
            rule { name = "A", stop = true, when = {}, set = { lens = "need" } }
            rule { name = "B", when = {}, set = { category = "dining", payee = "Bea" } }
            """
        let corrected = Correction(category: "gifts")
        let trace = try #require(
            try makeClassifier(lua, stages: [userStage, correctionStage, defaultStage]).trace(
                1,
                in: makeSnapshot([Row()], decisions: .corrected([1: corrected]))))
        let stopped = trace.steps.flatMap(\.proposals).filter { $0.stoppedBy != nil }
        #expect(stopped.map(\.value) == ["Bea"])
    }

    @Test("a transaction that is not in the snapshot has none")
    func unknown() throws {
        #expect(try makeClassifier().trace(2, in: makeSnapshot([Row()])) == nil)
    }

    private struct Decision: Hashable {
        let attribute: Attribute
        let value: String
        let reason: Reason

        init(_ attribute: Attribute, _ value: String, _ reason: Reason) {
            self.attribute = attribute
            self.value = value
            self.reason = reason
        }
    }

    private func decisions(of verdict: Verdict) -> [Decision] {
        verdict.reasons.filter { $0.attribute != .tags }.map { attribute, reason in
            let value: String? =
                switch attribute {
                case .class: verdict.transactionClass.value.rawValue
                case .category: verdict.category.value
                case .lens: verdict.lens?.value.rawValue
                case .partner: "linked"
                case .payee: verdict.payee?.value
                case .loan: verdict.loan?.value
                case .tags: nil
                case .notes: verdict.notes?.value
                case .excluded: verdict.isExcluded.map { $0.value ? "yes" : "no" }
                case .series: verdict.series?.value
                case .splits: verdict.splits.map { "\($0.value)" }
                }
            return Decision(attribute, value ?? "", reason)
        }
    }
}
