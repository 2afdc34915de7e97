import Classification
import Model
import Rules
import Testing

@Suite("A rule that asks what was spent so far")
struct SpendingTotalTests {
    private static func stages() throws -> [Stage] {
        [
            userStage, correctionStage,
            try rulesStage("movements", [("BACK", Effect(class: .expense))]),
            try rulesStage(
                "map", onlyFor: [.expense],
                [
                    ("CAFE", Effect(category: "dining")), ("GROCER", Effect(category: "groceries")),
                    ("BACK", Effect(category: "dining")),
                ]),
            Stage(name: "rules after", kind: .rulesAfter), lensStage, defaultStage,
        ]
    }

    private static func found(_ when: String, _ rows: [Row], lua: String = "") throws -> [Int] {
        let rule =
            "rule { name = \"R\", after = true, when = { \(when) }, set = { tags = \"on\" } }"
        let verdicts = try makeClassifier(lua + "\n" + rule, stages: try stages()).verdicts(rows)
        return verdicts.indices.filter { verdicts[$0].tags != nil }
    }

    private static let dining = "month_total = { category = \"dining\", total = greater(400) }"

    private static func cafe(_ cents: Int64, day: Int, account: Int = 0) -> Row {
        Row(account: account, cents: -cents, day: day, description: "CAFE")
    }

    @Test(
        "adds up a month by day, with the transaction, whenever it came",
        arguments: [
            ([cafe(200_00, day: 2), cafe(200_00, day: 3), cafe(1, day: 4)], [2]),
            ([cafe(1, day: 4), cafe(200_00, day: 3), cafe(200_00, day: 2)], [0]),
            ([cafe(399_00, day: 2), cafe(2_00, day: 2)], [0]),
            ([cafe(2_00, day: 2), cafe(399_00, day: 2)], [1]),
            ([cafe(300_00, day: 2), cafe(300_00, day: 40), cafe(101_00, day: 41)], [2]),
            ([cafe(300_00, day: 2), cafe(300_00, day: 3, account: 3)], []),
            (
                [
                    cafe(300_00, day: 2), Row(cents: -300_00, day: 3, description: "GROCER"),
                    cafe(101_00, day: 4),
                ], [2]
            ),
            (
                [
                    cafe(300_00, day: 2), Row(cents: 100_00, day: 3, description: "BACK"),
                    cafe(101_00, day: 4), cafe(100_00, day: 5),
                ], [3]
            ),
        ] as [([Row], [Int])])
    func byDay(rows: [Row], expected: [Int]) throws {
        #expect(try Self.found(Self.dining, rows) == expected)
    }

    @Test(
        "of all categories, of several, of a year, and beside other conditions",
        arguments: [
            ("month_total = greater(400)", [1, 2]),
            (
                "month_total = { category = { \"dining\", \"groceries\" }, total = greater(400) }",
                [1, 2]
            ),
            ("month_total = { category = \"groceries\", total = 300 }", [1]),
            ("year_total = greater(1000)", [3]),
            ("year_total = greater(400), description = \"CAFE\"", [2, 3]),
            ("month_total = between(300, 600)", [0, 1, 3]),
            ("none { month_total = greater(400) }", [0, 3, 4]),
        ])
    func kinds(when: String, expected: [Int]) throws {
        let rows = [
            Self.cafe(300_00, day: 2), Row(cents: -300_00, day: 3, description: "GROCER"),
            Self.cafe(101_00, day: 4), Self.cafe(300_00, day: 40),
            Row(cents: 900_00, day: 41, description: "WAGES"),
        ]
        #expect(try Self.found(when, rows) == expected)
    }

    @Test(
        "counts what spending counts",
        arguments: [
            "set = { excluded = true }", "set = { class = \"transfer\" }",
            "set = { class = \"ignore\" }",
            "set = { splits = { { loan = \"Bob\", share = 0.5 }, { category = \"keep\" } } }",
            "set = { splits = { { category = \"gifts\", share = 0.9 }, { category = \"dining\" } } }",
        ])
    func counted(set: String) throws {
        let rows = [Self.cafe(399_00, day: 2), Self.cafe(100_00, day: 3)]
        #expect(try Self.found(Self.dining, rows) == [1])
        let lua = "rule { name = \"X\", when = { amount = -399 }, \(set) }"
        #expect(try Self.found(Self.dining, rows, lua: lua).isEmpty)
    }

    @Test("sees the series that a rule names, and whether there is one")
    func series() throws {
        let rows = [Self.cafe(1_00, day: 2), Row(cents: -5_00, day: 3, description: "GROCER")]
        let lua =
            "rule { name = \"S\", when = { description = \"CAFE\" }, set = { series = \"Club\" } }"
        for (when, expected) in [
            ("series = \"club\"", [0]), ("series = true", [0]), ("series = false", [1]),
            ("series = { \"Gym\", \"Club\" }", [0]), ("series = \"Gym\"", []),
        ] as [(String, [Int])] {
            #expect(try Self.found(when, rows, lua: lua) == expected, "\(when)")
        }
    }
}
