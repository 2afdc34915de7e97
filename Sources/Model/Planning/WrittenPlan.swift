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

/// How `ghostvault plan` shares out what a month leaves.
public struct PlanSettings: Hashable, Sendable {
    /// Whole percent; the three make 100.
    public let cushionShare: Int
    public let debtShare: Int
    public let goalShare: Int
    /// The months of needs that the cushion should last.
    public let cushionMonths: Int
    /// The months ahead that are planned.
    public let horizon: Int
    /// What the person wants no advice about.
    public let adviceOff: Set<AdviceRule>

    public static let usual = PlanSettings()

    public init(
        cushionShare: Int = 40, debtShare: Int = 40, goalShare: Int = 20, cushionMonths: Int = 3,
        horizon: Int = 12, adviceOff: Set<AdviceRule> = []
    ) {
        self.cushionShare = cushionShare
        self.debtShare = debtShare
        self.goalShare = goalShare
        self.cushionMonths = cushionMonths
        self.horizon = horizon
        self.adviceOff = adviceOff
    }
}

/// A rule of `ghostvault advice`, by the name that switches it off in `plan.toml`.
public enum AdviceRule: String, CaseIterable, Sendable {
    case deficit
    case growingDebt = "growing-debt"
    case firstMonth = "first-month"
    case dearDebt = "dear-debt"
    case cushion
    case goal
    case cheapDebt = "cheap-debt"
    case noPurpose = "no-purpose"
    // The others tell of risks.
    case short
    case debtLoad = "debt-load"
    case oneIncome = "one-income"
    case unknownDebt = "unknown-debt"
}

extension DecimalAmount {
    /// The amount in minor units; nil if the currency has no such part, or it is too large.
    public func minorUnits(in currency: Currency) -> Int128? {
        guard decimals <= currency.exponent else { return nil }
        return Int128(coefficient) * powerOfTen(currency.exponent - decimals)
    }
}
