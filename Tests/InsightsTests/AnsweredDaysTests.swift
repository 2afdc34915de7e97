import Insights
import Model
import Testing
import Vault

@Suite("Days that answers cover")
struct AnsweredDaysTests {
    private let may = CalendarMonth(year: 2025, month: 5)
    private let start = day(2025, 1, 1)

    private func sketch(_ name: String, at bank: String = "Bank", through last: CalendarDay)
        -> AccountSketch
    {
        AccountSketch(name, institution: bank, coverage: start..<last.adding(days: 1))
    }

    @Test(
        "end with the last answer, or today",
        arguments: [
            (day(2025, 5, 20), 13, 13), (day(2025, 5, 13), 13, 13), (day(2025, 5, 10), 13, 10),
            (day(2025, 6, 3), 13, 13), (day(2025, 6, 3), 31, nil), (day(2025, 5, 3), -4, 0),
        ] as [(CalendarDay, Int, Int?)])
    func last(today: CalendarDay, answered: Int, days: Int?) throws {
        let through = may.firstDay.adding(days: answered - 1)
        let books = try Books([sketch("checking", through: through)], hasBridge: true)
        let found = try AnsweredDays(books.vault, on: today)
        #expect(found.last == min(today, through))
        #expect(found.soFar(of: may)?.days == days)
        #expect(found.isBefore(may.firstDay..<may.next.firstDay) == (answered < 1))
    }

    @Test("of data from files end with the newest transaction")
    func files() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [Entry(day(2025, 5, 4), -100, .expense), Entry(day(2025, 5, 9), -100, .expense)])
        #expect(try AnsweredDays(books.vault, on: day(2025, 5, 20)).last == day(2025, 5, 9))
    }

    @Test("begin for each account with its first answer or row, and are told from a week on")
    func beginnings() throws {
        let books = try Books(
            [
                sketch("checking", through: day(2025, 5, 5)), AccountSketch("card"),
                AccountSketch("new card"), AccountSketch("unused"),
            ],
            [
                Entry(day(2025, 2, 9), -100, .expense, account: "checking"),
                Entry(day(2025, 4, 8), -100, .expense, account: "card"),
                Entry(day(2025, 4, 9), -100, .expense, account: "new card"),
            ])
        let found = try AnsweredDays(books.vault, on: day(2025, 5, 20))
        func beginnings(from day: CalendarDay) -> [String] {
            found.beginnings(in: day..<may.firstDay).map { "\($0.account) \($0.first)" }
        }
        #expect(beginnings(from: day(2025, 4, 1)) == ["new card 2025-04-09"])
        #expect(beginnings(from: day(2025, 1, 1)) == ["card 2025-04-08", "new card 2025-04-09"])
        #expect(found.beginnings(in: day(2025, 1, 1)..<day(2025, 4, 8)).isEmpty)
    }

    @Test("of statements reach the newest of all rows")
    func statements() throws {
        let books = try Books(
            [sketch("checking", through: day(2025, 5, 5)), AccountSketch("card")],
            [Entry(day(2025, 5, 9), -100, .expense, account: "card")])
        let found = try AnsweredDays(books.vault, on: day(2025, 5, 20))
        #expect(found.last == day(2025, 5, 9))
        #expect(found.isOfStatement)
    }

    @Test("are compared bank by bank, with those that are behind")
    func banks() throws {
        let entries = (1...30).flatMap { number in
            ["a", "b"].map { Entry(day(2025, 4, number), -100, .expense, account: $0) }
        }
        let books = try Books(
            [
                sketch("a", at: "First", through: day(2025, 5, 18)),
                sketch("b", at: "Second", through: day(2025, 5, 5)),
                // Closed at a bank that is heard.
                sketch("c", at: "First", through: day(2025, 3, 5)),
            ], entries, hasBridge: true)
        let found = try AnsweredDays(books.vault, on: day(2025, 5, 18))
        let soFar = try #require(found.soFar(of: may))
        #expect(soFar.days == 18)
        let behind = found.behind(in: may.firstDay..<may.next.firstDay)
        #expect(behind.map(\.name) == ["Second"])
        #expect(behind.map(\.last) == [day(2025, 5, 5)])
        let usual = try SpendingYardstick(
            books.vault, before: may, known: found, soFar: soFar, in: try CategoryTree([]))
        #expect(usual.usual(in: dollars)?.lastMonth.minorUnits == 2300)
        #expect(
            try MonthlyIncome.averages(
                books.vault, before: may, known: found, soFar: soFar)[dollars]?
                .expenses.minorUnits == 2300)
    }

    @Test(
        "correspond to the same days of an earlier period",
        arguments: [
            // A month, a year, and days from the middle of a month.
            (day(2025, 3, 1), day(2025, 4, 1), day(2025, 2, 1), day(2025, 3, 30), day(2025, 3, 1)),
            (day(2025, 3, 1), day(2025, 4, 1), day(2025, 2, 1), day(2025, 3, 9), day(2025, 2, 10)),
            (day(2025, 1, 1), day(2026, 1, 1), day(2024, 1, 1), day(2025, 5, 9), day(2024, 5, 10)),
            (
                day(2025, 5, 5), day(2025, 5, 12), day(2025, 4, 28), day(2025, 5, 6),
                day(2025, 4, 30)
            ),
            (
                day(2025, 5, 5), day(2025, 5, 12), day(2025, 4, 28), day(2025, 5, 30),
                day(2025, 5, 5)
            ),
            (day(2025, 5, 1), day(2025, 6, 1), day(2025, 4, 1), day(2025, 4, 20), day(2025, 4, 1)),
        ])
    func sameDays(
        first: CalendarDay, end: CalendarDay, before: CalendarDay, known: CalendarDay,
        expected: CalendarDay
    ) throws {
        let books = try Books([sketch("a", through: known)], hasBridge: true)
        let found = try AnsweredDays(books.vault, on: day(2025, 12, 31))
            .sameDays(of: first..<end, in: before..<first)
        #expect(found == CountedDays(before..<expected))
    }
}
