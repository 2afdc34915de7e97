import Classification
import Model
import Rules
import Testing

@Suite("A correction on top of an earlier one")
struct LaterCorrectionTests {
    private let rules: UserRules

    init() throws { rules = try load([]) }

    private func opinion(_ rule: String, _ effect: Effect) -> RuleOpinion {
        RuleOpinion(
            transaction: 1,
            rule: Rule(
                id: rule, name: rule, origin: .stored, condition: .always, effect: effect),
            effect: effect)
    }

    private func changed(
        _ earlier: Correction = Correction(), by later: Correction, _ opinions: [RuleOpinion]
    ) -> Correction {
        earlier.changed(by: later, opinions: opinions, of: rules.identities)
    }

    /// Half of it in one category.
    private func plan(_ category: String) throws -> SplitPlan {
        try SplitPlan([
            SplitPlan.Part(
                category: category, size: .share(DecimalAmount(coefficient: 5, decimals: 1))),
            SplitPlan.Part(category: "other", size: .remainder),
        ])
    }

    private func rules(_ references: String...) -> Set<RuleIdentity> {
        Set(references.map { RuleIdentity($0) })
    }

    @Test("keeps other values and adds its tags")
    func merging() {
        let earlier = Correction(
            class: .expense, category: "dining", note: "old", tags: ["a"], excluded: true)
        let later = Correction(
            lens: .need, payee: "Ann", note: "new", tags: ["b", "a"], excluded: false)
        #expect(
            changed(earlier, by: later, [])
                == Correction(
                    class: .expense, category: "dining", lens: .need, payee: "Ann", note: "new",
                    tags: ["a", "b"], excluded: false))
    }

    @Test(
        "overrules the rules that say something else",
        arguments: [
            (Correction(class: .expense), Effect(class: .transfer)),
            (Correction(category: "dining"), Effect(category: "gifts")),
            (Correction(lens: .need), Effect(lens: .want)),
            (Correction(payee: "Ann"), Effect(payee: "Ben")),
            (Correction(note: "a"), Effect(note: "b")),
            (Correction(excluded: false), Effect(excluded: true)),
        ])
    func contradiction(later: Correction, effect: Effect) {
        let changed = changed(by: later, [opinion("mine", effect)])
        #expect(changed.overruledRules == rules("mine"))
    }

    @Test(
        "lets rules be that say the same or speak of something else",
        arguments: [
            (Correction(category: "dining"), Effect(category: "dining", lens: .want)),
            (Correction(category: "dining"), Effect(class: .income, payee: "Ann")),
            (Correction(tags: ["a"]), Effect(category: "dining", tags: ["b"])),
        ])
    func noContradiction(later: Correction, effect: Effect) {
        let changed = changed(by: later, [opinion("mine", effect)])
        #expect(changed.overruledRules == [])
    }

    @Test("of a category overrules a rule that splits the transaction")
    func splits() throws {
        let changed = changed(
            by: Correction(category: "dining"),
            [opinion("mine", Effect(splits: try plan("dining")))])
        #expect(changed.overruledRules == rules("mine"))
    }

    @Test(
        "that splits overrules rules that categorise or split otherwise, and takes a category's place"
    )
    func splitting() throws {
        let (plan, other) = (try plan("dining"), try plan("gifts"))
        let opinions = [
            opinion("category", Effect(category: "gifts")), opinion("other", Effect(splits: other)),
            opinion("same", Effect(splits: plan)), opinion("lens", Effect(lens: .want)),
        ]
        #expect(
            changed(
                Correction(category: "gifts", note: "mine"), by: Correction(splits: plan), opinions)
                == Correction(
                    note: "mine", splits: plan, overruledRules: rules("category", "other")))
        #expect(
            changed(Correction(splits: plan), by: Correction(category: "gifts"), [])
                == Correction(category: "gifts"))
        #expect(
            changed(Correction(splits: plan), by: Correction(note: "mine"), [])
                == Correction(note: "mine", splits: plan))
    }

    @Test("does not bring back parts that a rule made in between had replaced")
    func replacedParts() throws {
        let rule = opinion("mine", Effect(category: "gifts", lens: .want))
        let changed = changed(
            Correction(splits: try plan("dining")), by: Correction(lens: .need), [rule])
        #expect(changed == Correction(lens: .need, overruledRules: rules("mine")))
    }

    @Test("overrules every rule that says something else, not the first alone")
    func several() {
        let changed = changed(
            Correction(overruledRules: rules("old")), by: Correction(category: "dining"),
            [
                opinion("one", Effect(category: "gifts")), opinion("two", Effect(lens: .want)),
                opinion("three", Effect(category: "other")),
            ])
        #expect(changed.overruledRules == rules("old", "one", "three"))
    }

    @Test("does not bring back what a rule made in between had replaced")
    func replacedMeanwhile() {
        // The rule came after the first correction and decided both.
        let rule = opinion("mine", Effect(category: "gifts", lens: .want))
        let changed = changed(
            Correction(category: "dining", note: "mine"), by: Correction(lens: .need), [rule])
        #expect(changed == Correction(lens: .need, note: "mine", overruledRules: rules("mine")))
    }

    @Test("overrules rules that wait for a tag or a note, and keeps what they set otherwise")
    func waiting() throws {
        let rules = try load([
            """
            rule { name = "Tagged", when = { tags = "work" }, set = { category = "gifts" } }
            rule { name = "Noted", when = { notes = "refund" }, set = { lens = "want" } }
            rule { name = "Bank", when = { memo = "x" }, set = { category = "gifts" } }
            """
        ])
        let waiting = rules.rulesAskingForDecisions
        #expect(waiting.map(\.name) == ["Tagged", "Noted"])
        let changed = Correction(category: "other", note: "mine").changed(
            by: Correction(category: "dining"), opinions: [], waiting: waiting,
            of: rules.identities)
        #expect(changed.category == "dining")
        #expect(changed.note == "mine")
        #expect(changed.overruledRules.map(\.reference) == ["rules/1.lua:Tagged"])
    }

    @Test("keeps what a rule was overruled on before")
    func overruledBefore() {
        let rule = opinion("mine", Effect(category: "gifts", lens: .want))
        let changed = changed(
            Correction(category: "dining", overruledRules: rules("mine")),
            by: Correction(lens: .need), [rule])
        #expect(
            changed == Correction(category: "dining", lens: .need, overruledRules: rules("mine")))
    }
}
