internal import Automation
internal import Insights
internal import Model
internal import Vault

/// The events of exceeded budgets and limits, `over_budget`, and of shares of budgets that are
/// spent, `budget_reached`. There is one for each period and currency.
struct BudgetEvents {
    let look: EventLook
    /// The current periods of the categories' budgets.
    let targets: [BudgetFigure]

    init(_ look: EventLook, _ targets: [BudgetFigure]) {
        self.look = look
        self.targets = targets
    }

    func sightings(for subscription: EventSubscription) throws -> [DetectedEvent] {
        let options = subscription.options
        if let limit = options.limit {
            return try sightings(for: subscription, over: limit)
        }
        let meant = targets.filter { figure in
            options.category.map {
                look.categories.isCategory(figure.subject.name, within: $0)
            } ?? true
        }
        guard subscription.kind == .budgetReached else {
            return meant.filter { $0.status == .over }.map {
                event($0, subject(of: $0), for: subscription)
            }
        }
        let shares = options.at.map { [$0] } ?? EventOption.usualShares
        return meant.flatMap { figure in
            shares.filter { $0 <= figure.usedPercent ?? 0 }.map { share in
                event(figure, "\(subject(of: figure)) \(share)", for: subscription)
            }
        }
    }

    private func sightings(
        for subscription: EventSubscription, over limit: DecimalAmount
    ) throws -> [DetectedEvent] {
        let month = look.today.month
        return try CategorySpending.breakdown(
            look.vault, days: month.firstDay..<month.next.firstDay, in: look.categories
        ).flatMap(\.withParts).filter { $0.category == subscription.options.category }
            .map(\.spent).filter { $0.isMore(than: limit) }
            .map { spent in
                let budget = EventBudget(
                    category: look.category(subscription.options.category ?? ""), spent: spent,
                    limit: limit.money(in: spent.currency))
                return DetectedEvent(
                    "\(month) \(spent.currency.code)", on: look.today, for: subscription,
                    .budget(budget))
            }
    }

    /// "groceries 2026-11-01 USD": one for each period.
    private func subject(of figure: BudgetFigure) -> String {
        "\(figure.subject.name) \(figure.days.lowerBound) \(figure.target.currency.code)"
    }

    private func event(
        _ figure: BudgetFigure, _ subject: String, for subscription: EventSubscription
    ) -> DetectedEvent {
        DetectedEvent(
            subject, on: look.today, for: subscription,
            .budget(
                EventBudget(
                    category: look.category(figure.subject.name), spent: figure.spent,
                    limit: figure.available)))
    }
}

extension Engine {
    /// The current periods of the budgets for categories.
    func currentBudgets() throws -> [BudgetFigure] {
        let budgets = try budgets().filter { $0.subject.kind == "category" }
        guard !budgets.isEmpty else { return [] }
        return try BudgetReport.current(budgets, try budgetFacts(through: nil))
    }
}

extension DecimalAmount {
    /// The amount in a currency, truncated to its decimals.
    fileprivate func money(in currency: Currency) -> Money {
        var amount = Int128(coefficient)
        for _ in 0..<max(0, currency.exponent - decimals) { amount *= 10 }
        for _ in 0..<max(0, decimals - currency.exponent) { amount /= 10 }
        return Money(sum: amount, currency: currency)
    }
}
