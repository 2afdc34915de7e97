import Classification
import Model
import Rules
import Testing

@Suite("Money back from a merchant")
struct RefundTests {
    private static func stages() throws -> [Stage] {
        [
            userStage, correctionStage,
            try rulesStage("movements", [("REFUND", Effect(class: .expense))]),
            try rulesStage(
                "map", onlyFor: [.expense],
                [("LAMPS", Effect(category: "gifts")), ("REFUND", Effect(category: "other"))]),
            payeeStage(), Stage(name: "refunds", kind: .refunds(RefundSettings(days: 30))),
            lensStage, defaultStage,
        ]
    }

    private static func bought(_ cents: Int64, day: Int = 0, at payee: String = "SHOE BARN") -> Row
    {
        Row(cents: -cents, day: day, description: payee)
    }

    private static func back(_ cents: Int64, day: Int = 5, from payee: String = "SHOE BARN") -> Row
    {
        Row(cents: cents, day: day, description: payee, memo: "REFUND")
    }

    private static func conclude(
        _ rows: [Row], _ decisions: Decisions = .none, lua: String = ""
    ) throws -> Conclusions {
        try makeClassifier(lua, stages: try stages())
            .conclude(makeSnapshot(rows, decisions: decisions)).conclusions
    }

    private static func purchases(
        _ rows: [Row], _ decisions: Decisions = .none
    ) throws -> [Int64?] {
        try conclude(rows, decisions).entries.map(\.partner)
    }

    struct Situation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rows: [Row]
        /// By row, the number of the purchase that it pays back.
        let purchases: [Int64?]

