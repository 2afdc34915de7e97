import Configuration
import Model
import Testing

@Suite("config/plan.toml")
struct PlanTests {
    private func plan(_ text: String) throws -> [PlannedItem] { try plan(whole: text).items }

    private func plan(whole text: String) throws -> WrittenPlan {
        try ShippedFiles.configuration(replacing: ["plan.toml": text]).plan()
    }

    private static func item(_ settings: String, kind: String = "expense") -> String {
        "[[\(kind)]]\nname = \"Car\"\n\(settings)\n"
    }

    @Test("plans nothing as shipped")
    func shipped() throws {
        let shipped = try ShippedFiles.configuration().plan()
        #expect(try plan(whole: "") == shipped)
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

    @Test("has debts, goals and shares")
    func debtsAndGoals() throws {
        let plan = try plan(
            whole: """
                [[debt]]
                name = "Visa"
                account = "3"
                rate = "19.90"
                minimum = "35"

                [[debt]]
                name = "Car"
                balance = "9000.00"
                rate = "5.9"
                term = 48
                grace = 2
                currency = "EUR"

                [[goal]]
                name = "Roof"
                amount = "12000"
                by = "2028-06"
                priority = 1
                account = "Savings"

                [[goal]]
                name = "Sofa"
                amount = "600"
                saved = "50"
                monthly = "25.50"

                [plan]
                cushion = 0
                debts = 70
                goals = 30
                cushion_months = 6
                horizon = 24
                """)
        #expect(
            plan.debts == [
                PlannedDebt(
                    name: "Visa", account: "3", rate: try DecimalAmount(exactly: "19.9"),
                    minimum: try DecimalAmount(exactly: "35")),
                PlannedDebt(
                    name: "Car", balance: try DecimalAmount(exactly: "9000"),
                    rate: try DecimalAmount(exactly: "5.9"), term: 48, grace: 2, currency: "EUR"),
            ])
        #expect(
            plan.goals == [
                PlannedGoal(
                    name: "Roof", amount: try DecimalAmount(exactly: "12000"),
                    deadline: CalendarMonth(year: 2028, month: 6), priority: 1,
                    account: "Savings"),
                PlannedGoal(
                    name: "Sofa", amount: try DecimalAmount(exactly: "600"),
                    saved: try DecimalAmount(exactly: "50"),
                    monthly: try DecimalAmount(exactly: "25.5")),
            ])
        #expect(
            plan.settings
                == PlanSettings(
                    cushionShare: 0, debtShare: 70, goalShare: 30, cushionMonths: 6, horizon: 24))
    }

    private static let debt = "[[debt]]\nname = \"Visa\"\n"
    private static let goal = "[[goal]]\nname = \"Roof\"\namount = \"5\"\n"

    private static let wrongEntries: [(String, Int)] = [
        (debt, 1),
        ("\(debt)account = \"3\"\nbalance = \"5\"", 4),
        ("\(debt)account = \"3\"\ncurrency = \"EUR\"", 4),
        ("\(debt)minimum = \"5\"\nterm = 5", 4),
        ("\(debt)balance = \"5\"\nterm = 0", 4),
        ("\(debt)balance = \"5\"\ngrace = 601", 4),
        ("\(debt)balance = \"5\"\nrate = \"-1\"", 4),
        ("\(debt)balance = \"5\"\nrate = \"1000.1\"", 4),
        ("\(debt)balance = \"5\"\nrate = \"0.1234567\"", 4),
        ("\(debt)balance = \"5\"\nrate = 5.9", 4),
        ("\(debt)balance = \"5\"\n\(debt)balance = \"6\"", 5),
        ("\(goal)priority = 4", 4),
        ("\(goal)by = \"2028-13\"", 4),
        ("\(goal)account = \"3\"\nsaved = \"5\"", 5),
        ("\(goal)account = \"3\"\nmonthly = \"5\"", 5),
        ("[plan]\ncushion = 50", 1),
        ("[plan]\nhorizon = 0", 2),
        ("[plan]\ncushion_months = 61", 2),
        ("[plan]\ncushion_month = 6", 2),
    ]

    @Test(
        "tells a mistake in debts, goals and shares with its line",
        arguments: wrongEntries)
    func debtMistakes(text: String, line: Int) throws {
        let error = #expect(throws: ConfigurationError.self) { try plan(text) }
        #expect(error?.line == line)
    }
}
