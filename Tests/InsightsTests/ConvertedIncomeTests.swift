import Insights
import Model
import Testing
import Vault

@Suite("Income of all currencies together")
struct ConvertedIncomeTests {
    @Test("is added exactly and rounded once")
    func exact() throws {
        // One yen is 0.4 cents, so each month alone rounds to nothing.
        let rates = CurrencyRates(
            base: dollars, rates: [.init(currency: yen, day: nil, billionths: 4_000_000)])
        let books = try Books(
            [AccountSketch("checking", currency: yen)],
            [
                Entry(day(2025, 1, 5), 1, .income), Entry(day(2025, 2, 5), 1, .income),
                Entry(day(2025, 3, 5), 1, .income),
            ])
        let months = try MonthlyIncome.months(
            books.vault, from: CalendarMonth(year: 2025, month: 1),
            through: CalendarMonth(year: 2025, month: 3))
        let all = try #require(ConvertedIncome(months, at: rates, through: day(2025, 3, 31)))
        #expect(all.months.map(\.income.minorUnits) == [0, 0, 0])
        // 1.2 cents.
        #expect(all.together?.income.minorUnits == 1)
        let last = all.months.suffix(2).map(\.month)
        #expect(all.average(of: last)?.income.minorUnits == 0)
        #expect(all.average(of: []) == nil)
    }

    @Test("uses each month's own rate in the sum")
    func dated() throws {
        let rates = CurrencyRates(
            base: dollars,
            rates: [
                .init(currency: yen, day: nil, billionths: 6_000_000),
                .init(currency: yen, day: day(2025, 2, 1), billionths: 5_000_000),
            ])
        let books = try Books(
            [AccountSketch("checking", currency: yen)],
            [
                Entry(day(2025, 1, 5), -1001, .expense), Entry(day(2025, 2, 5), -1001, .expense),
            ])
        let months = try MonthlyIncome.months(
            books.vault, from: CalendarMonth(year: 2025, month: 1),
            through: CalendarMonth(year: 2025, month: 2))
        let all = try #require(ConvertedIncome(months, at: rates, through: day(2025, 3, 31)))
        // 600.6 and 500.5 cents.
        #expect(all.months.map(\.expenses.minorUnits) == [601, 501])
        #expect(all.together?.expenses.minorUnits == 1101)
        #expect(all.average(of: all.months.map(\.month))?.expenses.minorUnits == 551)
    }
}
