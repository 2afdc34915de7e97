internal import Automation
internal import Insights
internal import Model
internal import Vault

/// Categories on which more was spent this month than was meant to be:
/// `over_budget`, once a month and currency.
struct BudgetEvents {
    let look: EventLook
    private let spending: [CategorySpending]

    init(_ look: EventLook) throws {
        self.look = look
        let month = look.today.month
        spending = try CategorySpending.breakdown(
            look.vault, days: month.firstDay..<month.next.firstDay, in: look.categories)
    }

    func sightings(for subscription: EventSubscription) throws -> [Sighting] {
        guard let category = subscription.options.category,
            let limit = subscription.options.limit
        else { return [] }
        return spending.flatMap(\.withParts).filter { $0.category == category }.map(\.spent)
            .filter { $0.isMore(than: limit) }
            .map { spent in
                let budget = EventBudget(
                    category: look.category(category), spent: spent,
                    limit: limit.money(in: spent.currency))
                return Sighting(
                    "\(look.today.month) \(spent.currency.code)", on: look.today,
                    for: subscription, .budget(budget))
            }
    }
}

extension DecimalAmount {
    /// The amount in a currency, without the decimals that it does not have.
    fileprivate func money(in currency: Currency) -> Money {
        var amount = Int128(coefficient)
        for _ in 0..<max(0, currency.exponent - decimals) { amount *= 10 }
        for _ in 0..<max(0, decimals - currency.exponent) { amount /= 10 }
        return Money(sum: amount, currency: currency)
    }
}
