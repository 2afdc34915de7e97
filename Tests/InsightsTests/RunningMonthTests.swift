import Insights
import Model
import Testing
import Vault

@Suite("A running month")
struct RunningMonthTests {
    private let may = CalendarMonth(year: 2025, month: 5)

    /// Months with rent on the 2nd and groceries late.
    private func vault() throws -> Books {
        try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2025, 2, 1), 1, .income),
                Entry(day(2025, 3, 2), -1000, .expense, "bills"),
                Entry(day(2025, 3, 6), -50, .expense, "bills"),
                Entry(day(2025, 3, 7), -4000, .expense, "groceries"),
                Entry(day(2025, 3, 31), 9000, .income),
                Entry(day(2025, 4, 2), -1200, .expense, "bills"),
                Entry(day(2025, 4, 20), -3000, .expense, "groceries"),
                Entry(day(2025, 4, 3), 500, .income),
                Entry(day(2025, 5, 6), -1300, .expense, "bills"),
            ])
    }

    @Test("is compared with the same days of earlier months")
    func yardstick() throws {
        let books = try vault()
        let answered = try AnsweredDays(books.vault, on: day(2025, 5, 6))
        let soFar = try SpendingYardstick(
            books.vault, before: may, known: answered, soFar: answered.soFar(of: may),
            in: try CategoryTree([]))
        #expect(
            soFar.usual(of: "bills", in: dollars)?.months.map(\.minorUnits) == [0, 1050, 1200])
        #expect(soFar.usual(of: "groceries", in: dollars)?.average.minorUnits == 0)
        #expect(soFar.usual(in: dollars)?.average.minorUnits == 750)
    }

    @Test("has the average net income of the same days, and a month has all its days")
    func income() throws {
        let books = try vault()
        let answered = try AnsweredDays(books.vault, on: day(2025, 5, 6))
        func net(_ soFar: MonthSoFar?) throws -> Int128? {
            try MonthlyIncome.averages(
                books.vault, before: may, known: answered, soFar: soFar)[dollars]?
                .net.minorUnits
        }
        // February had an income of one cent.
        #expect(try net(answered.soFar(of: may)) == (1 + 500 - 1050 - 1200 - 1) / 3)
        #expect(try net(nil) == 3167 - 3083)
    }

    @Test("differs from the same days of the month before")
    func difference() throws {
        let books = try vault()
        let days = may.firstDay..<may.next.firstDay
        let found = try PeriodDifference.all(
            books.vault, of: days,
            since: AnsweredDays(books.vault, on: day(2025, 5, 6))
                .sameDays(of: days, in: may.previous.firstDay..<may.firstDay))
        #expect(found.map(\.before.minorUnits) == [1200, 500])
        #expect(found.map(\.after.minorUnits) == [1300, 0])
    }
}
