import Configuration
import Model
import Testing

@Suite("config/plan.toml")
struct PlanTests {
    private func plan(_ text: String) throws -> [PlannedItem] {
        try ShippedFiles.configuration(replacing: ["plan.toml": text]).plannedItems()
    }

    private static func item(_ settings: String, kind: String = "expense") -> String {
        "[[\(kind)]]\nname = \"Car\"\n\(settings)\n"
    }

    @Test("plans nothing as shipped")
    func shipped() throws {
        #expect(try ShippedFiles.configuration().plannedItems().isEmpty)
    }

    @Test("has incomes and expenses")
    func items() throws {
        let items = try plan(
            Self.item(
                "amount = \"480.50\"\nperiod = \"yearly\"\nstart = \"2027-01-04\"\nend = \"2030-01-04\"\naccount = \"2\"\ncategory = \"insurance\""
            )
                + "[[income]]\nname = \"Refund\"\namount = \"640\"\nstart = \"2027-03-15\"\n")
        let start = try #require(CalendarDay("2027-01-04"))
        #expect(
            items == [
                PlannedItem(
                    name: "Refund", amount: try DecimalAmount(exactly: "640"), period: .once,
                    start: try #require(CalendarDay("2027-03-15"))),
                PlannedItem(
                    name: "Car", amount: try DecimalAmount(exactly: "-480.5"), period: .yearly,
                    start: start, end: CalendarDay("2030-01-04"), account: "2",
                    category: "insurance"),
            ])
    }

    private static let start = "start = \"2027-01-04\""

    @Test(
        "tells a mistake with its line",
        arguments: [
            (item("amount = \"0\"\n\(start)"), 3),
            (item("amount = \"-5\"\n\(start)"), 3),
            (item("amount = \"12,50\"\n\(start)"), 3),
            (item("amount = 12.5\n\(start)"), 3),
            (item("amount = \"5\"\nstart = \"soon\""), 4),
            (item("amount = \"5\"\nstart = \"2027-02-29\""), 4),
            (item("amount = \"5\"\n\(start)\nperiod = \"daily\""), 5),
            (item("amount = \"5\"\n\(start)\nevery = \"week\""), 5),
            (item("amount = \"5\""), 1),
        ])
    func mistakes(text: String, line: Int) throws {
        let error = #expect(throws: ConfigurationError.self) { try plan(text) }
        #expect(error?.line == line)
    }

    @Test(
        "refuses an end before the start, an empty name and two of one name",
        arguments: [
            item("amount = \"5\"\n\(start)\nend = \"2027-01-03\""),
            "[[income]]\nname = \" \"\namount = \"5\"\n\(start)\n",
            item("amount = \"5\"\n\(start)") + item("amount = \"6\"\n\(start)", kind: "income"),
        ])
    func contradictions(text: String) throws {
        #expect(throws: ConfigurationError.self) { try plan(text) }
    }
}
