import Insights
import Model
import Testing

@Suite("The calendar of a month")
struct MonthCalendarTests {
    private static let items = [
        PlannedItem(
            name: "Dentist", amount: DecimalAmount(coefficient: -300, decimals: 0), period: .once,
            start: day(2026, 11, 12)),
        PlannedItem(
            name: "Gift", amount: DecimalAmount(coefficient: -50, decimals: 0), period: .yearly,
            start: day(2026, 11, 24)),
    ]

    private static func calendar(_ month: CalendarMonth) throws -> MonthCalendar {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2026, 11, 1), -120_000, .expense),
                Entry(day(2026, 11, 3), -8000, .expense),
                Entry(day(2026, 11, 5), 2000, .expense),
                Entry(day(2026, 11, 10), 15_000, .income),
                Entry(day(2026, 11, 11), -50_000, .transfer),
            ])
        var household = payRentAndCard()
        household.planned = items
        let calendars = try MonthCalendar.all(
            month, books.vault, items, household.forecast(through: day(2026, 12, 31)),
            usual: dollars, through: nil)
        #expect(calendars.count == 1)
        return try #require(calendars.first)
    }

    @Test("has what came and went, and later what is due")
    func days() throws {
        let calendar = try Self.calendar(CalendarMonth(year: 2026, month: 11))
        let rows = try PlanningPage.table("a month's days")
        let found = calendar.days.map { day in
            ["\(day.day)"]
                + [day.income, day.expenses, day.expectedIncome, day.expectedExpenses]
                .map(\.groupedText)
        }.filter { $0.dropFirst() != ["0.00", "0.00", "0.00", "0.00"] }
        #expect(found == rows)
        #expect(calendar.days.count == 30)
        #expect(calendar.income.minorUnits == 15_000)
        #expect(calendar.expenses.minorUnits == 126_000)
        #expect(calendar.incomeToCome.minorUnits == 300_000)
        #expect(calendar.expensesToCome.minorUnits == 5_000)
        #expect(calendar.paymentsToCome.minorUnits == 31_000)
    }

    @Test("knows what planned items come to in its month and its year")
    func planned() throws {
        let calendar = try Self.calendar(CalendarMonth(year: 2026, month: 12))
        #expect(calendar.planned.expenses.minorUnits == 0)
        #expect(calendar.plannedOfYear.expenses.minorUnits == 35_000)
        #expect(calendar.plannedOfYear.income.minorUnits == 0)
    }

    @Test("leaves out an item whose account isn't known, as the forecast does")
    func unknownAccount() throws {
        let lost = PlannedItem(
            name: "Roof", amount: DecimalAmount(coefficient: -900, decimals: 0), period: .once,
            start: day(2026, 11, 12), account: "attic")
        let books = try Books([AccountSketch("checking")])
        let calendars = try MonthCalendar.all(
            CalendarMonth(year: 2026, month: 11), books.vault, [lost],
            ForecastHousehold(on: day(2026, 11, 20)).forecast(through: day(2026, 11, 30)),
            usual: dollars, through: nil)
        #expect(calendars.map(\.plannedOfYear.expenses.minorUnits) == [0])
        #expect(calendars.first?.days.allSatisfy { $0.entries.isEmpty } == true)
    }

    @Test("has its usual currency if there is nothing in it")
    func empty() throws {
        let calendars = try MonthCalendar.all(
            CalendarMonth(year: 2026, month: 2), try Books([AccountSketch("checking")]).vault, [],
            ForecastHousehold(on: day(2026, 11, 20)).forecast(through: day(2026, 11, 30)),
            usual: yen, through: nil)
        #expect(calendars.map(\.currency) == [yen])
        #expect(calendars.first?.days.count == 28)
        #expect(calendars.first?.days.allSatisfy { $0.entries.isEmpty } == true)
    }
}
