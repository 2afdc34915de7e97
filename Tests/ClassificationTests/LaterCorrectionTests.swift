import Classification
import Model
import Rules
import Testing

@Suite("A correction on top of an earlier one")
struct LaterCorrectionTests {
    /// Half of it in one category.
    private func plan(_ category: String) throws -> SplitPlan {
        try SplitPlan([
            SplitPlan.Part(
                category: category, size: .share(DecimalAmount(coefficient: 5, decimals: 1))),
            SplitPlan.Part(category: "other", size: .remainder),
        ])
    }

    @Test("keeps other values and adds its tags")
    func merging() {
        let earlier = Correction(
            class: .expense, category: "dining", note: "old", tags: ["a"], excluded: true)
        let later = Correction(
            lens: .need, payee: "Ann", note: "new", tags: ["b", "a"], excluded: false)
        #expect(
            earlier.changed(by: later)
                == Correction(
                    class: .expense, category: "dining", lens: .need, payee: "Ann", note: "new",
                    tags: ["a", "b"], excluded: false))
    }

    @Test("that splits takes the category's place, and the other way round")
    func splitting() throws {
        let plan = try plan("dining")
        #expect(
            Correction(category: "gifts", note: "mine").changed(by: Correction(splits: plan))
                == Correction(note: "mine", splits: plan))
        #expect(
            Correction(splits: plan).changed(by: Correction(category: "gifts"))
                == Correction(category: "gifts"))
        #expect(
            Correction(splits: plan).changed(by: Correction(note: "mine"))
                == Correction(note: "mine", splits: plan))
    }
}

@Suite("Corrections and rules by their numbers")
struct WordOrderTests {
    /// The categories and lenses of three transactions, of which the first is corrected.
    private func verdicts(
        _ correction: Correction, _ numbers: AttributeNumbers, rule: String,
        ruleNumbers: AttributeNumbers? = nil, _ rows: [Row] = [Row(), Row()]
    ) throws -> [String] {
        var decisions = Decisions(corrections: [1: correction])
        decisions.order.corrections[1] = numbers
        if let ruleNumbers { decisions.order.rules["rules/1.lua:Mine"] = ruleNumbers }
        let pass = try makeClassifier(
            "rule { name = \"Mine\", \(rule) }",
            stages: [userStage, correctionStage, lensStage, defaultStage]
        ).conclude(makeSnapshot(rows, decisions: decisions))
        return pass.conclusions.entries.map(pass.conclusions.verdict(of:)).map {
            "\($0.category.value) \($0.lens?.value.rawValue ?? "-")"
        }
    }

    private static let gifts = "when = {}, set = { category = \"gifts\", lens = \"saving\" }"

    @Test(
        "the higher one decides; a correction of the command that was next, too",
        arguments: [(3, "gifts saving"), (4, "dining saving"), (5, "dining saving")]
            as [(Int64, String)])
    func higher(number: Int64, expected: String) throws {
        let found = try verdicts(
            Correction(category: "dining"), AttributeNumbers(all: number), rule: Self.gifts,
            ruleNumbers: AttributeNumbers(all: 4))
        #expect(found == [expected, "gifts saving"])
    }

    @Test("each attribute has its own, so that a later correction of one brings back no other")
    func attributes() throws {
        let found = try verdicts(
            Correction(category: "dining", lens: .need), AttributeNumbers("category 3\nlens 5"),
            rule: Self.gifts, ruleNumbers: AttributeNumbers(all: 4))
        #expect(found == ["gifts need", "gifts saving"])
    }

    @Test("a rule has one for each attribute that was changed since it was made")
    func attributesOfRule() throws {
        let found = try verdicts(
            Correction(category: "dining", lens: .need), AttributeNumbers(all: 4),
            rule: Self.gifts, ruleNumbers: AttributeNumbers(all: 1, "lens 5"))
        #expect(found == ["dining saving", "gifts saving"])
    }

    @Test("a rule that nobody has used yet is later than every correction")
    func unseen() throws {
        let found = try verdicts(
            Correction(category: "dining"), AttributeNumbers(all: 1_000), rule: Self.gifts)
        #expect(found == ["gifts saving", "gifts saving"])
    }

    @Test("a rule that matches only since a note was added is as old as it was")
    func waiting() throws {
        let found = try verdicts(
            Correction(category: "dining", note: "refund"), AttributeNumbers(all: 5),
            rule: "when = { notes = \"refund\" }, set = { category = \"gifts\" }",
            ruleNumbers: AttributeNumbers(all: 4))
        #expect(found[0].hasPrefix("dining"))
    }

    @Test(
        "a correction of a category stands before splits of an earlier rule, and splits before both",
        arguments: [
            "category = \"groceries\"",
            "splits = { { category = \"dining\", share = 0.5 }, { category = \"groceries\" } }",
        ])
    func splits(set: String) throws {
        let found = try verdicts(
            Correction(category: "gifts"), AttributeNumbers("category 9"),
            rule: "when = {}, set = { \(set) }", ruleNumbers: AttributeNumbers(all: 4))
        #expect(found[0].hasPrefix("gifts"))
    }

    @Test("numbers of attributes are stored as text and read again")
    func text() {
        var numbers = AttributeNumbers(all: 7)
        #expect(numbers.text == nil)
        numbers[.lens] = 12
        numbers[.category] = 3
        #expect(numbers.text == "category 3\nlens 12")
        #expect(AttributeNumbers(all: 7, numbers.text) == numbers)
        #expect(AttributeNumbers("lens 4\nlens 12\nboat 3\nlens x")[.lens] == 12)
    }
}
