import DemoHousehold
import Insights
import Model
import Testing

@Suite("A household in its ghost-safe copy")
struct GhostLinkageTests {
    private static let today = day(2026, 11, 20)
    private static let days = day(2025, 11, 1)..<day(2026, 11, 1)
    /// Alike: sixteen lives of one family. Unlike: their incomes differ, too.
    private static let alike = (1...16).map { facts(seed: $0, transactions: 0) }
    private static let unlike = (1...16).map { facts(seed: $0, transactions: $0 * 150) }

    private static func facts(seed: Int, transactions: Int) -> GhostFacts {
        let household = Household(
            seed: UInt64(seed), today: today, months: 13, transactions: transactions)
        var movements: [GhostFacts.Movement] = []
        var series: [String: (category: String, frequency: Frequency, amount: Int64)] = [:]
        for (position, account) in household.accounts.enumerated() {
            for transaction in account.transactions {
                guard let day = transaction.posted, days.contains(day),
                    [.income, .expense].contains(transaction.truth.transactionClass)
                else { continue }
                let isIncome = transaction.truth.transactionClass == .income
                let category = isIncome ? "Income" : transaction.truth.category ?? "other"
                movements.append(
                    GhostFacts.Movement(
                        day: day, account: position, isIncome: isIncome, category: category,
                        amount: transaction.amount))
                if !isIncome, let own = transaction.truth.series {
                    series["\(position) \(own.name)"] = (
                        category, own.frequency, transaction.amount
                    )
                }
            }
        }
        return GhostFacts(
            movements: movements,
            commitments: series.values.map {
                GhostFacts.Commitment(
                    category: $0.category, frequency: $0.frequency,
                    monthly: $0.amount * Int64($0.frequency.timesAYear) / 12)
            },
            accounts: household.accounts.map {
                GhostFacts.Account(type: $0.type, balance: $0.balance(on: today))
            })
    }

    /// The chance to name the household of one known month, times the number of households: 1 is
    /// a guess.
    private static func advantage(
        over households: [GhostFacts], withRows: Bool
    ) -> Double {
        let copies = households.map { GhostCopy($0, days: days, withRows: withRows) }
        var hits = 0.0
        for (own, facts) in households.enumerated() {
            for month in 0..<12 {
                let attacker = Attacker(
                    facts, month: days.lowerBound.month.adding(months: month))
                let scores = copies.map(attacker.resemblance)
                let best = scores.max() ?? 0
                // Whoever can't tell some copies apart guesses one of them.
                if scores[own] == best { hits += 1 / Double(scores.count { $0 == best }) }
            }
        }
        return hits / 12
    }

    @Test("is found hardly better than by chance by whoever knows a month of sixteen alike")
    func alikeHouseholds() {
        let advantage = Self.advantage(over: Self.alike, withRows: false)
        #expect(advantage <= 1.5)
    }

    @Test("is found hardly better than by chance among sixteen of other incomes")
    func unlikeHouseholds() {
        let advantage = Self.advantage(over: Self.unlike, withRows: false)
        #expect(advantage <= 1.5)
    }

    @Test("is found by its single rows, so that the attacker is one")
    func rows() {
        let advantage = Self.advantage(over: Array(Self.alike.prefix(6)), withRows: true)
        #expect(advantage > 4)
    }
}

/// Somebody who knows all transactions of one month, and looks for their household in copies.
private struct Attacker {
    private let movements: [GhostFacts.Movement]
    private let income: Double
    private let spending: Double
    /// Shares of the month's spending, in percent.
    private let shares: [String: Double]
    private let commitments: Set<String>

    init(_ facts: GhostFacts, month: CalendarMonth) {
        movements = facts.movements.filter { $0.day.month == month }
        income = Self.sum(movements.filter(\.isIncome))
        let spent = movements.filter { !$0.isIncome }
        let spending = -Self.sum(spent)
        self.spending = spending
        shares = Dictionary(grouping: spent, by: \.category).mapValues {
            -Self.sum($0) * 100 / max(1, spending)
        }
        commitments = Set(spent.map(\.category))
    }

    private static func sum(_ movements: [GhostFacts.Movement]) -> Double {
        movements.reduce(0) { $0 + Double($1.amount) }
    }

    /// How much a copy is like the month; the higher the more.
    func resemblance(_ copy: GhostCopy) -> Double {
        guard copy.rows.isEmpty else { return rowResemblance(copy) }
        var distance = abs(Double(copy.spentOfIncome ?? 0) - spending * 100 / max(1, income)) / 2
        let told = Dictionary(
            uniqueKeysWithValues: copy.parts.map { ($0.category, Double($0.share)) })
        for category in Set(told.keys).union(shares.keys).sorted() {
            distance += abs(told[category, default: 0] - shares[category, default: 0])
        }
        for commitment in copy.commitments where !commitments.contains(commitment.category) {
            distance += 10
        }
        // Each recurring cost should be among the month's amounts.
        for commitment in copy.commitments where commitment.frequency == .monthly {
            let nearest = movements.filter { $0.category == commitment.category }
                .map { abs(Double(-$0.amount) * 100 / max(1, income) - Double(commitment.cost)) }
                .min()
            distance += nearest ?? 10
        }
        // Sums in another order must tie.
        return -distance.rounded()
    }

    /// The best agreement with any month of the copy, in the days, kinds and sizes of rows.
    private func rowResemblance(_ copy: GhostCopy) -> Double {
        let known = Set(
            movements.map { "\($0.day.components.day) \($0.category) \($0.isIncome)" })
        let months = Dictionary(grouping: copy.rows) { $0.day.prefix { $0 != "," } }
        return months.values.map { rows in
            let told = Set(
                rows.map { row in
                    let day = row.day.split(separator: " ").last.map(String.init) ?? ""
                    return "\(day) \(row.category) \(row.isIncome)"
                })
            return Double(known.intersection(told).count)
                / Double(max(1, known.union(told).count))
        }.max() ?? 0
    }
}
