import Insights
import Model
import TestSupport
import Testing
import Vault

@Suite("An account's balance, day by day")
struct AccountBalancesTests {
    private let start = day(2025, 3, 1)

    private func points(
        _ books: Books, from first: Int = 1, through last: Int
    ) throws -> [AccountBalances.Point] {
        let account = try #require(try books.vault.accounts().first)
        return try AccountBalances(
            books.vault, of: account, on: day(2025, 3, first)...day(2025, 3, last)
        ).points
    }

    @Test("is the bank's own balance on days that have one")
    func told() throws {
        let books = try Books([
            AccountSketch("checking", balances: [(start, 100), (start.adding(days: 2), 300)])
        ])
        let points = try points(books, through: 3)
        #expect(points.map(\.balance.minorUnits) == [100, 100, 300])
        #expect(points.map(\.isEstimated) == [false, true, false])
        #expect(points[2].change(since: points[1]).minorUnits == 200)
    }

    @Test("is the bank's newest balance until a transaction moves it")
    func standing() throws {
        let books = try Books(
            [AccountSketch("checking", balances: [(start, 100)])],
            [Entry(start.adding(days: 2), 50, nil)])
        let points = try points(books, through: 3)
        #expect(points.map(\.balance.minorUnits) == [100, 100, 150])
        #expect(points.map(\.isEstimated) == [false, false, true])
    }

    @Test("is counted back before the first word and on after the last, pending rows left out")
    func counted() throws {
        let books = try Books(
            [AccountSketch("checking", balances: [(day(2025, 3, 3), 1000)])],
            [
                Entry(day(2025, 3, 2), 50, nil), Entry(day(2025, 3, 3), -30, nil),
                Entry(day(2025, 3, 4), 7, nil),
                Entry(day(2025, 3, 4), -900, nil, isPending: true),
            ])
        let points = try points(books, through: 5)
        #expect(points.map(\.balance.minorUnits) == [980, 1030, 1000, 1007, 1007])
        #expect(points.map(\.isEstimated) == [true, true, false, true, true])
    }

    @Test("has the balance before the first day, so that changes hold that day")
    func before() throws {
        let books = try Books(
            [AccountSketch("checking", balances: [(day(2025, 3, 3), 1000)])],
            [Entry(day(2025, 3, 1), -980, nil), Entry(day(2025, 3, 2), 50, nil)])
        let account = try #require(try books.vault.accounts().first)
        for (first, before) in [(1, 1930), (2, 950), (3, 1000)] {
            let balances = try AccountBalances(
                books.vault, of: account, on: day(2025, 3, first)...day(2025, 3, 4))
            #expect(balances.before?.balance.minorUnits == Int128(before), "\(first)")
        }
    }

    @Test("replaces an account's balance on a day before the bank's latest")
    func accounts() throws {
        let books = try Books(
            [AccountSketch("checking", balances: [(day(2025, 3, 10), 500)])],
            [Entry(day(2025, 3, 5), 20, nil), Entry(day(2025, 3, 9), 30, nil)])
        func balances(on day: CalendarDay) throws -> [Int128?] {
            try AccountBalances.accounts(try books.vault.accounts(), of: books.vault, on: day)
                .map { $0.balance?.minorUnits }
        }
        #expect(try balances(on: day(2025, 3, 11)) == [500])
        #expect(try balances(on: day(2025, 3, 8)) == [470])
        #expect(try balances(on: day(2025, 3, 4)) == [nil])
    }

    @Test("is empty where the bank never gave a balance")
    func untold() throws {
        let books = try Books([AccountSketch("checking")], [Entry(start, 5, nil)])
        #expect(try points(books, through: 5).isEmpty)
    }

    @Test("equals a recount of all transactions", arguments: Seeds.first(of: 20))
    func agreesWithPlainCounting(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let told = (1...31).filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
            .map {
                (day: day(2025, 3, $0), minorUnits: Int64.random(in: -999...999, using: &random))
            }
        let entries = (0..<40).map { _ in
            Entry(
                day(2025, 3, Int.random(in: 1...31, using: &random)),
                Int64.random(in: -500...500, using: &random), nil,
                isPending: Int.random(in: 0..<5, using: &random) == 0)
        }
        let books = try Books([AccountSketch("checking", balances: told)], entries)
        func plain(_ day: CalendarDay) -> Int64? {
            guard let nearest = told.last(where: { $0.day <= day }) ?? told.first else {
                return nil
            }
            let posted = entries.filter { !$0.isPending }
            let since = posted.filter { $0.day > nearest.day && $0.day <= day }
            let until = posted.filter { $0.day > day && $0.day <= nearest.day }
            return nearest.minorUnits + since.reduce(0) { $0 + $1.amount }
                - until.reduce(0) { $0 + $1.amount }
        }
        let expected = (1...31).compactMap { plain(day(2025, 3, $0)) }
        #expect(
            try points(books, through: 31).map(\.balance.minorUnits) == expected.map { Int128($0) })
    }
}
