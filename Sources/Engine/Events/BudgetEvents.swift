internal import Automation
internal import Insights
internal import Model
internal import Vault

/// The events of exceeded budgets and limits, `over_budget`, and of shares of budgets that are
/// spent, `budget_reached`. There is one for each period and currency.
struct BudgetEvents {
    let look: EventLook
    /// The current periods of all budgets.
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
            options.budget.map { $0.covers(figure.subject, look.categories) } ?? true
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
        let category = subscription.options.category ?? ""
        return try CategorySpending.breakdown(
            look.vault, days: month.firstDay..<month.next.firstDay, in: look.categories
        ).flatMap(\.withParts).filter { $0.category == category }
            .map(\.spent).filter { $0.isMore(than: limit) }
            .map { spent in
                DetectedEvent(
                    "\(month) \(spent.currency.code)", on: look.today, for: subscription,
                    .budget(budget(.category(category), spent, limit.money(in: spent.currency))))
            }
    }

    /// "groceries 2026-11-01 USD" or "tag holiday 2026-11-01 USD": one for each period.
    private func subject(of figure: BudgetFigure) -> String {
        let kind = figure.subject.kind == "category" ? "" : "\(figure.subject.kind) "
        let period = "\(figure.days.lowerBound) \(figure.target.currency.code)"
        return "\(kind)\(figure.subject.name) \(period)"
    }

    private func event(
        _ figure: BudgetFigure, _ subject: String, for subscription: EventSubscription
    ) -> DetectedEvent {
        DetectedEvent(
            subject, on: look.today, for: subscription,
            .budget(budget(figure.subject, figure.spent, figure.available)))
    }

    private func budget(_ subject: BudgetSubject, _ spent: Money, _ limit: Money) -> EventBudget {
        let name =
            if case .category(let id) = subject { look.category(id).name } else { subject.name }
        return EventBudget(subject: subject, name: name, spent: spent, limit: limit)
    }
}

extension EventKind {
    /// Whether it is about budgets.
    var isOfBudgets: Bool { self == .overBudget || self == .budgetReached }
}

extension BudgetSubject {
    /// Whether a handler for this one receives the events of another: of the same tag or view,
    /// or of a category within.
    func covers(_ other: BudgetSubject, _ categories: CategoryTree) -> Bool {
        switch (self, other) {
        case (.category(let outer), .category(let id)): categories.isCategory(id, within: outer)
        case (.tag(let one), .tag(let other)), (.view(let one), .view(let other)):
            one.lowercased() == other.lowercased()
        default: false
        }
    }
}

extension Engine {
    /// The current periods of all budgets.
    func currentBudgets() throws -> [BudgetFigure] {
        let budgets = try budgets()
        guard !budgets.isEmpty else { return [] }
        return try BudgetReport.current(budgets, try budgetFacts(for: budgets, through: nil))
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
