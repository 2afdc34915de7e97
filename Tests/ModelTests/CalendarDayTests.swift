import Foundation
import Model
import TestSupport
import Testing

@Suite("Calendar day")
struct CalendarDayTests {
    @Test(
        "days are counted from 1970",
        arguments: [
            (1970, 1, 1, 0), (1970, 1, 2, 1), (1969, 12, 31, -1), (2000, 2, 29, 11_016),
            (2000, 3, 1, 11_017), (2025, 3, 9, 20_156), (1900, 3, 1, -25_508), (0, 3, 1, -719_468),
            (9999, 12, 31, 2_932_896), (-9999, 1, 1, -4_371_587),
        ])
    func count(year: Int, month: Int, day: Int, expected: Int32) throws {
        let found = try #require(CalendarDay(year: year, month: month, day: day))
        #expect(found.daysSinceEpoch == expected)
        #expect(found.components == (year, month, day))
    }

    @Test("each of 800 years of days follows the one before it")
    func succession() throws {
        var expected = (year: 1600, month: 1, day: 1)
        let first = try #require(CalendarDay(year: 1600, month: 1, day: 1))
        for offset in 0..<292_194 {
            let day = first.adding(days: offset)
            guard day.components == expected else {
                Issue.record("\(day) where \(expected) was expected")
                return
            }
            #expect(
                CalendarDay(year: expected.year, month: expected.month, day: expected.day) == day)
            expected = dayAfter(expected)
        }
        #expect(expected == (2400, 1, 1))
    }

    @Test("parts and weekday agree with Foundation's calendar")
    func foundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        var random = RandomNumbers(seed: 5)
        for _ in 0..<1_000 {
            // From 1600 on: Foundation switches to the Julian calendar in 1582.
            let day = CalendarDay(daysSinceEpoch: .random(in: -135_140...200_000, using: &random))
            let parts = calendar.dateComponents(
                [.year, .month, .day, .weekday],
                from: Date(timeIntervalSince1970: Double(day.secondsSinceEpoch)))
            let (year, month, dayOfMonth) = day.components
            #expect(parts.year == year && parts.month == month && parts.day == dayOfMonth)
            #expect(parts.weekday == day.isoWeekday % 7 + 1)
        }
    }

    @Test(
        "an instant falls on its UTC day",
        arguments: [
            (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"), (-1, "1969-12-31"),
            (-86_400, "1969-12-31"), (-86_401, "1969-12-30"), (1_741_478_400, "2025-03-09"),
            (1_741_564_799, "2025-03-09"), (.max, "9999-12-31"),
        ] as [(Int64, String)])
    func instants(seconds: Int64, expected: String) {
        #expect(CalendarDay(secondsSinceEpoch: seconds).description == expected)
    }

    @Test("the months of the first and the last day end within what a day can hold")
    func endsOfTheRange() {
        let first = CalendarDay(daysSinceEpoch: .min)
        let last = CalendarDay(daysSinceEpoch: .max)
        #expect(first.month.firstDay == first)
        #expect(first.month.lastDay < last && first.month.previous.firstDay == first)
        #expect(last.month.firstDay <= last)
        #expect(last.month.lastDay == last && last.month.next.firstDay == last)
    }

    @Test("an instant before all years is the first day there is")
    func lowestInstant() {
        #expect(CalendarDay(secondsSinceEpoch: .min) == CalendarDay(year: -9999, month: 1, day: 1))
    }

    @Test(
        "a written day is read and written the same",
        arguments: ["1970-01-01", "2024-02-29", "2000-02-29", "0001-12-31", "9999-12-31"])
    func text(text: String) {
        #expect(CalendarDay(text)?.description == text)
    }

    @Test(
        "what is no day is refused",
        arguments: [
            "2025-02-29", "1900-02-29", "2025-04-31", "2025-13-01", "2025-00-10", "2025-01-00",
            "2025-01-32", "2025-1-1", "25-01-01", "20250101", "2025/01/01", "2025-01-01T00:00",
            "2025-01-01 ", " 2025-01-01", "-2025-01-01", "+025-01-01", "2025--1-01", "２０２５-01-01",
            "2025-01", "", "--",
        ])
    func notDays(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test(
        "Monday is 1 and Sunday is 7",
        arguments: [
            ("1970-01-01", 4), ("1969-12-31", 3), ("2025-03-10", 1), ("2025-03-09", 7),
            ("1600-01-01", 6), ("2000-02-29", 2),
        ])
    func weekday(text: String, expected: Int) {
        #expect(CalendarDay(text)?.isoWeekday == expected)
    }

    @Test("days between two days are counted with their sign")
    func distance() throws {
        let leapDay = try #require(CalendarDay("2024-02-29"))
        let nextMarch = try #require(CalendarDay("2025-03-01"))
        #expect(leapDay.days(until: nextMarch) == 366)
        #expect(nextMarch.days(until: leapDay) == -366)
        #expect(leapDay.adding(days: 366) == nextMarch)
        #expect(leapDay < nextMarch)
    }

    @Test("adding more days than there are stops at the last one", arguments: [Int.max, .min])
    func farAway(days: Int) {
        let expected = CalendarDay(daysSinceEpoch: days < 0 ? .min : .max)
        #expect(CalendarDay(daysSinceEpoch: 1).adding(days: days) == expected)
        #expect(CalendarDay(daysSinceEpoch: -1).adding(days: days) == expected)
    }

    /// The calendar's definition, one day at a time.
    private func dayAfter(
        _ date: (year: Int, month: Int, day: Int)
    ) -> (year: Int, month: Int, day: Int) {
        let isLeap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        if date.day < lengths[date.month - 1] { return (date.year, date.month, date.day + 1) }
        return date.month < 12 ? (date.year, date.month + 1, 1) : (date.year + 1, 1, 1)
    }
}
