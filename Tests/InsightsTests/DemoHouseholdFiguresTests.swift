import DemoHousehold
import Insights
import Model
import Testing

@Suite("Figures of a household")
struct DemoHouseholdFiguresTests {
    private static let today = day(2026, 11, 20)
    private static let household = Household(today: today, months: 12)
    /// A brokerage's value moves with prices, so no counting back gives it.
    private static let accounts = household.accounts.filter { $0.type != .brokerage }

    private func books(_ accounts: [DemoAccount]) throws -> Books {
        try Books(
            accounts.map { account in
                AccountSketch(
                    account.id, account.type,
                    balances: [(Self.today, account.balance(on: Self.today))])
            },
            accounts.flatMap { account in
                account.transactions.map {
                    Entry(
                        $0.posted ?? $0.transacted, $0.amount, $0.truth.transactionClass,
                        $0.truth.category ?? "other", account: account.id, isPending: $0.isPending)
                }
            })
    }

    @Test("net worth now is the sum of all balances")
    func netWorthNow() throws {
        let books = try books(Self.household.accounts)
        let history = try NetWorthHistory(books.vault, today: Self.today, months: 0)
        let sum = Self.household.accounts.map { $0.balance(on: Self.today) }.reduce(0, +)
        #expect(history.series.map { $0.now?.net.minorUnits } == [Int128(sum)])
    }

    @Test("net worth at each month's end is the sum of the balances of that day")
    func netWorthThen() throws {
        let books = try books(Self.accounts)
        let history = try NetWorthHistory(books.vault, today: Self.today, months: 11)
        let points = try #require(history.series.first?.points)
        #expect(points.count == 12)
        for point in points {
            let sum = Self.accounts.map { $0.balance(on: point.day) }.reduce(0, +)
            #expect(point.net.minorUnits == sum)
        }
    }

    @Test("a month's change of net worth is its net income and what transfers brought or took")
    func change() throws {
        let books = try books(Self.accounts)
        let history = try NetWorthHistory(books.vault, today: Self.today, months: 6)
        let points = try #require(history.series.first?.points)
        let income = try MonthlyIncome.months(
            books.vault, from: Self.today.month.adding(months: -5), through: Self.today.month)
        try #require(income.count == points.count - 1)
        for (month, (before, after)) in zip(income, zip(points, points.dropFirst())) {
            let transfers = Self.accounts.flatMap(\.transactions)
                .filter {
                    $0.truth.transactionClass == .transfer && $0.posted?.month == month.month
                }
                .map(\.amount).reduce(0, +)
            #expect(
                after.change(since: before)?.minorUnits == month.net.minorUnits + Int128(transfers))
        }
    }

    @Test("a month's spending by category sums to its expenses")
    func spending() throws {
        let books = try books(Self.household.accounts)
        let month = Self.today.month.previous
        let breakdown = try CategorySpending.breakdown(
            books.vault, days: month.firstDay..<month.next.firstDay)
        let income = try MonthlyIncome.months(books.vault, from: month, through: month)
        #expect(breakdown.count >= 6)
        #expect(breakdown.map(\.spent.minorUnits).reduce(0, +) == income.first?.expenses.minorUnits)
    }
}
