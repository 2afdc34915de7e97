import Insights
import Model
import Testing
import Vault

@Suite("An account that counts in no total")
struct AccountVisibilityTests {
    private let today = day(2025, 1, 31)

    /// The household's account and a child's, with income, spending and a
    /// lens in both.
    private func books() throws -> Books {
        try Books(
            [
                AccountSketch("checking", balances: [(today, 100_000)]),
                AccountSketch("child", .savings, balances: [(today, 7000)]),
            ],
            [
                Entry(day(2025, 1, 3), 30_000, .income),
                Entry(day(2025, 1, 4), -2000, .expense, "dining", lens: .want),
                Entry(day(2025, 1, 5), 500, .income, account: "child"),
                Entry(day(2025, 1, 6), -300, .expense, "dining", account: "child", lens: .want),
            ])
    }

    private func decide(_ visibility: AccountVisibility, in books: Books) throws {
        let child = try #require(try books.vault.accounts().first { $0.name == "child" })
        try books.vault.decideVisibility(visibility, account: child.id)
    }

    private func figures(_ books: Books) throws -> [Int128] {
        let days = today.month.firstDay..<today.month.next.firstDay
        let net = try NetWorthHistory(books.vault, today: today, months: 0)
        let income = try MonthlyIncome.months(
            books.vault, from: today.month, through: today.month)
        let spending = try CategorySpending.breakdown(books.vault, days: days)
        let lens = try books.vault.lensFigures(days)
        return [
            net.series.first?.now?.net.minorUnits ?? 0, income.first?.income.minorUnits ?? 0,
            income.first?.expenses.minorUnits ?? 0, spending.first?.spent.minorUnits ?? 0,
            lens.map(\.total.minorUnits).reduce(0, +),
        ]
    }

    @Test("is in net worth, income, spending and lens until the person says otherwise")
    func counted() throws {
        #expect(try figures(books()) == [107_000, 30_500, 2300, 2300, -2300])
    }

    @Test(
        "is in none of them", arguments: [AccountVisibility.trackingOnly, .hidden])
    func leftOut(_ visibility: AccountVisibility) throws {
        let books = try books()
        try decide(visibility, in: books)
        #expect(try figures(books) == [100_000, 30_000, 2000, 2000, -2000])
    }

    @Test("counts again when the decision is taken back")
    func undone() throws {
        let books = try books()
        try decide(.hidden, in: books)
        _ = try books.vault.undo()
        #expect(try figures(books) == [107_000, 30_500, 2300, 2300, -2300])
    }

    @Test("is not reviewed where it is hidden, but where it is tracked")
    func review() throws {
        let books = try books()
        let days = today.month.firstDay..<today.month.next.firstDay
        try decide(.trackingOnly, in: books)
        func reviewed() throws -> Int {
            try Review(books.vault, days: days, by: ReviewStages(ofPerson: [], last: nil)).groups
                .map(\.transactions.count).reduce(0, +)
        }
        #expect(try reviewed() == 4)
        try decide(.hidden, in: books)
        #expect(try reviewed() == 2)
    }
}
