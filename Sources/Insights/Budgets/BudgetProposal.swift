public import Model

/// A target to begin with, from what was spent before.
public struct BudgetProposal: Hashable, Sendable {
    /// The category's id.
    public let category: String
    /// The average of the months, rounded up to five whole units.
    public let amount: Money
    /// What was spent in each month, oldest first.
    public let months: [Money]

    /// Proposals for top-level categories without a budget that cost something in at least half
    /// of the last whole months, the highest first.
    ///
    /// - Parameter count: how many months to look at; fewer if less is known.
    public static func all(
        besides budgets: [Budget], _ facts: BudgetFacts, months count: Int, _ currency: Currency
    ) -> [BudgetProposal] {
        let months = facts.known.wholeMonths(count, before: facts.today.month, in: currency)
            .months
        guard !months.isEmpty else { return [] }
        let unit = 5 * powerOfTen(currency.exponent)
        return facts.categories.categories.compactMap { category -> BudgetProposal? in
            guard category.type == .expense, category.parent == nil,
                !budgets.contains(where: { budget in
                    guard case .category(let id) = budget.subject else { return false }
                    return facts.categories.isCategory(id, within: category.id)
                })
            else { return nil }
            let ids = facts.categories.ids(within: category.id)
            let sums = months.map { month in
                ids.reduce(Int128(0)) {
                    $0 + facts.spent(inCategory: $1, month.firstDay..<month.next.firstDay, currency)
                }
            }
            let average = sums.reduce(0, +).divided(by: sums.count)
            guard average > 0, sums.count(where: { $0 > 0 }) * 2 >= sums.count else { return nil }
            return BudgetProposal(
                category: category.id,
                amount: Money(sum: (average + unit - 1) / unit * unit, currency: currency),
                months: sums.map { Money(sum: $0, currency: currency) })
        }.sorted { ($1.amount.minorUnits, $0.category) < ($0.amount.minorUnits, $1.category) }
    }
}
