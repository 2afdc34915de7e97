import Classification
import Model
import Rules
import Testing

@Suite("Splits that keep the category")
struct KeptCategoryTests {
    private static let half =
        "splits = { { loan = \"Bob\", share = 0.5 }, { category = \"keep\" } }"

    private static func stages() throws -> [Stage] {
        [
            userStage, correctionStage,
            try rulesStage("movements", [("REFUND", Effect(class: .expense))]),
            try rulesStage(
                "map", onlyFor: [.expense], [("GROCER", Effect(category: "groceries"))]),
            payeeStage(), Stage(name: "refunds", kind: .refunds(RefundSettings(days: 30))),
            Stage(name: "rules after", kind: .rulesAfter), lensStage, defaultStage,
        ]
    }

    private static func conclude(
        _ lua: String, _ rows: [Row], _ decisions: Decisions = .none
    ) throws -> Conclusions {
        try makeClassifier(lua, stages: try stages())
            .conclude(makeSnapshot(rows, decisions: decisions)).conclusions
    }

    private static func parts(_ conclusions: Conclusions, _ row: Int64 = 1) -> [String] {
        (conclusions.splits[row] ?? []).map { "\($0.name) \($0.minorUnits)" }
    }

    private static let purchase = Row(cents: -81_01, description: "CITY GROCER")

    @Test(
        "divide what others decide, whenever they are asked",
        arguments: [
            "rule { name = \"H\", when = {}, set = { \(half) } }",
            "rule { name = \"H\", when = {}, after = true, set = { \(half) } }",
            "rule { name = \"H\", when = {}, after = true, overrule = true, set = { \(half) } }",
            "rule { name = \"H\", when = {}, set = function() return { \(half) } end }",
        ])
    func order(lua: String) throws {
        let conclusions = try Self.conclude(lua, [Self.purchase])
        #expect(Self.parts(conclusions) == ["loan Bob -4050", "groceries -4051"])
        let verdict = conclusions.verdicts[0]
        #expect(verdict.transactionClass.value == .expense)
        #expect(verdict.category.value == "groceries")
        #expect(verdict.category.reason.by == "map")
    }

    @Test(
        "divide the category of another rule, before it or after it",
        arguments: [
            "rule { name = \"C\", when = {}, set = { category = \"gifts\" } }\n"
                + "rule { name = \"H\", when = {}, set = { \(half) } }",
            "rule { name = \"H\", when = {}, set = { \(half) } }\n"
                + "rule { name = \"C\", when = {}, set = { category = \"gifts\" } }",
            "rule { name = \"H\", when = {}, set = { \(half) } }\n"
                + "rule { name = \"C\", when = {}, after = true, overrule = true, "
                + "set = { category = \"gifts\" } }",
        ])
    func otherRule(lua: String) throws {
        #expect(
            Self.parts(try Self.conclude(lua, [Self.purchase])) == [
                "loan Bob -4050", "gifts -4051",
            ])
    }

    @Test("divide the category that the person gave the transaction")
    func correction() throws {
        let conclusions = try Self.conclude(
            "rule { name = \"H\", when = {}, set = { \(Self.half) } }", [Self.purchase],
            .corrected([1: Correction(category: "gifts")]))
        #expect(Self.parts(conclusions) == ["loan Bob -4050", "gifts -4051"])
    }

    @Test("yield to splits of the person's, and to those of an earlier rule")
    func otherSplits() throws {
        let plan = try SplitPlan([
            .init(category: "gifts", size: .share(DecimalAmount(coefficient: 5, decimals: 1))),
            .init(category: nil, size: .remainder, isExcluded: true),
        ])
        let corrected = try Self.conclude(
            "rule { name = \"H\", when = {}, set = { \(Self.half) } }", [Self.purchase],
            .corrected([1: Correction(splits: plan)]))
        #expect(Self.parts(corrected) == ["gifts -4050", "groceries, excluded -4051"])
        let first = try Self.conclude(
            """
            rule { name = "F", when = {}, set = { splits = { { class = "transfer", amount = 1 },
                { category = "gifts" } } } }
            rule { name = "H", when = {}, set = { \(Self.half) } }
            """, [Self.purchase])
        #expect(Self.parts(first) == ["transfer -100", "gifts -8001"])
    }

    @Test("divide money back for the purchase in the same way", arguments: [81_01, 20_00])
    func refund(cents: Int64) throws {
        let lua = """
            rule { name = "H", when = { amount = less(0) }, set = { \(Self.half) } }
            """
        let conclusions = try Self.conclude(
            lua,
            [Self.purchase, Row(cents: cents, day: 5, description: "CITY GROCER", memo: "REFUND")]
        )
        let half = cents == 81_01 ? 40_50 : 10_00
        #expect(conclusions.entries.map(\.partner) == [nil, 1])
        #expect(
            Self.parts(conclusions, 2) == ["loan Bob \(half)", "groceries \(cents - Int64(half))"])
    }

    @Test("take the part's texts from what the pattern found")
    func templates() throws {
        let conclusions = try Self.conclude(
            """
            rule { name = "H", when = { description = regex "(?<who>GROCER)" }, set = { splits = {
                { loan = "{who:title}", amount = 1, note = "of {who}" }, { category = "keep" } } } }
            """, [Self.purchase])
        #expect(conclusions.splits[1]?.map(\.loan) == ["Grocer", nil])
        #expect(conclusions.splits[1]?.map(\.note) == ["of GROCER", nil])
    }

    @Test("give a kept part the transaction's lens, and what is lent none")
    func lenses() throws {
        let conclusions = try Self.conclude(
            "rule { name = \"H\", when = {}, set = { lens = \"saving\", \(Self.half) } }",
            [Self.purchase])
        #expect(conclusions.splits[1]?.map(\.lens) == [nil, .saving])
    }
}
