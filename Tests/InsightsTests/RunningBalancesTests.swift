import Insights
import Model
import TestSupport
import Testing
import Vault

@Suite("The balance after each transaction")
struct RunningBalancesTests {
    private func balances(_ books: Books, _ days: ClosedRange<CalendarDay>) throws -> [Int128?] {
        let account = try #require(try books.vault.accounts().first)
        let balances = try RunningBalances(books.vault, of: account, in: days)
        var query = TransactionQuery()
        query.order = .oldestFirst
        return try books.vault.transactions(query).map { balances[$0.id]?.minorUnits }
    }

    private let march = day(2025, 3, 1)...day(2025, 3, 31)

    @Test("runs on from one to the next, to the bank's own")
    func running() throws {
        let books = try Books(
            [AccountSketch("checking", balances: [(day(2025, 3, 9), 1000)])],
            [
                Entry(day(2025, 3, 5), -20, nil), Entry(day(2025, 3, 5), 300, nil),
                Entry(day(2025, 3, 9), -50, nil), Entry(day(2025, 3, 11), 7, nil),
            ])
        #expect(try balances(books, march) == [750, 1050, 1000, 1007])
    }

    @Test("has a step where the bank's balances don't follow from its transactions")
    func step() throws {
        let books = try Books(
            [
                AccountSketch(
                    "checking", balances: [(day(2025, 3, 5), 500), (day(2025, 3, 9), 600)])
            ],
            [Entry(day(2025, 3, 5), -20, nil), Entry(day(2025, 3, 9), 30, nil)])
        #expect(try balances(books, march) == [500, 600])
    }

    @Test("is none while pending, outside the days, and without a balance of the bank's")
    func none() throws {
        let entries = [
            Entry(day(2025, 2, 5), -20, nil), Entry(day(2025, 3, 5), -20, nil),
            Entry(day(2025, 3, 6), -30, nil, isPending: true),
        ]
        let told = try Books(
            [AccountSketch("checking", balances: [(day(2025, 3, 9), 100)])], entries)
        #expect(try balances(told, march) == [nil, 100, nil])
        let untold = try Books([AccountSketch("checking")], entries)
        #expect(try balances(untold, march) == [nil, nil, nil])
    }

    @Test("is none in an account of investments, within which purchases move money")
    func investments() throws {
        let books = try Books(
            [AccountSketch("broker", .brokerage, balances: [(day(2025, 3, 9), 100)])],
            [Entry(day(2025, 3, 5), -20, nil, account: "broker")])
        #expect(try balances(books, march) == [nil])
    }

    @Test("ends each day with that day's balance", arguments: Seeds.first(of: 20))
    func dayEnds(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let told = (1...31).filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
            .map {
                (day: day(2025, 3, $0), minorUnits: Int64.random(in: -999...999, using: &random))
            }
        let entries = (0..<40).map { _ in
            Entry(
                day(2025, 3, Int.random(in: 1...31, using: &random)),
                Int64.random(in: -500...500, using: &random), nil)
        }
        let books = try Books([AccountSketch("checking", balances: told)], entries)
        let account = try #require(try books.vault.accounts().first)
        let running = try RunningBalances(books.vault, of: account, in: march)
        let daily = try AccountBalances(books.vault, of: account, on: march).points
        var query = TransactionQuery()
        query.order = .oldestFirst
        let records = try books.vault.transactions(query)
        for point in daily {
            guard let last = records.last(where: { $0.day == point.day }) else { continue }
            #expect(running[last.id] == point.balance)
        }
        for (before, after) in zip(records, records.dropFirst()) where before.day == after.day {
            let moved = running[before.id].map { $0.minorUnits + after.amount.minorUnits }
            #expect(running[after.id]?.minorUnits == moved)
        }
    }
}
