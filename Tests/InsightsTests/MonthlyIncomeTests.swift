import Insights
import Model
import Testing

@Suite("Income and expenses of a month")
struct MonthlyIncomeTests {
    private let january = CalendarMonth(year: 2025, month: 1)
    private let march = CalendarMonth(year: 2025, month: 3)

    private func months(_ entries: [Entry], accounts: [AccountSketch] = []) throws
        -> [MonthlyIncome]
    {
        let accounts = accounts.isEmpty ? [AccountSketch("checking")] : accounts
        return try MonthlyIncome.months(
            try Books(accounts, entries).vault, from: january, through: march)
    }

    @Test("are sums of posted rows, from the first day to the last")
    func sums() throws {
        let months = try months([
            Entry(day(2024, 12, 31), 111, .income), Entry(day(2025, 1, 1), 300_000, .income),
            Entry(day(2025, 1, 31), 20_000, .income), Entry(day(2025, 1, 31), -150_000, .expense),
            Entry(day(2025, 2, 1), -7000, .expense), Entry(day(2025, 4, 1), 222, .income),
        ])
        #expect(months.map(\.month.month) == [1, 2, 3])
        #expect(months.map(\.income.minorUnits) == [320_000, 0, 0])
        #expect(months.map(\.expenses.minorUnits) == [150_000, 7000, 0])
        #expect(months.map(\.net.minorUnits) == [170_000, -7000, 0])
    }

    @Test("what is posted after the last day does not count")
    func lastDay() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2025, 3, 9), -500, .expense), Entry(day(2025, 3, 10), -40, .expense),
                Entry(day(2025, 3, 11), 7, .income),
            ])
        let months = try MonthlyIncome.months(
            books.vault, from: march, through: march, until: day(2025, 3, 9))
        #expect(months.map(\.expenses.minorUnits) == [500])
        #expect(months.map(\.income.minorUnits) == [0])
    }

    @Test("of some days have only those days in the first month and the last")
    func days() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2025, 1, 14), 11, .income), Entry(day(2025, 1, 15), 700, .income),
                Entry(day(2025, 2, 28), -30, .expense), Entry(day(2025, 3, 9), -200, .expense),
                Entry(day(2025, 3, 10), -40, .expense),
            ])
        let months = try MonthlyIncome.months(
            books.vault, days: day(2025, 1, 15)..<day(2025, 3, 10))
        #expect(months.map(\.month.month) == [1, 2, 3])
        #expect(months.map(\.income.minorUnits) == [700, 0, 0])
        #expect(months.map(\.expenses.minorUnits) == [0, 30, 200])
    }

    @Test("come together to their sums, and the share of those that was not spent")
    func together() throws {
        let months = try months([
            Entry(day(2025, 1, 15), 700, .income), Entry(day(2025, 1, 16), -700, .expense),
            Entry(day(2025, 3, 1), 300, .income), Entry(day(2025, 3, 2), -50, .expense),
        ])
        let together = try #require(MonthlyIncome.together(months))
        #expect(together.income.minorUnits == 1000)
        #expect(together.expenses.minorUnits == 750)
        #expect(together.net.minorUnits == 250)
        #expect(together.savingsRate == 25)
        #expect(MonthlyIncome.together([]) == nil)
    }

    @Test("money back lowers expenses and is no income")
    func refunds() throws {
        let month = try #require(
            try months([
                Entry(day(2025, 1, 3), -9000, .expense, "shopping"),
                Entry(day(2025, 1, 9), 4000, .expense, "shopping"),
            ]).first)
        #expect(month.income.minorUnits == 0)
        #expect(month.expenses.minorUnits == 5000)
    }

    @Test("income that is taken back lowers income")
    func incomeTakenBack() throws {
        let month = try #require(
            try months([
                Entry(day(2025, 1, 3), 9000, .income), Entry(day(2025, 1, 9), -1000, .income),
            ]).first)
        #expect(month.income.minorUnits == 8000)
        #expect(month.expenses.minorUnits == 0)
    }

    @Test(
        "leave out what is no figure of the person's",
        arguments: [
            Entry(day(2025, 1, 3), -5000, .transfer), Entry(day(2025, 1, 3), 5000, .ignore),
            Entry(day(2025, 1, 3), -5000, .expense, isPending: true),
            Entry(day(2025, 1, 3), 5000, .income, isExcluded: true),
            Entry(day(2025, 1, 3), 5000, nil),
        ])
    func leftOut(entry: Entry) throws {
        let month = try #require(
            try months([Entry(day(2025, 1, 2), 700, .income), entry]).first)
        #expect(month.income.minorUnits == 700)
        #expect(month.expenses.minorUnits == 0)
    }

    @Test("count a row that is expressly not excluded")
    func notExcluded() throws {
        let months = try months([Entry(day(2025, 1, 3), 5000, .income, isExcluded: false)])
        #expect(months.first?.income.minorUnits == 5000)
    }

    @Test("of two currencies are never added")
    func currencies() throws {
        let months = try months(
            [
                Entry(day(2025, 1, 3), 5000, .income),
                Entry(day(2025, 1, 3), 90_000, .income, account: "tokyo"),
            ], accounts: [AccountSketch("checking"), AccountSketch("tokyo", currency: yen)])
        #expect(months.count == 6)
        #expect(months.map(\.currency) == [yen, yen, yen, dollars, dollars, dollars])
        #expect(months.map(\.income.minorUnits) == [90_000, 0, 0, 5000, 0, 0])
    }

    @Test(
        "the savings rate is what is left of income, in whole percent",
        arguments: [
            (500_000, 350_000, 30), (300, 200, 33), (300, 100, 67), (1000, 0, 100),
            (1000, 2500, -150), (1000, 1000, 0), (0, 100, nil), (0, 0, nil),
        ] as [(Int64, Int64, Int?)])
    func savingsRate(income: Int64, expenses: Int64, rate: Int?) throws {
        let month = try #require(
            try months([
                Entry(day(2025, 1, 3), income, .income),
                Entry(day(2025, 1, 4), -expenses, .expense),
            ]).first)
        #expect(month.savingsRate == rate)
    }

    @Test("from a later month to an earlier one are none")
    func noMonths() throws {
        let books = try Books([AccountSketch("checking")])
        #expect(
            try MonthlyIncome.months(books.vault, from: march, through: january).isEmpty)
    }

    @Test("an average month is rounded to the nearest cent, halves away from zero")
    func average() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2025, 1, 5), 1001, .income), Entry(day(2025, 2, 5), 1000, .income),
                Entry(day(2025, 2, 6), -1, .expense, "dining"),
            ])
        let months = try MonthlyIncome.months(
            books.vault, days: day(2025, 1, 1)..<day(2025, 3, 1))
        let average = try #require(MonthlyIncome.average(of: months))
        #expect(average.income.minorUnits == 1001)
        #expect(average.expenses.minorUnits == 1)
        #expect(MonthlyIncome.average(of: []) == nil)
    }
}
