import Insights
import Model
import Testing
import Vault

@Suite("The continuity of a vault's accounts")
struct AccountContinuityTests {
    private static let start = day(2025, 3, 1)

    /// Weekly balances, 42.10 lower from the third on.
    private static let shifted: [(day: CalendarDay, minorUnits: Int64)] = [
        100_00, 100_00, 57_90, 57_90,
    ].enumerated().map { (start.adding(days: $0 * 7), $1) }

    /// A row before the first balance, so that the bank lists some.
    private static let earlier = Entry(start.adding(days: -2), 100_00, nil)

    private func continuity(
        _ type: AccountType = .checking, _ rows: [Entry] = [],
        balances: [(day: CalendarDay, minorUnits: Int64)] = shifted
    ) throws -> AccountContinuity {
        let books = try Books(
            [AccountSketch("checking", type, balances: balances)], [Self.earlier] + rows)
        return try #require(try AccountContinuity.all(of: books.vault).first)
    }

    @Test("has the amount and the days of what is missing")
    func gap() throws {
        let found = try continuity()
        #expect(found.gaps.map(\.amount.minorUnits) == [-42_10])
        #expect(found.gaps.map(\.days) == [day(2025, 3, 8)...day(2025, 3, 15)])
        #expect(found.doubt == nil)
        #expect(found.since == day(2025, 3, 15))
    }

    @Test("is whole with the row that explains a balance")
    func whole() throws {
        let found = try continuity(.checking, [Entry(day(2025, 3, 10), -42_10, nil)])
        #expect(found.gaps.isEmpty)
        #expect(found.days == Self.start...day(2025, 3, 22))
    }

    @Test("has no gap where an excluded row is the whole difference")
    func excluded() throws {
        let found = try continuity(
            .checking, [Entry(day(2025, 3, 10), 42_10, .expense, isExcluded: true)],
            balances: Self.shifted.map { ($0.day, 100_00) })
        #expect(found.gaps.isEmpty)
    }

    @Test(
        "takes a loan's growth for interest if its bank lists none",
        arguments: [(AccountType.loan, 0), (.mortgage, 0), (.checking, 1)])
    func interest(type: AccountType, gaps: Int) throws {
        #expect(try continuity(type).gaps.count == gaps)
    }

    @Test("finds a missing charge of a loan that lists charges")
    func listedInterest() throws {
        let charge = Entry(Self.start.adding(days: -1), -5_00, nil)
        #expect(try continuity(.loan, [charge]).gaps.map(\.amount.minorUnits) == [-42_10])
    }

    @Test("is not asked of investments")
    func investments() throws {
        let found = try continuity(.brokerage)
        #expect(found.doubt == .marketMoves)
        #expect(found.days == nil)
    }

    @Test("needs balances of two days")
    func oneBalance() throws {
        let found = try continuity(balances: [(Self.start, 1_00)])
        #expect(found.doubt == .tooFewBalances)
    }

    @Test("needs a transaction where the balance moves")
    func noTransactions() throws {
        let books = try Books([AccountSketch("checking", balances: Self.shifted)])
        #expect(try AccountContinuity.all(of: books.vault).map(\.doubt) == [.noTransactions])
    }

    @Test("leaves hidden accounts out")
    func hidden() throws {
        let books = try Books([AccountSketch("checking", balances: Self.shifted)])
        let account = try #require(try books.vault.accounts().first)
        try books.vault.decideVisibility(.hidden, account: account.id)
        #expect(try AccountContinuity.all(of: books.vault).isEmpty)
    }

    @Test("has a gap for news for three months")
    func recent() throws {
        let found = try continuity()
        #expect(found.recentGaps(on: day(2025, 6, 15)).count == 1)
        #expect(found.recentGaps(on: day(2025, 6, 16)).isEmpty)
    }
}
