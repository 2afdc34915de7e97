import Testing

@testable import Model

/// Thursday, 26 November 2026.
private let today = CalendarDay("2026-11-26")

@Suite("Days in words")
struct PeriodWordsTests {
    @Test(
        "A period is as many days as its words say",
        arguments: [
            ("2026-10-01", "2026-10-01", "2026-10-01"),
            ("today", "2026-11-26", "2026-11-26"),
            ("Yesterday", "2026-11-25", "2026-11-25"),
            ("2026-10", "2026-10-01", "2026-10-31"),
            ("2028-02", "2028-02-01", "2028-02-29"),
            ("2025", "2025-01-01", "2025-12-31"),
            ("oct", "2026-10-01", "2026-10-31"),
            ("  OCTOBER ", "2026-10-01", "2026-10-31"),
            ("sept", "2026-09-01", "2026-09-30"),
            ("last oct", "2026-10-01", "2026-10-31"),
            // A month that has begun is this year's, one that has not is last year's.
            ("nov", "2026-11-01", "2026-11-30"),
            ("dec", "2025-12-01", "2025-12-31"),
            ("oct 2024", "2024-10-01", "2024-10-31"),
            ("1 oct", "2026-10-01", "2026-10-01"),
            ("oct 1st", "2026-10-01", "2026-10-01"),
            ("27 nov", "2025-11-27", "2025-11-27"),
            ("29 feb", "2024-02-29", "2024-02-29"),
            ("31 june", "2026-06-30", "2026-06-30"),
            ("1 oct 2024", "2024-10-01", "2024-10-01"),
            ("oct 1, 2024", "2024-10-01", "2024-10-01"),
            ("thursday", "2026-11-26", "2026-11-26"),
            ("last thursday", "2026-11-19", "2026-11-19"),
            ("mon", "2026-11-23", "2026-11-23"),
            ("friday", "2026-11-20", "2026-11-20"),
            ("this", "2026-11-01", "2026-11-30"),
            ("last", "2026-10-01", "2026-10-31"),
            ("this week", "2026-11-23", "2026-11-29"),
            ("last week", "2026-11-16", "2026-11-22"),
            ("last month", "2026-10-01", "2026-10-31"),
            ("this quarter", "2026-10-01", "2026-12-31"),
            ("last quarter", "2026-07-01", "2026-09-30"),
            ("this year", "2026-01-01", "2026-12-31"),
            ("last year", "2025-01-01", "2025-12-31"),
            ("q3", "2026-07-01", "2026-09-30"),
            ("q4", "2026-10-01", "2026-12-31"),
            ("2025-q1", "2025-01-01", "2025-03-31"),
            ("2025q4", "2025-10-01", "2025-12-31"),
            ("q4 2025", "2025-10-01", "2025-12-31"),
            ("7d", "2026-11-20", "2026-11-26"),
            ("-30d", "2026-10-28", "2026-11-26"),
            ("2w", "2026-11-13", "2026-11-26"),
            ("1m", "2026-11-01", "2026-11-26"),
            ("3m", "2026-09-01", "2026-11-26"),
            ("1y", "2025-12-01", "2026-11-26"),
            ("last 7 days", "2026-11-20", "2026-11-26"),
            ("last 3 months", "2026-09-01", "2026-11-26"),
            ("7 days ago", "2026-11-19", "2026-11-19"),
            ("1 month ago", "2026-10-26", "2026-10-26"),
            ("9 months ago", "2026-02-26", "2026-02-26"),
            ("ytd", "2026-01-01", "2026-11-26"),
            ("mtd", "2026-11-01", "2026-11-26"),
            ("2026-01..2026-03", "2026-01-01", "2026-03-31"),
            ("2026-01-15 .. 2026-02-03", "2026-01-15", "2026-02-03"),
            ("aug..oct", "2026-08-01", "2026-10-31"),
            ("30d..7d", "2026-10-27", "2026-11-19"),
            ("last month..today", "2026-10-01", "2026-11-26"),
        ])
    func period(words: String, first: String, last: String) throws {
        let days = try days(words)
        #expect("\(days.lowerBound)" == first)
        #expect("\(days.upperBound.adding(days: -1))" == last)
    }

