/// Something wrong in the person's own rules.
public struct RuleFileProblem: Hashable, Sendable {
    public let file: String
    /// The first is 1.
    public let line: Int?
    /// In characters, the first is 1; nil where only the line is known.
    public let column: Int?
    /// What is wrong and, where it can be said, how to mend it.
    public let message: String
    /// The script's own lines that led there, or empty.
    public let traceback: String
    /// On how many transactions it went wrong; 0 for a mistake that was found
    /// when the file was loaded.
    public let transactions: Int

    public init(
        file: String, line: Int?, column: Int? = nil, message: String, traceback: String = "",
        transactions: Int = 0
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.traceback = traceback
        self.transactions = transactions
    }
}

/// A rule file, or a stored rule, that can't be used. A file is left out whole:
/// half of its rules would classify wrongly without saying so.
public struct LeftOutFile: Hashable, Sendable {
    /// "rules/10-subscriptions.lua", or "stored-12" for a stored rule.
    public let file: String
    /// Every mistake in it, in the order of its lines.
    public let problems: [RuleFileProblem]
    public let isStoredRule: Bool

    public init(file: String, problems: [RuleFileProblem], isStoredRule: Bool = false) {
        self.file = file
        self.problems = problems
        self.isStoredRule = isStoredRule
    }
}
