/// What `config/plan.toml` says.
public struct WrittenPlan: Hashable, Sendable {
    /// Incomes first.
    public let items: [PlannedItem]
    /// In the person's own order, which is an order of repaying, too.
    public let debts: [PlannedDebt]
    public let goals: [PlannedGoal]
    public let settings: PlanSettings

    public init(
        items: [PlannedItem], debts: [PlannedDebt], goals: [PlannedGoal],
        settings: PlanSettings = .usual
    ) {
        self.items = items
        self.debts = debts
        self.goals = goals
        self.settings = settings
    }
}

extension DecimalAmount {
    /// The amount in minor units; nil if the currency has no such part, or it is too large.
    public func minorUnits(in currency: Currency) -> Int128? {
        guard decimals <= currency.exponent else { return nil }
        return Int128(coefficient) * powerOfTen(currency.exponent - decimals)
    }
}
