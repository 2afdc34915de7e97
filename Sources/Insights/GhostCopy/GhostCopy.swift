public import Model

/// A household's figures for somebody who must not learn which household it is.
///
/// Amounts are shares: of a month's average income (100) or of all spending. They are rounded to
/// ``step``, and months are compared with the household's own usual month, which a reader who
/// knows one month can't know.
public struct GhostCopy: Sendable {
    public struct Part: Hashable, Sendable {
        public let category: String
        /// Percent of all spending, rounded.
        public let share: Int
    }

    public struct Merchant: Hashable, Sendable {
        /// A public name, such as "Netflix".
        public let name: String
        public let category: String
    }

    public struct Commitment: Hashable, Sendable {
        public let category: String
        public let frequency: Frequency
        /// A month's cost where the average monthly income is 100, rounded.
        public let cost: Int
    }

    public struct Budget: Hashable, Sendable {
        /// How much is spent, in words only.
        public enum State: String, Hashable, Sendable {
            case within
            case nearlySpent = "nearly spent"
            case over
        }

        public let category: String
        public let state: State
    }

    public struct Account: Hashable, Sendable {
        /// "Asset_A (Checking)".
        public let name: String
        /// "less than a month of income".
        public let size: String
    }

    public struct Row: Hashable, Sendable {
        /// "Month 1, Day 15".
        public let day: String
        public let account: String
        public let category: String
        public let isIncome: Bool
        /// Of an average month's income of 100, at least 1.
        public let amount: Int
    }

    /// Shares are rounded to multiples of this, in percent.
    public static let step = 20
    /// The least distance from usual that a trend has, in percent.
    private static let unusual: Int64 = 25

    /// The number of whole months.
    public let months: Int
    /// Of an average month's income of 100, the expenses; nil without income.
    public let spentOfIncome: Int?
    /// The largest first; those that round to nothing are left out.
    public let parts: [Part]
    /// Public merchants of the whole months, by name; empty unless asked for.
    public let merchants: [Merchant]
    /// Active commitments with a noticeable cost, the largest first.
    public let commitments: [Commitment]
    /// Those of the same public category count as one, in the worst state.
    public let budgets: [Budget]
    public let accounts: [Account]
    /// Sentences about the trends.
    public let trends: [String]
    /// Empty unless asked for.
    public let rows: [Row]

    /// - Parameters:
    ///   - days: the period; only its whole months that are known count in the figures.
    ///   - withRows: whether to list single transactions, which can be linked.
    public init(_ facts: GhostFacts, days: Range<CalendarDay>, withRows: Bool = false) {
        let first =
            days.lowerBound == days.lowerBound.month.firstDay
            ? days.lowerBound.month : days.lowerBound.month.next
        let asked = first..<max(first, days.upperBound.month)
        let counted = facts.known.map(asked.clamped) ?? asked
        months = counted.count
        let whole = facts.movements.filter { counted.contains($0.day.month) }
        let sums = WholeMonths(whole, first: counted.lowerBound, count: months)
        let income = months > 0 ? sums.income / Int64(months) : 0
        spentOfIncome =
            income > 0 ? Self.share(sums.spending / Int64(max(1, months)), of: income) : nil
        parts = sums.categories.map {
            Part(category: $0.key, share: Self.share($0.value, of: sums.spending))
        }
        .filter { $0.share > 0 }
        .sorted { ($1.share, $0.category) < ($0.share, $1.category) }
        merchants = Set(
            whole.compactMap { movement in
                movement.merchant.map { Merchant(name: $0, category: movement.category) }
            }
        ).sorted { ($0.name, $0.category) < ($1.name, $1.category) }
        commitments = facts.commitments.map {
            Commitment(
                category: $0.category, frequency: $0.frequency,
                cost: Self.share(-$0.monthly, of: income))
        }
        .filter { $0.cost > 0 }
        .sorted {
            ($1.cost, $0.category, $0.frequency.timesAYear) < (
                $0.cost, $1.category, $1.frequency.timesAYear
            )
        }
        budgets = Dictionary(grouping: facts.budgets, by: \.category).sorted { $0.key < $1.key }
            .map { Budget(category: $0, state: Self.state($1.map(\.usedPercent).max() ?? 0)) }
        let names = facts.accountNames
        accounts = zip(names, facts.accounts).map { name, account in
            Account(name: name, size: Self.size(account.balance, income: income))
        }
        trends = sums.trends(unusual: Self.unusual)
        rows =
            !withRows || income <= 0
            ? []
            : facts.movements.filter { days.contains($0.day) }.map { movement in
                let month = days.lowerBound.month.months(until: movement.day.month) + 1
                return Row(
                    day: "Month \(month), Day \(movement.day.components.day)",
                    account: names[movement.account], category: movement.category,
                    isIncome: movement.isIncome,
                    amount: min(999, max(1, Self.percent(movement.amount, of: income))))
            }
    }

