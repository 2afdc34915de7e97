import Insights
import Model
import TestSupport
import Testing
import Vault

/// Euros whose statements end with a year beside dollars that begin with the next one.
@Suite("The months that are known in a currency")
struct KnownMonthsTests {
    private static let euros = Currency(code: "EUR", exponent: 2)
    private static let today = day(2026, 3, 10)
    private let books: Books

    /// - Each month has 100.00 of income and 40.00 of spending.
    init() throws {
        var entries: [Entry] = []
        for (account, first, count) in [("euros", 2025_07, 6), ("dollars", 2026_01, 3)] {
            for number in 0..<count {
                let month = CalendarMonth(year: first / 100, month: first % 100)
                    .adding(months: number)
                entries += [
                    Entry(month.firstDay, 10_000, .income, account: account),
                    Entry(
                        month.firstDay.adding(days: 1), -4_000, .expense, "shopping",
                        account: account),
                    Entry(month.firstDay.adding(days: 2), -1, .transfer, account: account),
                ]
            }
        }
        entries.append(Entry(day(2025, 12, 31), -1, .transfer, account: "euros"))
        books = try Books(
            [
                AccountSketch("euros", currency: Self.euros),
                AccountSketch("dollars"),
            ], entries)
    }

    private func answered(on today: CalendarDay) throws -> AnsweredDays {
        try AnsweredDays(books.vault, on: today)
    }

    @Test(
        "are those from its first transaction to the last day of its accounts",
        arguments: [
            (euros, today, "2025-07", "2026-01"), (dollars, today, "2026-01", "2026-03"),
            (dollars, day(2026, 2, 27), "2026-01", "2026-02"),
            (dollars, day(2026, 2, 28), "2026-01", "2026-03"),
            (euros, day(2025, 12, 30), "2025-07", "2025-12"), (yen, today, "0001-01", "0001-01"),
        ] as [(Currency, CalendarDay, String, String)])
    func months(currency: Currency, today: CalendarDay, first: String, end: String) throws {
        let months = try answered(on: today).wholeMonths(in: currency)
        #expect("\(months.lowerBound)" == first)
        #expect("\(months.upperBound)" == end)
    }

    @Test("of a bridge are those of the bank, whose closed accounts it lists no more")
    func closed() throws {
        let entries = [
            Entry(day(2025, 12, 1), -1, .expense, account: "euros"),
            Entry(day(2025, 12, 1), -1, .expense, account: "dollars"),
        ]
        let covered = day(2025, 12, 1)..<day(2026, 3, 11)
        let books = try Books(
            [
                AccountSketch(
                    "euros", currency: Self.euros, coverage: day(2025, 12, 1)..<day(2026, 1, 2)),
                AccountSketch("dollars", coverage: covered),
            ], entries, hasBridge: true)
        let found = try AnsweredDays(books.vault, on: Self.today)
        #expect(found.wholeMonths(in: Self.euros) == found.wholeMonths(in: dollars))
        #expect(found.wholeMonths(in: dollars).count == 3)
    }

    @Test("alone are averaged")
    func averages() throws {
        let known = try answered(on: Self.today)
        let averages = try MonthlyIncome.averages(
            books.vault, before: Self.today.month, known: known)
        #expect(averages.mapValues(\.income.minorUnits) == [Self.euros: 10_000, dollars: 10_000])
        #expect(averages.mapValues(\.expenses.minorUnits) == [Self.euros: 4_000, dollars: 4_000])
        let flows = try FreeCashFlow.all(books.vault, on: Self.today, [], [], in: dollars)
        #expect(flows.map(\.free.minorUnits) == [6_000, 6_000])
        #expect(flows.map(\.months.count) == [4, 2])
    }

    @Test("alone make a yardstick, which ends with the month before")
    func yardstick() throws {
        func usual(before month: CalendarMonth) throws -> [Currency: Int128] {
            let found = try SpendingYardstick(
                books.vault, before: month, known: try answered(on: Self.today),
                in: try CategoryTree([]))
            return [Self.euros, dollars].reduce(into: [:]) {
                $0[$1] = found.usual(in: $1)?.average.minorUnits
            }
        }
        #expect(try usual(before: Self.today.month) == [dollars: 4_000])
        #expect(
            try usual(before: CalendarMonth(year: 2026, month: 1)) == [Self.euros: 4_000])
    }

    @Test("alone are proposed as a budget, and make the target of an average")
    func budgets() throws {
        let facts = try BudgetFacts(
            books.vault, categories: budgetTree(),
            series: RecurringPayments(
                FoundSeries(
                    [], payments: [:], besides: [:], ownCharges: [], newest: [:], oldestDay: nil),
                reminders: [:], today: Self.today, selection: .all), today: Self.today)
        func proposed(_ currency: Currency) -> [Int128] {
            BudgetProposal.all(besides: [], facts, months: 6, currency).map(\.amount.minorUnits)
        }
        #expect(proposed(Self.euros) == [4_000])
        #expect(proposed(dollars) == [4_000])
        let line = BudgetLine(
            .category("shopping"), from: nil, every: .month, .average(6), carry: .none, cap: nil,
            currency: dollars)
        let days = day(2026, 3, 1)..<day(2026, 4, 1)
        let report = try BudgetReport.all(Budget.all(of: [line]), facts, in: days)
        #expect(report.first { $0.currency == dollars }?.target.minorUnits == 4_000)
    }

    @Test("alone are in the figures of a copy without names")
    func ghost() throws {
        let known = CalendarMonth(year: 2026, month: 1)..<CalendarMonth(year: 2026, month: 3)
        let movements = (1...3).map { month in
            GhostFacts.Movement(
                day: day(2026, month, 5), account: 0, isIncome: true, category: "Income",
                amount: 100)
        }
        let facts = GhostFacts(movements: movements, commitments: [], accounts: [], known: known)
        #expect(GhostCopy(facts, days: day(2025, 10, 1)..<day(2026, 4, 1)).months == 2)
    }
}
