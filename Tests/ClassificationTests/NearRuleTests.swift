import Classification
import Model
import Testing

@Suite("A rule that asks for another transaction near")
struct NearRuleTests {
    private static func matches(_ when: String, _ rows: [Row]) throws -> [Bool] {
        let lua = "rule { name = \"R\", when = { \(when) }, set = { tags = \"seen\" } }"
        return try makeClassifier(lua).verdicts(rows).map { $0.tags != nil }
    }

    private static let fees = [
        Row(cents: -35_00, day: 10, description: "LATE FEE"),
        Row(cents: 35_00, day: 16, description: "FEE REVERSAL"),
        Row(cents: -35_00, day: 40, description: "LATE FEE"),
        Row(cents: 35_00, day: 48, description: "FEE REVERSAL"),
        Row(account: 1, cents: -35_00, day: 17, description: "LATE FEE"),
        Row(cents: -4_50, day: 60, description: "COFFEE"),
        Row(cents: -4_50, day: 60, description: "COFFEE"),
        Row(cents: -4_50, day: 62, description: "TEA"),
    ]

    @Test(
        "finds it by days, amount, payee and conditions, in its account",
        arguments: [
            ("near { days = 7, amount = \"opposite\" }", [0, 1]),
            ("near { days = 8, amount = \"opposite\" }", [0, 1, 2, 3]),
            ("near { after = 7, amount = \"opposite\" }", [0]),
            ("near { before = 7, amount = \"opposite\" }", [1]),
            ("near { before = 3, after = 8, amount = \"opposite\" }", [0, 2]),
            ("text = \"FEE\", near { days = 7, text = \"REVERSAL\" }", [0]),
            ("near { days = 0, amount = \"same\" }", [5, 6]),
            ("near { days = 2, amount = \"same\" }", [5, 6, 7]),
            ("near { days = 2, same_payee = true }", [5, 6]),
            ("near { days = 2, amount = less(-4) }", [5, 6, 7]),
            ("none { near { days = 92, description = \"COFFEE\" } }", [4]),
            ("any { near { days = 0, text = \"TEA\" }, description = \"TEA\" }", [7]),
        ] as [(String, [Int])])
    func finds(when: String, rows: [Int]) throws {
        let found = try Self.matches(when, Self.fees)
        #expect(found.indices.filter { found[$0] } == rows)
    }
}
