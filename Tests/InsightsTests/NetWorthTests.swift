import Insights
import Model
import TestSupport
import Testing
import Vault

@Suite("Net worth")
struct NetWorthTests {
    private let today = day(2025, 3, 15)

    private func points(_ books: Books, months: Int = 0) throws -> [NetWorth] {
        let history = try NetWorthHistory(books.vault, today: today, months: months)
        try #require(history.series.count == 1)
        return history.series[0].points
    }

    @Test("is assets less what is owed")
    func liabilities() throws {
        let books = try Books([
            AccountSketch("checking", .checking, balances: [(today, 500_000)]),
            AccountSketch("brokerage", .brokerage, balances: [(today, 1_000_000)]),
            AccountSketch("card", .credit, balances: [(today, -120_000)]),
            AccountSketch("house", .mortgage, balances: [(today, -300_000)]),
            AccountSketch("car", .loan, balances: [(today, -50_000)]),
        ])
        let now = try #require(try points(books).last)
        #expect(now.assets.minorUnits == 1_500_000)
        #expect(now.liabilities.minorUnits == 470_000)
        #expect(now.net.minorUnits == 1_030_000)
        #expect(!now.isEstimated)
    }

    @Test("an overpaid card lowers what is owed, an overdrawn account lowers assets")
    func turnedSigns() throws {
        let books = try Books([
            AccountSketch("checking", .checking, balances: [(today, -10_000)]),
            AccountSketch("card", .credit, balances: [(today, 5000)]),
        ])
        let now = try #require(try points(books).last)
        #expect(now.assets.minorUnits == -10_000)
        #expect(now.liabilities.minorUnits == -5000)
        #expect(now.net.minorUnits == -5000)
    }

    @Test("is not known before the first day on which a bank told or posted something")
    func beforeAll() throws {
        let books = try Books(
            [AccountSketch("checking", balances: [(day(2025, 3, 10), 500)])],
            [Entry(day(2025, 3, 5), 20, .income)])
        func net(on day: CalendarDay) throws -> [Int128?] {
            try NetWorthHistory(books.vault, today: day, months: 0).series.map {
                $0.now?.net.minorUnits
            }
        }
        #expect(try net(on: day(2025, 3, 5)) == [500])
        #expect(try net(on: day(2025, 3, 4)) == [nil])
        #expect(try books.vault.firstKnownDay() == day(2025, 3, 5))
    }

    @Test("of two currencies is two figures, never a sum")
    func currencies() throws {
        let books = try Books([
            AccountSketch("checking", balances: [(today, 500_000)]),
            AccountSketch("tokyo", currency: yen, balances: [(today, 80_000)]),
            AccountSketch("savings", .savings, balances: [(today, 1)]),
        ])
        let history = try NetWorthHistory(books.vault, today: today, months: 0)
        #expect(history.series.map(\.currency) == [dollars, yen])
        #expect(history.series.map { $0.now?.net.minorUnits } == [500_001, 80_000])
        let (first, second) = (history.series[0].now, history.series[1].now)
        #expect(try #require(first).change(since: #require(second)) == nil)
    }