        init(_ testDescription: String, _ rows: [Row], _ purchases: [Int64?]) {
            self.testDescription = testDescription
            self.rows = rows
            self.purchases = purchases
        }
    }

    static let linked = [
        Situation("the one purchase", [bought(70_00), back(70_00)], [nil, 1]),
        Situation("a part of the one purchase", [bought(70_00), back(20_00)], [nil, 1]),
        Situation(
            "the purchase of its amount, of several",
            [bought(90_00), bought(70_00), bought(80_00), back(70_00)], [nil, nil, nil, 2]),
        Situation(
            "the newest of two of its amount",
            [bought(70_00, day: 0), bought(70_00, day: 3), back(70_00)], [nil, nil, 2]),
        Situation(
            "each its own, of two of one amount",
            [bought(70_00, day: 0), bought(70_00, day: 3), back(70_00), back(70_00, day: 6)],
            [nil, nil, 2, 1]),
        Situation(
            "the rest of a purchase",
            [bought(90_00), bought(70_00), back(90_00), back(50_00), back(20_00)],
            [nil, nil, 1, 2, 2]),
        Situation(
            "all of a purchase before another takes a part of it",
            [bought(70_00), bought(60_00), back(55_00), back(60_00, day: 6)], [nil, nil, 1, 2]),
        Situation(
            "what another account paid",
            [
                bought(70_00),
                Row(account: 2, cents: 70_00, day: 5, description: "SHOE BARN", memo: "REFUND"),
            ],
            [nil, 1]),
        Situation(
            "what was bought on its last day", [bought(70_00), back(70_00, day: 30)], [nil, 1]),
    ]

    static let unlinked = [
        Situation("no purchase", [back(70_00)], [nil]),
        Situation("a smaller purchase", [bought(69_99), back(70_00)], [nil, nil]),
        Situation("a later purchase", [back(70_00), bought(70_00, day: 6)], [nil, nil]),
        Situation("an older purchase", [bought(70_00), back(70_00, day: 31)], [nil, nil]),
        Situation(
            "one of two larger purchases", [bought(90_00), bought(80_00), back(70_00)],
            [nil, nil, nil]),
        Situation("another payee's", [bought(70_00, at: "BAG BARN"), back(70_00)], [nil, nil]),
        Situation(
            "another currency's",
            [Row(account: 3, cents: -70_00, description: "SHOE BARN"), back(70_00)], [nil, nil]),
        Situation(
            "what was paid back before", [bought(70_00), back(70_00), back(70_00, day: 6)],
            [nil, 1, nil]),
        Situation(
            "what is pending",
            [Row(cents: -70_00, description: "SHOE BARN", isPending: true), back(70_00)],
            [nil, nil]),
        Situation(
            "a purchase, where it is income",
            [bought(70_00), Row(cents: 70_00, day: 5, description: "SHOE BARN")], [nil, nil]),
    ]

    @Test("is linked to", arguments: linked)
    func isLinked(_ situation: Situation) throws {
        #expect(try Self.purchases(situation.rows) == situation.purchases)
    }

    @Test("is not linked to", arguments: unlinked)
    func isNotLinked(_ situation: Situation) throws {
        #expect(try Self.purchases(situation.rows) == situation.purchases)
    }

    @Test("is linked to no purchase that the person took apart from it")
    func takenApart() throws {
        let rows = [Self.bought(70_00), Self.bought(70_00, day: 2), Self.back(70_00)]
        let decisions = Decisions(pairs: [TransactionPair(2, 3): .unlinked])
        #expect(try Self.purchases(rows, decisions) == [nil, nil, 1])
    }

    @Test("has the category and the lens of its purchase, and says so")
    func category() throws {
        let rows = [Self.bought(70_00), Self.back(70_00)]
        let decisions = Decisions(corrections: [1: Correction(category: "dining", lens: .need)])
        let conclusions = try Self.conclude(rows, decisions)
        let verdict = conclusions.verdict(of: conclusions.entries[1])
        #expect(verdict.category.value == "dining")
        #expect(
            verdict.category.reason.text
                == "Auto-detected: the category of the purchase that it pays back")
        #expect(verdict.lens?.value == .need)
        #expect(verdict.transactionClass.value == .expense)
        #expect(
            verdict.partner?.text == "Auto-detected: pays back a purchase from the same payee")
        #expect(verdict.partner?.kind == .refund)
        let part = try Self.conclude([rows[0], Self.back(20_00)])
        #expect(
            part.verdict(of: part.entries[1]).partner?.text
                == "Auto-detected: pays back a part of a purchase from the same payee")
    }

    @Test("keeps its category without a purchase, or beside a purchase without one")
    func ownCategory() throws {
        let rows = [Self.bought(70_00), Self.back(70_00), Self.back(9_00, from: "LAMPS")]
        let conclusions = try Self.conclude(rows)
        let verdicts = conclusions.entries.map(conclusions.verdict(of:))
        #expect(verdicts.map(\.category.value) == ["other", "other", "gifts"])
        #expect(verdicts.map(\.category.reason.by) == ["default", "map", "map"])
    }

    @Test(
        "keeps the category that the person gave it",
        arguments: [
            (Decisions(corrections: [2: Correction(category: "groceries")]), ""),
            (
                Decisions.none,
                #"rule { name = "Mine", when = { memo = "REFUND" }, set = { category = "groceries" } }"#
            ),
        ])
    func personsCategory(_ decisions: Decisions, _ lua: String) throws {
        let rows = [Self.bought(70_00, at: "LAMPS"), Self.back(70_00, from: "LAMPS")]
        let conclusions = try Self.conclude(rows, decisions, lua: lua)
        #expect(conclusions.entries.map(\.partner) == [nil, 1])
        #expect(
            conclusions.entries.map { conclusions.verdict(of: $0).category.value }
                == ["gifts", "groceries"])
    }

    @Test("shows the category that its purchase's replaces as overruled")
    func trace() throws {
        let rows = [Self.bought(70_00), Self.back(70_00)]
        let decisions = Decisions(corrections: [1: Correction(category: "dining")])
        let trace = try #require(
            try makeClassifier(stages: try Self.stages())
                .trace(2, in: makeSnapshot(rows, decisions: decisions)))
        let proposals = trace.steps.flatMap(\.proposals).filter { $0.attribute == .category }
        #expect(proposals.map(\.value) == ["other", "dining", "other"])
        #expect(proposals.map(\.isDecisive) == [false, true, false])
        #expect(trace.partner == 1)
    }
}
