public import Model
public import Rules

/// What is not as it should be with the person's rules, by the evidence of
/// their transactions.
public struct RuleHealth: Sendable {
    /// A rule that matches, and on every transaction comes too late to set
    /// anything.
    public struct Shadow: Sendable {
        public let rule: Rule
        public let transactions: Int
        /// The rules that decided before it, the one that did most often first.
        public let earlier: [Rule]
    }

    /// Two rules that set different values on the same transactions.
    public struct Conflict: Sendable {
        /// The earlier rule, whose value holds.
        public let winner: Rule
        public let loser: Rule
        /// In the order of ``Attribute``.
        public let attributes: [Attribute]
        /// On how many transactions.
        public let transactions: Int
        /// Whether the winner matches nothing else than transactions of the
        /// loser: a narrow rule before a wide one is how exceptions are
        /// written.
        public let isException: Bool
    }

    /// What the functions of a rule take.
    public struct Cost: Sendable {
        public let rule: Rule
        /// On how many transactions a function of it was asked.
        public let transactions: Int
        /// Steps of Lua for each, rounded; measured on the first thousand.
        public let stepsEach: Int
        /// Of the steps of all rules, 0 to 1.
        public let share: Double
    }

    /// Rules that match nothing.
    public let neverMatched: [Rule]
    public let shadowed: [Shadow]
    /// The one on the most transactions first.
    public let conflicts: [Conflict]
    /// The dearest first.
    public let costs: [Cost]
    /// How many rules were looked at.
    public let rules: Int
    /// How many transactions they were asked about.
    public let transactions: Int
}
