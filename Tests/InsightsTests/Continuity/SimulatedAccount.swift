import Model
import TestSupport

@testable import Insights

/// How a bank reports a simulated account.
enum BankHabit: String, CaseIterable, Sendable {
    /// The balance has what is pending, and posts it up to four days later.
    case pendingInBalance
    /// Every fifth row is in the balance a day before or after its own.
    case valueDates
    /// Each balance is one to three days behind its day, or none.
    case lateBalances
    /// Every fifteenth balance is wrong.
    case wrongBalances
    /// Balances are up to three days apart.
    case missingBalances
    /// Balances have the other sign.
    case reversedBalances
}

/// Half a year of a random account, as its bank reports it.
struct SimulatedAccount {
    var told: [BalanceLevels.Told] = []
    var rows: [BalanceLevels.Row] = []

    private static let length = 180
    private static let start = day(2025, 1, 1)

    init(_ habits: Set<BankHabit>, random: inout RandomNumbers) {
        var moved = [Int128](repeating: 0, count: Self.length + 10)
        func date(_ number: Int) -> CalendarDay { Self.start.adding(days: number) }
        for number in 0..<Self.length {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let amount = Int64.random(in: -20_000..<2_000, using: &random)
                var posted = number
                var booked = number
                if habits.contains(.pendingInBalance) {
                    posted += Int.random(in: 0...4, using: &random)
                }
                if habits.contains(.valueDates), Int.random(in: 0..<5, using: &random) == 0 {
                    booked = max(0, number + (Bool.random(using: &random) ? 1 : -1))
                }
                moved[booked] += Int128(amount)
                let isPosted = posted < Self.length
                rows.append(
                    .init(
                        posted: isPosted ? date(posted) : nil, known: date(number), amount: amount))
            }
            // A hold that is never posted.
            if habits.contains(.pendingInBalance), Int.random(in: 0..<20, using: &random) == 0 {
                let hold = Int64.random(in: -9_000 ... -100, using: &random)
                let end = number + Int.random(in: 1...7, using: &random)
                moved[number] += Int128(hold)
                moved[end] -= Int128(hold)
                rows.append(
                    .init(posted: nil, known: date(number), gone: date(end), amount: hold))
            }
        }
        var sum: Int128 = 100_000
        let balances = moved.map { change in
            sum += change
            return sum
        }
        var number = 3
        while number < Self.length {
            let late = habits.contains(.lateBalances) ? Int.random(in: 0...3, using: &random) : 0
            var balance = balances[number - late]
            if habits.contains(.wrongBalances), Int.random(in: 0..<15, using: &random) == 0 {
                balance += 4_711
            }
            if habits.contains(.reversedBalances) { balance = -balance }
            told.append(.init(day: date(number), balance: balance))
            let further = habits.contains(.missingBalances) ? 2 : 0
            number += 1 + Int.random(in: 0...further, using: &random)
        }
    }

    /// Loses a posted row from the middle of the year.
    mutating func loseRow(random: inout RandomNumbers) -> BalanceLevels.Row? {
        let middle = Self.start.adding(days: 30)..<Self.start.adding(days: Self.length - 30)
        let lost = rows.indices.filter { position in
            rows[position].posted.map(middle.contains) ?? false && rows[position].amount != 0
        }.randomElement(using: &random)
        return lost.map { rows.remove(at: $0) }
    }
}
