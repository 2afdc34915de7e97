public import Model
public import Vault

/// What is planned for a category in some days, beside what was booked in it.
///
/// A category has its subcategories but those with a plan of their own, so that nothing counts
/// twice.
public struct PlannedCategory: Hashable, Sendable {
    /// Its id; nil for everything that no category with a plan has.
    public let category: String?
    public let isIncome: Bool
    /// Above 0.
    public let planned: Money
    /// Spending is above 0, money back below.
    public let actual: Money

    /// What was booked besides the plan; negative for less than that.
    public var difference: Money {
        Money(sum: actual.minorUnits - planned.minorUnits, currency: planned.currency)
    }

    /// For each currency incomes, then expenses, the largest plan first, and last what has none.
    ///
    /// - Parameters:
    ///   - items: of `plan.toml`; one without a known account or with too many decimals is left
    ///     out.
    ///   - usual: the currency of items without an account.
    ///   - lastDay: the last day whose transactions count; nil for all.
    public static func all(
        _ days: ClosedRange<CalendarDay>, _ vault: Vault, _ items: [PlannedItem],
        usual: Currency, in categories: CategoryTree, through lastDay: CalendarDay?
    ) throws -> [PlannedCategory] {
        let accounts = try vault.accounts()
        let figures = try vault.dailyFigures(
            (days.lowerBound..<days.upperBound.adding(days: 1)).through(lastDay))
        var sums: [Kind: [String?: (planned: Int128, actual: Int128)]] = [:]
        for item in items {
            guard let currency = accounts.currency(of: item, orElse: usual),
                let amount = item.amount.minorUnits(in: currency)
            else { continue }
            let count = item.days(in: days).count
            guard count > 0 else { continue }
            let kind = Kind(currency: currency, isIncome: amount > 0)
            let category = item.category.map(categories.resolved)
            sums[kind, default: [:]][category, default: (0, 0)].planned +=
                Int128(amount.magnitude) * Int128(count)
        }
        for figure in figures where [.income, .expense].contains(figure.transactionClass) {
            let isIncome = figure.transactionClass == .income
            let kind = Kind(currency: figure.total.currency, isIncome: isIncome)
            let category = nearest(
                to: figure.category, in: categories,
                among: Set((sums[kind] ?? [:]).filter { $0.value.planned > 0 }.keys))
            sums[kind, default: [:]][category, default: (0, 0)].actual +=
                isIncome ? figure.total.minorUnits : -figure.total.minorUnits
        }
        return sums.sorted { $0.key < $1.key }.flatMap { kind, rows in
            rows.map { category, sum in
                PlannedCategory(
                    category: category, isIncome: kind.isIncome,
                    planned: Money(sum: sum.planned, currency: kind.currency),
                    actual: Money(sum: sum.actual, currency: kind.currency))
            }.sorted {
                ($0.category == nil ? 1 : 0, -$0.planned.minorUnits, $0.category ?? "")
                    < ($1.category == nil ? 1 : 0, -$1.planned.minorUnits, $1.category ?? "")
            }
        }
    }

    /// The category itself or its nearest ancestor with a plan; nil without one.
    private static func nearest(
        to category: String, in categories: CategoryTree, among planned: Set<String?>
    ) -> String? {
        sequence(first: category) { categories[$0]?.parent }.first { planned.contains($0) }
    }

    private struct Kind: Hashable, Comparable {
        let currency: Currency
        let isIncome: Bool

        static func < (one: Kind, other: Kind) -> Bool {
            (one.currency.code, one.isIncome ? 0 : 1)
                < (other.currency.code, other.isIncome ? 0 : 1)
        }
    }
}
