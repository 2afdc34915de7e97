import Insights
import Model
import Testing
import Vault

@Suite("Old balances")
struct OldBalancesTests {
    private let today = day(2025, 3, 15)

    private func old(_ accounts: [AccountSketch], on day: CalendarDay) throws -> OldBalances? {
        OldBalances(among: try Books(accounts).vault.accounts(), on: day)
    }

    @Test(
        "are older than yesterday",
        arguments: [(day(2025, 3, 15), false), (day(2025, 3, 14), false), (day(2025, 3, 13), true)])
    func age(told: CalendarDay, isOld: Bool) throws {
        let found = try old([AccountSketch("checking", balances: [(told, 100)])], on: today)
        #expect((found != nil) == isOld)
        #expect(found.map(\.day) ?? told == told)
        #expect(found?.areAllOfOneDay ?? true)
    }

    @Test("are told from the newer ones, with the oldest day")
    func some() throws {
        let found = try #require(
            try old(
                [
                    AccountSketch("a", balances: [(day(2025, 3, 15), 100)]),
                    AccountSketch("b", balances: [(day(2025, 3, 5), 100)]),
                    AccountSketch("c", .credit, balances: [(day(2025, 2, 1), -100)]),
                    AccountSketch("none"),
                ], on: today))
        #expect(found.accounts.map(\.bankID) == ["b", "c"])
        #expect(found.known == 3)
        #expect(found.day == day(2025, 2, 1))
        #expect(!found.areAllOfOneDay)
    }

    @Test("of accounts that don't count are of no interest")
    func uncounted() throws {
        let vault = try Books([AccountSketch("a", balances: [(day(2025, 1, 1), 100)])]).vault
        let account = try #require(try vault.accounts().first)
        try vault.decideVisibility(.trackingOnly, account: account.id)
        #expect(OldBalances(among: try vault.accounts(), on: today) == nil)
    }

    @Test("give net worth in each currency the day of its oldest balance")
    func netWorth() throws {
        let books = try Books([
            AccountSketch("a", balances: [(day(2025, 3, 15), 100)]),
            AccountSketch("b", balances: [(day(2025, 3, 5), 100)]),
            AccountSketch("c", currency: yen, balances: [(day(2025, 3, 14), 100)]),
        ])
        let history = try NetWorthHistory(books.vault, today: today, months: 0)
        #expect(history.series.map(\.balanceDay) == [day(2025, 3, 5), day(2025, 3, 14)])
    }
}