    @Test("An open range has no bound there")
    func openRanges() throws {
        #expect(try days("2026-03..") == day("2026-03-01")..<CalendarDay(daysSinceEpoch: .max))
        #expect(try days("..2026-03") == CalendarDay(daysSinceEpoch: .min)..<day("2026-04-01"))
        #expect(
            try days("all")
                == CalendarDay(daysSinceEpoch: .min)..<CalendarDay(daysSinceEpoch: .max))
        #expect(try days("2026-03..2026-01").isEmpty)
    }

    @Test(
        "Other words name no days",
        arguments: [
            "", "blurb", "coffee", "2026-13", "2026-02-30", "1850", "10.81", "100", "0d", "-d",
            "q5", "2026-q5", "last day", "this monday", "oct nov", "32 oct", "..", "x..oct",
            "oct..x", "ja", "m", "of march", "march of dimes", "7 days", "ago", "last 0 days",
            "1 oct 1850", "2026-1-1",
        ])
    func noPeriod(words: String) {
        #expect(PeriodWords(words) == nil)
    }

    @Test(
        "As a bound, a count is so long ago, and a month its first or last day",
        arguments: [
            ("7d", "2026-11-19", "2026-11-19"),
            ("3m", "2026-08-26", "2026-08-26"),
            ("oct", "2026-10-01", "2026-10-31"),
            ("last 7 days", "2026-11-20", "2026-11-26"),
            ("yesterday", "2026-11-25", "2026-11-25"),
        ])
    func bounds(words: String, first: String, last: String) throws {
        let today = try #require(today)
        let words = try #require(PeriodWords(words))
        #expect("\(words.firstDay(asOf: today))" == first)
        #expect("\(words.lastDay(asOf: today))" == last)
    }

    @Test(
        "Where coming days are meant, a name without a year is the nearest, or the next",
        arguments: [
            ("dec", .nearest, "2026-12-01", "2026-12-31"),
            ("oct", .nearest, "2026-10-01", "2026-10-31"),
            ("may", .nearest, "2026-05-01", "2026-05-31"),
            ("apr", .nearest, "2027-04-01", "2027-04-30"),
            ("last dec", .nearest, "2025-12-01", "2025-12-31"),
            ("dec 2025", .nearest, "2025-12-01", "2025-12-31"),
            ("1 dec", .nearest, "2026-12-01", "2026-12-01"),
            ("q1", .nearest, "2027-01-01", "2027-03-31"),
            ("q3", .nearest, "2026-07-01", "2026-09-30"),
            ("oct..jan", .nearest, "2026-10-01", "2027-01-31"),
            ("nov", .next, "2026-11-01", "2026-11-30"), ("oct", .next, "2027-10-01", "2027-10-31"),
            ("24 dec", .next, "2026-12-24", "2026-12-24"),
            ("26 nov", .next, "2026-11-26", "2026-11-26"),
            ("q4", .next, "2026-10-01", "2026-12-31"), ("q2", .next, "2027-04-01", "2027-06-30"),
            ("7d", .next, "2026-11-19", "2026-11-19"),
        ] as [(String, PeriodWords.Aim, String, String)])
    func planned(words: String, aim: PeriodWords.Aim, first: String, last: String) throws {
        let today = try #require(today)
        let words = try #require(PeriodWords(words)).planned(aim, asOf: today)
        #expect("\(words.firstDay(asOf: today))" == first)
        #expect("\(words.lastDay(asOf: today))" == last)
    }

    @Test("A month ago from a longer month is the shorter one's last day")
    func shorterMonth() throws {
        let words = try #require(PeriodWords("1 month ago"))
        #expect("\(words.firstDay(asOf: try day("2026-03-31")))" == "2026-02-28")
    }

    @Test("Only a calendar month is a month, also on its last day")
    func months() throws {
        let today = try day("2026-11-30")
        for words in ["oct", "2026-10", "last", "last month"] {
            #expect(PeriodWords(words)?.month(asOf: today) == CalendarMonth("2026-10"))
        }
        for words in ["q3", "2026", "7d", "mtd", "today", "all"] {
            #expect(PeriodWords(words)?.month(asOf: today) == nil)
        }
    }

    @Test(
        "Among words of a search, the longest period is found and the rest kept in order",
        arguments: [
            (["coffee", "oct"], ["oct"], ["coffee"]),
            (["last", "week"], ["last week"], []),
            (["rent", "last", "3", "months", "paid"], ["last 3 months"], ["rent", "paid"]),
            (["oct", "2025"], ["oct 2025"], []),
            (["oct", "nov"], ["oct", "nov"], []),
            (["march of dimes"], [], ["march of dimes"]),
            (["last week"], ["last week"], []),
            (["7d", "10.81"], ["7d"], ["10.81"]),
            ([], [], []),
        ])
    func parting(words: [String], periods: [String], rest: [String]) {
        let parted = PeriodWords.parting(words)
        #expect(parted.periods.map(\.text) == periods)
        #expect(parted.rest == rest)
    }

    private func days(_ words: String) throws -> Range<CalendarDay> {
        try #require(PeriodWords(words)).days(asOf: try #require(today))
    }

    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }
}