    private static func percent(_ part: Int64, of whole: Int64) -> Int {
        guard whole > 0 else { return 0 }
        let (tenths, rest) = (Int128(part.magnitude) * 200 + Int128(whole), Int128(whole) * 2)
        return Int(min(tenths / rest, 999))
    }

    /// A share in percent, rounded to ``step``; 0 for what is negative.
    private static func share(_ part: Int64, of whole: Int64) -> Int {
        guard part > 0 else { return 0 }
        return min(980, (percent(part, of: whole) + step / 2) / step * step)
    }

    private static func state(_ usedPercent: Int) -> Budget.State {
        switch usedPercent {
        case ...80: .within
        case ...100: .nearlySpent
        default: .over
        }
    }

    private static func size(_ balance: Int64?, income: Int64) -> String {
        guard let balance else { return "unknown" }
        guard balance != 0 else { return "nothing" }
        guard income > 0 else { return "unknown" }
        return switch balance.magnitude / income.magnitude {
        case 0: "less than a month of income"
        case 1..<12: "less than a year of income"
        default: "more than a year of income"
        }
    }
}

/// Sums of whole months.
private struct WholeMonths {
    var income: Int64 = 0
    var spending: Int64 = 0
    var categories: [String: Int64] = [:]
    /// Spending by month.
    private var byMonth: [Int64]
    private var byCategory: [String: [Int64]] = [:]

    init(_ movements: [GhostFacts.Movement], first: CalendarMonth, count: Int) {
        byMonth = Array(repeating: 0, count: count)
        for movement in movements {
            guard !movement.isIncome else {
                income = income.addingOrClamped(movement.amount)
                continue
            }
            let month = first.months(until: movement.day.month)
            spending = spending.addingOrClamped(-movement.amount)
            byMonth[month] = byMonth[month].addingOrClamped(-movement.amount)
            categories[movement.category, default: 0] =
                categories[movement.category, default: 0].addingOrClamped(-movement.amount)
            var own = byCategory[movement.category] ?? byMonth.map { _ in 0 }
            own[month] = own[month].addingOrClamped(-movement.amount)
            byCategory[movement.category] = own
        }
    }

    /// Months and categories that are far from what is usual here.
    func trends(unusual: Int64) -> [String] {
        guard byMonth.count >= 4, spending > 0 else { return [] }
        var sentences: [String] = []
        let usual = spending / Int64(byMonth.count)
        for (position, month) in byMonth.enumerated() {
            guard let direction = Self.direction(month, usual, unusual) else { continue }
            sentences.append("Spending was \(direction) than usual in Month \(position + 1).")
        }
        let half = byMonth.count / 2
        for (category, months) in byCategory.sorted(by: { $0.key < $1.key }) {
            let earlier = months.prefix(half).reduce(Int64(0)) { $0.addingOrClamped($1) }
            let later = months.suffix(half).reduce(Int64(0)) { $0.addingOrClamped($1) }
            guard max(earlier, later) > spending / 20,
                let direction = Self.direction(later, earlier, unusual)
            else { continue }
            sentences.append("\(category) was \(direction) in the second half than in the first.")
        }
        return sentences
    }

    private static func direction(_ one: Int64, _ usual: Int64, _ unusual: Int64) -> String? {
        let (one, usual) = (Int128(one) * 100, Int128(usual))
        if one > usual * Int128(100 + unusual) { return "higher" }
        return one < usual * Int128(100 - unusual) ? "lower" : nil
    }
}

extension Int64 {
    fileprivate func addingOrClamped(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other > 0 ? .max : .min + 1) : sum
    }
}
