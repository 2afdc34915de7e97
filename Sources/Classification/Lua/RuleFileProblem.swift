/// Something wrong in the person's own rules.
public struct RuleFileProblem: Hashable, Sendable {
    public let file: String
    /// The first is 1.
    public let line: Int?
    /// In characters, the first is 1; nil where only the line is known.
    public let column: Int?
    /// What is wrong and, where it can be said, how to mend it.
    /// It may quote what stands there, and is cut where that is long.
    public let message: String
    /// The script's own lines that led there, or empty.
    public let traceback: String
    /// On how many transactions it went wrong; 0 for a mistake that was found
    /// when the file was loaded.
    public let transactions: Int
    /// The name of the rule that went wrong, where the message does not tell it.
    public var rule: String?
    /// The number of the first of those transactions.
    public var firstTransaction: Int64?

    private static let mostLetters = 1_000

    public init(
        file: String, line: Int?, column: Int? = nil, message: String, traceback: String = "",
        transactions: Int = 0
    ) {
        self.file = file
        self.line = line
        self.column = column
        let short = message.prefix(Self.mostLetters)
        self.message = short.endIndex == message.endIndex ? message : short + "…"
        self.traceback = traceback
        self.transactions = transactions
    }
}

/// A rule file or a stored rule with mistakes. Half of a file's rules would classify
/// wrongly without saying so, so its last good version stays in use; without one it
/// is left out whole.
public struct LeftOutFile: Hashable, Sendable {
    /// What is used in place of a file with mistakes.
    public enum StandIn: Hashable, Sendable {
        /// Its last good version, first used then, in POSIX seconds.
        case lastGood(since: Int64)
        /// The one that comes with the program.
        case shipped
    }

    /// "rules/10-subscriptions.lua", or "stored-12" for a stored rule.
    public let file: String
    /// The mistakes in it, in the order of its lines, and how many more there are. Those of
    /// another file where that one can't be used without this one.
    public let problems: [RuleFileProblem]
    public let isStoredRule: Bool
    /// Nil where it is left out.
    public var standIn: StandIn?

    private static let mostProblems = 20

    public init(
        file: String, problems: [RuleFileProblem], isStoredRule: Bool = false,
        standIn: StandIn? = nil
    ) {
        self.file = file
        let further = problems.count - Self.mostProblems
        self.problems =
            further <= 0
            ? problems
            : problems.prefix(Self.mostProblems) + [
                RuleFileProblem(
                    file: file, line: nil,
                    message: "and \(further) more \(further == 1 ? "mistake" : "mistakes")")
            ]
        self.isStoredRule = isStoredRule
        self.standIn = standIn
    }
}
