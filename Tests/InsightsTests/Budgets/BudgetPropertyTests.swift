import Insights
import Model
import TestSupport
import Testing

@Suite("Budgets of random households")
struct BudgetPropertyTests {
    /// Random budgets and spending in 2025 and 2026.
    private struct Household {
        var random: RandomNumbers
        private(set) var entries: [Entry] = []
        private(set) var lines: [BudgetLine] = []

        init(seed: UInt64) {
            random = RandomNumbers(seed: seed)
            for _ in 0..<60 {
                let category =
                    ["groceries", "dining", "food", "shopping", "travel"]
                    .randomElement(using: &random) ?? "other"
                entries.append(
                    Entry(
                        day(2025, 1, 1).adding(days: Int.random(in: 0..<730, using: &random)),
                        Int64.random(in: -300_00...50_00, using: &random), .expense, category))
            }
        }

        mutating func line(
            _ category: String, _ carry: BudgetLine.Carry, hasCap: Bool = false
        ) -> BudgetLine {
            BudgetLine(
                category, from: "2025-0\(Int.random(in: 1...9, using: &random))",
                every: BudgetPeriod.allCases.randomElement(using: &random) ?? .month,
                .amount(usd(Int64.random(in: 0...900_01, using: &random))), carry: carry,
                cap: hasCap ? usd(Int64.random(in: 0...1_200_00, using: &random)) : nil)
        }

        mutating func lineOfAnyCarry(_ category: String) -> BudgetLine {
            line(
                category, BudgetLine.Carry.allCases.randomElement(using: &random) ?? .none,
                hasCap: Bool.random(using: &random))
        }

        mutating func days() -> Range<CalendarDay> {
            let first = day(2025, 1, 1).adding(days: Int.random(in: 0..<600, using: &random))
            return first..<first.adding(days: Int.random(in: 2...130, using: &random))
        }
    }

    private static let seeds = Seeds.first(of: 200, few: 6)
    private let today = day(2026, 12, 31)

    @Test(
        "the targets and the spending of any parts of days make those of the days", arguments: seeds
    )
    func partition(seed: UInt64) throws {
        var household = Household(seed: seed)
        let lines = ["groceries", "food", "travel"].map { household.lineOfAnyCarry($0) }
        let books = try BudgetBooks(lines, household.entries, today: today)
        for _ in 0..<8 {
            let days = household.days()
            let middle = days.lowerBound.adding(
                days: Int.random(
                    in: 1..<days.lowerBound.days(until: days.upperBound), using: &household.random))
            func sums(_ days: Range<CalendarDay>) throws -> [String: [Int128]] {
                let figures = try BudgetReport.all(books.budgets, books.facts, in: days)
                    .flatMap(\.figures)
                return Dictionary(
                    uniqueKeysWithValues: figures.map {
                        ($0.subject.name, [$0.target.minorUnits, $0.spent.minorUnits])
                    })
            }
            let parts = try sums(days.lowerBound..<middle).merging(
                sums(middle..<days.upperBound)
            ) { zip($0, $1).map { $0.0 + $0.1 } }
            #expect(try sums(days) == parts)
        }
    }

    @Test("what is in budgets and what is not make all spending", arguments: seeds)
    func spending(seed: UInt64) throws {
        var household = Household(seed: seed)
        let lines = ["groceries", "shopping"].map { household.lineOfAnyCarry($0) }
        let books = try BudgetBooks(lines, household.entries, today: today)
        for _ in 0..<8 {
            let days = household.days()
            guard let report = try BudgetReport.all(books.budgets, books.facts, in: days).first
            else { continue }
            #expect(report.days == days.clamped(to: report.days))
            let spending = try CategorySpending.breakdown(
                books.books.vault, days: report.days, in: budgetTree())
            #expect(
                report.spent.minorUnits == spending.reduce(0) { $0 + $1.spent.minorUnits })
            #expect(
                report.unbudgeted.minorUnits
                    + report.figures.reduce(0) { $0 + $1.spent.minorUnits }
                    == report.spent.minorUnits)
        }
    }

    @Test("carrying over makes no money and loses none", arguments: seeds)
    func carrying(seed: UInt64) throws {
        for carry in BudgetLine.Carry.allCases {
            var household = Household(seed: seed)
            let line = household.line("groceries", carry, hasCap: seed.isMultiple(of: 2))
            let books = try BudgetBooks([line], household.entries, today: today)
            let periods = try books.periods("2025-01", through: "2026-12")
            for (period, next) in zip(periods, periods.dropFirst()) {
                let left = period.left.minorUnits
                let passedOn: Int128 =
                    switch carry {
                    case .none: 0
                    case .surplus: max(0, left)
                    case .both: left
                    }
                #expect(next.carried.minorUnits == passedOn)
                #expect(
                    period.parts.reduce(0) { $0 + $1.amount.minorUnits }
                        == period.available.minorUnits)
                if let cap = line.cap {
                    #expect(
                        period.available.minorUnits
                            <= max(cap.minorUnits, period.carried.minorUnits))
                }
            }
        }
    }

    @Test("the shares of days make the whole, and differ by one unit at most", arguments: seeds)
    func shares(seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        for _ in 0..<20 {
            let whole = Int128(Int64.random(in: -5_000...5_000_000, using: &random))
            let first = day(2024, 1, 1).adding(days: Int.random(in: 0..<800, using: &random))
            let count = Int.random(in: 1...366, using: &random)
            let shares = DayShares(whole, over: first..<first.adding(days: count))
            let each = (0..<count).map { place in
                shares.share(of: first.adding(days: place)..<first.adding(days: place + 1))
            }
            #expect(each.reduce(0, +) == whole)
            #expect((each.max() ?? 0) - (each.min() ?? 0) <= 1)
        }
    }
}
