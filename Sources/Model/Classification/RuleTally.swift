/// How often a rule was of use in a pass over the vault.
public struct RuleTally: Hashable, Sendable {
    /// What commands and decisions call the rule.
    public let rule: String
    /// How many transactions it matched.
    public let hits: Int
    /// The newest day of those; nil where there are none.
    public let lastDay: CalendarDay?

    public init(rule: String, hits: Int, lastDay: CalendarDay?) {
        self.rule = rule
        self.hits = hits
        self.lastDay = lastDay
    }
}
