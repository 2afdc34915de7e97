/// A sum that the person saves for.
public struct PlannedGoal: Hashable, Sendable {
    /// Unique among the goals.
    public let name: String
    /// Above 0, in whole units.
    public let amount: DecimalAmount
    /// The month at whose end it should be there; nil for no deadline.
    public let deadline: CalendarMonth?
    /// 1 to 3; 1 comes first.
    public let priority: Int
    /// The name or number of the account that it is saved on; nil for a typed sum.
    public let account: String?
    /// What is saved so far, if no account tells it.
    public let saved: DecimalAmount?
    /// What is saved each month, if no account tells it.
    public let monthly: DecimalAmount?
    /// A currency's code; nil for the account's, or the person's usual one.
    public let currency: String?

    public static let usualPriority = 2

    public init(
        name: String, amount: DecimalAmount, deadline: CalendarMonth? = nil,
        priority: Int = PlannedGoal.usualPriority, account: String? = nil,
        saved: DecimalAmount? = nil, monthly: DecimalAmount? = nil, currency: String? = nil
    ) {
        self.name = name
        self.amount = amount
        self.deadline = deadline
        self.priority = priority
        self.account = account
        self.saved = saved
        self.monthly = monthly
        self.currency = currency
    }
}
