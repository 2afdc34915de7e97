public import Classification

/// Why something that the person asked for about a rule was not done. Nothing
/// was stored.
public enum RuleError: Error, Hashable, Sendable {
    /// - Parameter hint: a name that may have been meant, as a phrase to be put
    ///   behind the name; empty where none is near.
    case unknown(String, hint: String)
    /// No file of rules is called so. The hint is as above.
    case noSuchFile(String, hint: String)
    /// A name that several rules have.
    case ambiguous(String, candidates: [String])
    /// The rule is written in a file and can be changed only there.
    case notStored(name: String, file: String, line: Int?)
    /// A rule can't be used as it would be.
    case broken(definition: String, [RuleFileProblem])
    /// A rule can't be moved to where another priority is asked.
    case otherPriority(name: String, priority: Int, of: String, otherPriority: Int)
    /// A rule can't be moved before or behind itself.
    case besideItself(name: String)
    /// A stored rule says the same already.
    case saidAlready(by: String)
    /// There is no suggestion of that number.
    case noSuchSuggestion(Int, count: Int)
    /// A suggestion leaves it to the person what category to set.
    case categoryNeeded(suggestion: Int)
}