    @Test("at month ends before the first balance is counted back from posted rows")
    func countingBack() throws {
        let books = try Books(
            [AccountSketch("checking", balances: [(today, 100_000)])],
            [
                Entry(day(2025, 3, 10), -20_000, .expense),
                Entry(day(2025, 3, 12), -77_700, .expense, isPending: true),
                Entry(day(2025, 3, 1), 1000, nil),
                Entry(day(2025, 2, 28), 50_000, .income),
                Entry(day(2025, 1, 31), -5000, .expense),
            ])
        let points = try points(books, months: 3)
        #expect(
            points.map(\.day) == [day(2024, 12, 31), day(2025, 1, 31), day(2025, 2, 28), today])
        #expect(points.map(\.net.minorUnits) == [74_000, 69_000, 119_000, 100_000])
        #expect(points.map(\.isEstimated) == [true, true, true, false])
        #expect(points[3].change(since: points[2])?.minorUnits == -19_000)
    }

    @Test("after a balance is counted on from it, and the newest balance outranks")
    func countingOn() throws {
        let books = try Books(
            [
                AccountSketch(
                    "checking", balances: [(day(2025, 1, 20), 10_000), (day(2025, 2, 10), 90_000)])
            ],
            [
                Entry(day(2025, 1, 25), 500, .income), Entry(day(2025, 2, 9), 700, .income),
                Entry(day(2025, 2, 10), 800, .income), Entry(day(2025, 2, 11), 30, .income),
                Entry(day(2025, 3, 15), 4, .income), Entry(day(2025, 3, 16), 9999, .income),
            ])
        let points = try points(books, months: 2)
        #expect(points.map(\.net.minorUnits) == [10_500, 90_030, 90_034])
        #expect(points.map(\.isEstimated) == [true, true, true])
    }

    @Test("is not moved by purchases inside an investment account")
    func innerMovements() throws {
        let entries = [
            Entry(day(2025, 3, 3), -40_000, .transfer, account: "brokerage"),
            Entry(day(2025, 3, 4), 2500, .income, account: "brokerage"),
            Entry(day(2025, 3, 5), 10_000, .transfer, account: "brokerage", partner: 3),
            Entry(day(2025, 3, 5), -10_000, .transfer, partner: 2),
            Entry(day(2025, 3, 6), -600, .transfer),
        ]
        let books = try Books(
            [
                AccountSketch("brokerage", .brokerage, balances: [(today, 900_000)]),
                AccountSketch("checking", .checking, balances: [(today, 50_000)]),
            ], entries)
        let points = try points(books, months: 1)
        let brokerage: Int128 = 900_000 - 2500 - 10_000
        let checking: Int128 = 50_000 + 10_000 + 600
        #expect(points.map(\.net.minorUnits) == [brokerage + checking, 950_000])
    }

    @Test("is moved by what is paid into and taken out of an investment account")
    func contributions() throws {
        let books = try Books(
            [AccountSketch("ira", .investment, balances: [(today, 5_000_000)])],
            [
                Entry(
                    day(2025, 3, 3), 4_000_000, .transfer, account: "ira",
                    isContribution: true),
                Entry(
                    day(2025, 3, 4), -90_000, .transfer, account: "ira",
                    isContribution: true),
                Entry(day(2025, 3, 5), 1_000, .transfer, account: "ira", isContribution: true),
                Entry(day(2025, 3, 6), -700_000, .transfer, account: "ira", rule: "trade/BUY"),
            ])
        let points = try points(books, months: 1)
        #expect(
            points.map(\.net.minorUnits)
                == [5_000_000 - 4_000_000 + 90_000 - 1_000, 5_000_000])
    }

    @Test("lists accounts without a known balance and doesn't count them")
    func noBalance() throws {
        let books = try Books(
            [
                AccountSketch("checking", balances: [(today, 700)]), AccountSketch("silent"),
            ], [Entry(day(2025, 3, 1), 5000, .income, account: "silent")])
        let history = try NetWorthHistory(books.vault, today: today, months: 1)
        #expect(history.accountsWithoutBalance.map(\.name) == ["silent"])
        #expect(history.series.first?.points.map(\.net.minorUnits) == [700, 700])
    }

    @Test("lacks a transfer between the days of its sides, which is told")
    func underWay() throws {
        let books = try Books(
            [
                AccountSketch("checking", balances: [(today, 100_000)]),
                AccountSketch("savings", .savings, balances: [(today, 900_000)]),
            ],
            [
                Entry(day(2025, 3, 5), -90_000, .transfer, account: "checking", partner: 1),
                Entry(day(2025, 3, 8), 90_000, .transfer, account: "savings", partner: 0),
                Entry(day(2025, 3, 11), -4_000, .transfer, account: "savings", partner: 3),
                Entry(day(2025, 3, 10), 4_000, .transfer, account: "checking", partner: 2),
            ])
        let days = day(2025, 3, 4)...day(2025, 3, 12)
        let history = try NetWorthHistory(books.vault, on: days)
        let transfers = try TransfersUnderWay(books.vault, on: days)
        let points = try #require(history.series.first?.points)
        #expect(
            points.map { transfers.sum(at: $0).minorUnits } == [
                0, 90_000, 90_000, 90_000, 0, 0, -4_000, 0, 0,
            ])
        #expect(
            Set(points.map { $0.net.minorUnits + transfers.sum(at: $0).minorUnits })
                == [1_000_000])
    }

    @Test("of an empty vault is no figure")
    func emptyVault() throws {
        let history = try NetWorthHistory(try Books([]).vault, today: today, months: 12)
        #expect(history.series.isEmpty)
        #expect(history.accountsWithoutBalance.isEmpty)
    }

    @Test("beyond 64 bits is exact")
    func wide() throws {
        let books = try Books([
            AccountSketch("checking", balances: [(today, .max)]),
            AccountSketch("savings", balances: [(today, 1)]),
        ])
        let history = try NetWorthHistory(books.vault, today: today, months: 0)
        #expect(history.series.map { $0.now?.net.minorUnits } == [Int128(Int64.max) + 1])
    }

    @Test("agrees with adding up every row by hand", arguments: 1...6)
    func agreesWithPlainSums(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let opening: Int64 = 10_000
        let entries = (0..<150).map { _ in
            Entry(
                day(2024, 9, 1).adding(days: Int.random(in: 0..<196, using: &random)),
                Int64.random(in: -5000...5000, using: &random), .expense)
        }
        func balance(on day: CalendarDay) -> Int64 {
            entries.filter { $0.day <= day }.reduce(opening) { $0 + $1.amount }
        }
        let told = Set((0..<4).map { _ in Int.random(in: 0..<190, using: &random) }).sorted()
            .map { day(2024, 9, 1).adding(days: $0) }
        let books = try Books(
            [AccountSketch("checking", balances: told.map { ($0, balance(on: $0)) })], entries)
        for point in try points(books, months: 6) {
            #expect(point.net.minorUnits == balance(on: point.day))
        }
    }
}
