public import Model

/// What stands before one rule on the transactions that it matches.
public struct RuleStanding: Hashable, Sendable {
    /// Somebody who decides before the rule what it would set.
    public struct Predecessor: Hashable, Sendable {
        /// Who, and why.
        public let reason: Reason
        /// What the rule would set there and does not, in the order of
        /// ``Attribute``.
        public let attributes: [Attribute]
        /// Whether it is a rule that ends the rules, so that this one has no say
        /// at all.
        public let stops: Bool
        /// On how many transactions.
        public let transactions: Int
    }

    /// Transactions that the rule matches. Those behind a rule that stops count
    /// too, where the rule has no function to be asked.
    public let matches: Int
    /// Those of them on which something is decided before the rule.
    public let preceded: Int
    /// The busiest first.
    public let predecessors: [Predecessor]

    public init(matches: Int, preceded: Int, predecessors: [Predecessor]) {
        self.matches = matches
        self.preceded = preceded
        self.predecessors = predecessors
    }

    /// Of a rule that matches nothing.
    public static let nothing = RuleStanding(matches: 0, preceded: 0, predecessors: [])
}
