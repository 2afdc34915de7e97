/// When a condition holds for a transaction, an effect follows.
///
/// Income patterns, the category map, a person's stored rules and the tables
/// of their Lua files are all rules; they differ in their origin only.
public struct Rule: Hashable, Sendable {
    /// The stable name by which decisions and commands refer to the rule.
    public let id: String
    /// What a person sees.
    public var name: String
    public var origin: RuleOrigin
    /// A higher priority is looked at earlier.
    public var priority: Int
    public var isEnabled: Bool
    public var condition: Condition
    public var effect: Effect
    /// Whether no later rule is looked at once this one matched.
    public var stops: Bool
    /// Whether money that came in has to be an expense, as money back is.
    public var isOfSpending: Bool

    public init(
        id: String, name: String, origin: RuleOrigin, priority: Int = 0, isEnabled: Bool = true,
        condition: Condition, effect: Effect, stops: Bool = false, isOfSpending: Bool = false
    ) {
        self.id = id
        self.name = name
        self.origin = origin
        self.priority = priority
        self.isEnabled = isEnabled
        self.condition = condition
        self.effect = effect
        self.stops = stops
        self.isOfSpending = isOfSpending
    }
}
