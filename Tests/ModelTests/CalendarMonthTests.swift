import Model
import Testing

@Suite("Calendar month")
struct CalendarMonthTests {
    @Test(
        "months beyond a year are counted on",
        arguments: [
            (2025, 13, "2026-01"), (2025, 0, "2024-12"), (2025, -11, "2024-01"),
            (2025, -12, "2023-12"), (2025, 24, "2026-12"), (0, 0, "-0001-12"),
        ])
    func carrying(year: Int, month: Int, expected: String) {
        #expect(CalendarMonth(year: year, month: month).description == expected)
    }

    @Test(
        "months are added and taken away",
        arguments: [
            (0, "2025-01"), (1, "2025-02"), (-1, "2024-12"), (12, "2026-01"), (-25, "2022-12"),
        ])
    func adding(months: Int, expected: String) {
        #expect(
            CalendarMonth(year: 2025, month: 1).adding(months: months).description == expected)
    }

    @Test("a month has one before and one after it")
    func neighbours() {
        let december = CalendarMonth(year: 2024, month: 12)
        #expect(december.next == CalendarMonth(year: 2025, month: 1))
        #expect(december.next.previous == december)
        #expect(december < december.next)
    }

    @Test(
        "a month's days are counted, leap years by the Gregorian rule",
        arguments: [
            ("2025-01", 31), ("2025-04", 30), ("2025-02", 28), ("2024-02", 29), ("1900-02", 28),
            ("2000-02", 29), ("2025-12", 31),
        ])
    func dayCount(text: String, expected: Int) {
        #expect(CalendarMonth(text)?.dayCount == expected)
    }

    @Test("a month runs from its first to its last day")
    func ends() throws {
        let february = try #require(CalendarMonth("2024-02"))
        #expect(february.firstDay.description == "2024-02-01")
        #expect(february.lastDay.description == "2024-02-29")
        #expect(february.lastDay.month == february)
    }

    @Test(
        "what is no month is refused",
        arguments: ["2025", "2025-13", "2025-00", "2025-1", "2025-01-01", "January 2025", ""])
    func notMonths(text: String) {
        #expect(CalendarMonth(text) == nil)
    }

    @Test(
        "a month has its English name", arguments: [(1, "January"), (3, "March"), (12, "December")])
    func name(month: Int, expected: String) {
        #expect(CalendarMonth(year: 2025, month: month).name == expected)
    }
}
