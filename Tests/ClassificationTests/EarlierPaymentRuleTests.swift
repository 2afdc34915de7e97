import Classification
import Model
import Testing

@Suite("A rule that asks for earlier payments")
struct EarlierPaymentRuleTests {
    /// Whether the rule matches each row.
    private static func matches(_ when: String, _ rows: [Row]) throws -> [Bool] {
        let lua = "rule { name = \"R\", when = { \(when) }, set = { tags = \"seen\" } }"
        return try makeClassifier(lua).verdicts(rows).map { $0.tags != nil }
    }

    private static let pay = [
        Row(cents: 2000_00, day: 0, description: "ACME PAYROLL"),
        Row(cents: 2000_00, day: 30, description: "ACME PAYROLL"),
        Row(cents: 2060_00, day: 60, description: "ACME PAYROLL"),
        Row(cents: 2060_01, day: 30, description: "OTHER PAYROLL"),
        Row(cents: 2121_81, day: 90, description: "ACME PAYROLL"),
    ]

    @Test(
        "knows their number, the last and the usual of the payee",
        arguments: [
            ("earlier = 0", [true, false, false, true, false]),
            ("earlier = at_least(2)", [false, false, true, false, true]),
            ("last_amount = 2000", [false, true, true, false, false]),
            ("usual_amount = 2000", [false, true, true, false, true]),
            ("differs_from_last = greater(0.03)", [false, false, false, false, true]),
            ("differs_from_last = at_least(0.03)", [false, false, true, false, true]),
            ("times_usual = greater(1.06)", [false, false, false, false, true]),
            ("times_usual = between(1, 1.03)", [false, true, true, false, false]),
            ("days_since_last = 30", [false, true, true, false, true]),
            ("days_since_last = less(30)", [false, false, false, false, false]),
            (
                "function(tx) return tx.last_amount and tx.amount > tx.last_amount end",
                [false, false, true, false, true]
            ),
            (
                "function(tx) return tx.earlier == 3 and tx.usual_amount == 2000 end",
                [false, false, false, false, true]
            ),
        ])
    func knows(when: String, isMatch: [Bool]) throws {
        #expect(try Self.matches(when, Self.pay) == isMatch)
    }

    @Test("takes days for earlier, however the rows came")
    func order() throws {
        #expect(
            try Self.matches("earlier = 1", Self.pay.reversed()) == [
                false, false, false, true, false,
            ])
    }

    @Test("does not count payments of one day for each other")
    func sameDay() throws {
        let rows = [Row(description: "SHOP"), Row(cents: -900, description: "SHOP")]
        #expect(try Self.matches("earlier = 0", rows) == [true, true])
    }

    @Test("tells directions and currencies apart")
    func apart() throws {
        let rows = [
            Row(cents: -500, day: 0, description: "SHOP"),
            Row(cents: 500, day: 1, description: "SHOP"),
            Row(account: 3, cents: -500, day: 2, description: "SHOP"),
            Row(account: 2, cents: -500, day: 3, description: "SHOP"),
        ]
        #expect(try Self.matches("earlier = 0", rows) == [true, true, true, false])
    }

    @Test("goes by the last two dozen for what is usual")
    func usual() throws {
        let old = (0..<100).map { Row(cents: -1000, day: $0, description: "GYM") }
        let new = (100..<125).map { Row(cents: -2000, day: $0, description: "GYM") }
        let matches = try Self.matches("usual_amount = -20", old + new)
        #expect(matches.firstIndex(of: true) == 113)
    }
}
