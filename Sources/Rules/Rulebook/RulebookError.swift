/// All that keeps a list of rules from becoming a rulebook, in evaluation
/// order.
public struct RulebookError: Error, Hashable, Sendable {
    public let problems: [RuleProblem]
}

/// A text of one rule that cannot be matched.
public struct RuleProblem: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The pattern is no regular expression.
        ///
        /// - Parameters:
        ///   - offset: characters from the start of the pattern.
        ///   - message: PCRE2's words, in English.
        case invalidRegex(pattern: String, offset: Int, message: String)
        /// The pattern takes more steps than any honest one on a short text, such as this one.
        case endlessRegex(pattern: String, text: String)
        /// The text to look for is empty: it would be found in every transaction.
        case emptyText
    }

    /// The rule's ``Rule/id``.
    public let rule: String
    public let kind: Kind
}

extension RuleProblem.Kind: CustomStringConvertible {
    /// What is wrong, for the rule's author.
    public var description: String {
        switch self {
        case .invalidRegex(let pattern, let offset, let message):
            "the regular expression \"\(pattern)\" is wrong at character \(offset + 1): \(message)"
        case .endlessRegex(let pattern, let text):
            "the regular expression \"\(pattern)\" takes too long, on \"\(text)\" for one; leave out "
                + "repetitions within repetitions, such as (a+)+"
        case .emptyText: "it looks for an empty text, which is in everything"
        }
    }
}
