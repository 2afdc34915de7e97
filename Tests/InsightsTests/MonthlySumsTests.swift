import Insights
import Model
import TestSupport
import Testing
import Vault

@Suite("Sums by month")
struct MonthlySumsTests {
    private let books: Books
    private let days = day(2025, 1, 1)..<day(2025, 4, 1)

    init() throws {
        var fee = Entry(
            day(2025, 2, 8), -1000, .transfer,
            parts: [
                SplitPart(category: "fees", minorUnits: -25, class: .expense),
                SplitPart(category: "other", minorUnits: -975),
            ])
        fee.partsKind = .fee
        books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2025, 1, 3), -1000, .expense, "dining"),
                Entry(day(2025, 1, 4), -300, .expense, "groceries"),
                Entry(day(2025, 3, 3), -3000, .expense, "dining"),
                Entry(day(2025, 3, 4), 500, .expense, "dining"),
                Entry(day(2025, 3, 9), -900, .expense, "dining", isPending: true),
                fee, Entry(day(2025, 2, 7), -400, .transfer), Entry(day(2025, 2, 9), -70, .ignore),
                Entry(day(2025, 2, 6), 9000, .income), Entry(day(2025, 3, 6), 9100, .income),
            ])
    }

    private func spending(
        of days: Range<CalendarDay>,
        isComplete: (CalendarMonth, Currency) -> Bool = { _, _ in true }
    ) throws -> MonthlySums {
        try MonthlySums.spending(
            books.vault, days: days, in: try CategoryTree([]), isComplete: isComplete)
    }

    @Test("have each month of a category, its total and its average")
    func categories() throws {
        let sums = try spending(of: days)
        #expect(sums.months.map(\.description) == ["2025-01", "2025-02", "2025-03"])
        #expect(sums.rows.map(\.name) == ["dining", "groceries", "fees"])
        #expect(
            sums.rows.map { $0.months.map(\.minorUnits) } == [
                [1000, 0, 2500], [300, 0, 0], [0, 25, 0],
            ])
        #expect(sums.rows.map(\.total.minorUnits) == [3500, 300, 25])
        #expect(sums.rows.map(\.average?.minorUnits) == [1167, 100, 8])
        #expect(sums.totals.map { $0.months.map(\.minorUnits) } == [[1300, 25, 2500]])
    }

    @Test("average complete months alone, and not one of them")
    func averages() throws {
        let firstTwo = try spending(of: days) { month, _ in month.month < 3 }
        #expect(firstTwo.rows.map(\.average?.minorUnits) == [500, 150, 13])
        #expect(firstTwo.completeMonths[dollars]?.count == 2)
        #expect(
            try spending(of: days) { month, _ in month.month == 1 }.rows.map(\.average) == [
                nil, nil, nil,
            ])
    }

    @Test("count the days that were asked for")
    func partOfMonth() throws {
        let sums = try spending(of: day(2025, 1, 4)..<day(2025, 3, 4))
        #expect(sums.totals.map { $0.months.map(\.minorUnits) } == [[300, 25, 3000]])
        #expect(try spending(of: day(2025, 1, 4)..<day(2025, 1, 4)).months.isEmpty)
    }

    @Test(
        "of income are those of each month's income",
        arguments: [
            TransactionSums.Kind.payee, .account, .tag,
        ])
    func income(kind: TransactionSums.Kind) throws {
        let sums = try MonthlySums.found(books.vault, .income, by: kind, days: days) { _, _ in true
        }
        let months = try MonthlyIncome.months(books.vault, days: days)
        #expect(sums.totals.map(\.months) == [months.map(\.income)])
    }

    @Test(
        "of any rows add up to each month's spending",
        arguments: [
            TransactionSums.Kind.payee, .account, .tag, .category,
        ])
    func expenses(kind: TransactionSums.Kind) throws {
        let sums = try MonthlySums.found(books.vault, .expense, by: kind, days: days) { _, _ in true
        }
        let months = try MonthlyIncome.months(books.vault, days: days)
        #expect(sums.totals.map(\.months) == [months.map(\.expenses)])
    }

    @Test("run on from month to month in each currency")
    func running() throws {
        let months = try MonthlyIncome.months(books.vault, days: days)
        #expect(MonthlyIncome.runningNet(of: months).map(\.minorUnits) == [-1300, 7675, 14275])
    }
}
