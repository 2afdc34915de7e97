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
