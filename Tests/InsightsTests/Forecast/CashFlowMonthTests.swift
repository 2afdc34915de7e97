import Model
import Testing

@testable import Insights

@Suite("Free cash flow by month")
struct CashFlowMonthTests {
    private static func months(
        _ entries: [Entry], planned: [PlannedItem], _ debts: [Debt] = [],
        charged: (CalendarMonth, Currency) -> Int128 = { _, _ in 0 }
    ) throws -> [[CashFlowMonth]] {
        let books = try Books([AccountSketch("checking")], entries)
        var household = payRentAndCard()
        household.planned = planned
        let forecast = household.forecast(through: day(2026, 12, 31))
        let calendars = try (10...12).flatMap { month in
            try MonthCalendar.all(
                CalendarMonth(year: 2026, month: month), books.vault, planned, forecast,
                usual: dollars, through: nil)
        }
        return CashFlowMonth.all(calendars, forecast, debts, charged: charged)
    }

    @Test("is as docs/planning.md works it out")
    func scenario() throws {
        func once(_ name: String, _ amount: Int64, _ start: CalendarDay) -> PlannedItem {
            PlannedItem(
                name: name, amount: DecimalAmount(coefficient: amount, decimals: 0),
                period: .once, start: start)
        }
        let flows = try Self.months(
            [
                Entry(day(2026, 10, 1), -120_000, .expense),
                Entry(day(2026, 10, 15), -31_000, .expense),
                Entry(day(2026, 10, 20), -3_000, .expense),
                Entry(day(2026, 10, 28), 300_000, .income),
                Entry(day(2026, 11, 1), -120_000, .expense),
                Entry(day(2026, 11, 3), -8_000, .expense),
                Entry(day(2026, 11, 5), 2_000, .expense),
                Entry(day(2026, 11, 10), 15_000, .income),
                Entry(day(2026, 11, 11), -50_000, .transfer),
            ],
            planned: [
                once("Dentist", -300, day(2026, 11, 12)), once("Gift", -50, day(2026, 11, 24)),
                once("Tax refund", 400, day(2026, 12, 15)),
            ],
            [
                Debt(
                    name: "Car", account: 9, currency: dollars, owed: 900_000,
                    rate: try rate("4"), minimum: 25_000)
            ]
        ) { month, _ in month.month == 10 ? 3_000 : 0 }
        let rows = try #require(flows.first).map { month in
            ["\(month.month)"]
                + [
                    month.income, month.expenses, month.everyday, month.minimums, month.free,
                    month.together,
                ].map(\.groupedText)
        }
        #expect(flows.count == 1)
        #expect(rows == (try PlanningPage.table("three months of cash flow")))
        #expect(flows.first?.map(\.isAhead) == [false, true, true])
    }

    @Test("has no currency in which nothing moves")
    func nothing() throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 123_456)
        let forecast = household.forecast(through: day(2026, 12, 31))
        let vault = try Books([AccountSketch("checking")]).vault
        let calendars = try MonthCalendar.all(
            CalendarMonth(year: 2026, month: 12), vault, [], forecast, usual: dollars,
            through: nil)
        #expect(calendars.count == 1)
        #expect(CashFlowMonth.all(calendars, forecast, []) == [])
    }
}
