import Model
import TestSupport
import Testing

@testable import Insights

@Suite("The level of an account")
struct BalanceLevelsTests {
    private static let habits: [Set<BankHabit>] =
        [[]] + BankHabit.allCases.map { [$0] }
        + [
            [.pendingInBalance, .lateBalances], [.pendingInBalance, .missingBalances],
            [.wrongBalances, .missingBalances], [.pendingInBalance, .wrongBalances],
        ]

    @Test(
        "never changes while every row is there, whatever the bank's habits",
        arguments: habits, Seeds.first(of: 50))
    func noAlarm(habits: Set<BankHabit>, seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let account = SimulatedAccount(habits, random: &random)
        let levels = try #require(BalanceLevels(told: account.told, rows: account.rows))
        #expect(levels.breaks.isEmpty)
        #expect(levels.isFollowed)
    }

    @Test(
        "changes by a lost row's amount, between days that include the row's",
        arguments: habits, Seeds.first(of: 50))
    func lostRow(habits: Set<BankHabit>, seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        var account = SimulatedAccount(habits, random: &random)
        let row = account.loseRow(random: &random)
        let lost = try #require(row)
        let posted = try #require(lost.posted)
        let levels = try #require(BalanceLevels(told: account.told, rows: account.rows))
        #expect(levels.breaks.map(\.amount) == [Int128(lost.amount)])
        #expect(levels.breaks.allSatisfy { $0.days.contains(posted) })
    }

    private func told(_ balances: [(Int, Int128)]) -> [BalanceLevels.Told] {
        balances.map { .init(day: day(2025, 3, 1).adding(days: $0.0), balance: $0.1) }
    }

    @Test("changes once two weekly balances agree on another one")
    func twoBalances() throws {
        let weekly: [(Int, Int128)] = [(0, 500), (7, 500), (14, 458), (21, 458)]
        let before = try #require(BalanceLevels(told: told(Array(weekly.dropLast())), rows: []))
        #expect(before.breaks.isEmpty)
        #expect(!before.isSettled)
        let after = try #require(BalanceLevels(told: told(weekly), rows: []))
        #expect(
            after.breaks == [
                .init(amount: -42, days: day(2025, 3, 8)...day(2025, 3, 15))
            ])
        #expect(after.isSettled)
    }

    @Test("is the old one again after a hold that lists never showed, even of two weeks")
    func longHold() throws {
        let balances = (0..<40).map { ($0, Int128((10..<24).contains($0) ? 300 : 500)) }
        let levels = try #require(BalanceLevels(told: told(balances), rows: []))
        #expect(levels.breaks.isEmpty)
    }

    @Test("says nothing of balances that no transaction follows")
    func unrelated() throws {
        let balances = (0..<30).map { ($0, Int128($0 * $0 * 7)) }
        #expect(try #require(BalanceLevels(told: told(balances), rows: [])).isFollowed == false)
    }
}
