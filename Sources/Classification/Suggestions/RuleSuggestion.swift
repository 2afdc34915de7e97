/// A rule that the transactions of a vault call for.
public struct RuleSuggestion: Hashable, Sendable {
    public enum Ground: Hashable, Sendable {
        /// The person set the same for so many transactions of the payee, one
        /// by one.
        case corrections(Int)
        /// So many transactions of the payee have no category.
        case uncategorised(Int, isRecurring: Bool)
    }

    public let payee: String
    public let ground: Ground
    /// The rule. Its category is left to the person where ``needsCategory``.
    public let change: RuleChange
    /// Whether the person has to say which category it is to set.
    public let needsCategory: Bool
    /// How many transactions of the vault the rule matches.
    public let matches: Int
    /// How many of those get something else than they have now.
    public let changes: Int
    /// The numbers of transactions that it matches, and for which the person
    /// said something else than the rule does.
    public let contradictions: [Int64]
}
