import DemoHousehold
import Model
import TestSupport
import Testing

@testable import Insights

@Suite("Continuity of the demo household")
struct DemoContinuityTests {
    private static let today = day(2026, 11, 29)

    /// An account as looks on some days see it.
    private struct Account {
        let account: DemoAccount
        let rows: [BalanceLevels.Row]

        func told(every days: Int, through last: CalendarDay) -> [BalanceLevels.Told] {
            stride(from: 0, through: 180, by: days).reversed().map {
                let day = last.adding(days: -$0)
                return .init(day: day, balance: Int128(account.balance(on: day)))
            }
        }

        /// The rows known on a day.
        func rows(on day: CalendarDay) -> [BalanceLevels.Row] {
            rows.filter { $0.known <= day }.map { row in
                let isPosted = row.posted.map { $0 <= day } ?? false
                return isPosted ? row : .init(posted: nil, known: row.known, amount: row.amount)
            }
        }
    }

    private static let accounts: [Account] = Household(today: today, months: 8).accounts
        .filter { $0.type.netWorthGroup != .investments }.map { account in
            Account(
                account: account,
                rows: account.transactions.map {
                    .init(posted: $0.posted, known: $0.transacted, amount: $0.amount)
                })
        }

    @Test("has no gap on any day that it is looked at, pending charges and all")
    func noAlarm() throws {
        for account in Self.accounts {
            for ago in stride(from: 0, through: 30, by: 6) {
                let last = Self.today.adding(days: -ago)
                let levels = try #require(
                    BalanceLevels(
                        told: account.told(every: 2, through: last), rows: account.rows(on: last)))
                #expect(levels.breaks.isEmpty)
                #expect(levels.isSettled)
            }
        }
    }

    @Test("lacks exactly what is taken out of it", arguments: Seeds.first(of: 100, few: 12))
    func lostRow(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let account = try #require(Self.accounts.randomElement(using: &random))
        let days = Self.today.adding(days: -160)..<Self.today.adding(days: -20)
        var rows = account.rows
        let lost = try #require(
            rows.indices.filter { rows[$0].posted.map(days.contains) ?? false }
                .randomElement(using: &random))
        let row = rows.remove(at: lost)
        let levels = try #require(
            BalanceLevels(told: account.told(every: 2, through: Self.today), rows: rows))
        #expect(levels.breaks.map(\.amount) == [Int128(row.amount)])
        #expect(levels.breaks.first?.days.contains(try #require(row.posted)) == true)
    }

    @Test("is never silent, even by its transactions alone")
    func silence() {
        for account in Self.accounts {
            let news = Set(account.rows.map(\.known)).sorted()
            for ago in 0..<120 {
                let today = Self.today.adding(days: -ago)
                #expect(Silence(news: news.filter { $0 <= today }, heard: today) == nil)
            }
        }
    }
}
