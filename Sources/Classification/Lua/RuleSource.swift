/// A rule file as text, with the name that messages call it by.
public struct RuleSource: Sendable {
    /// "rules/10-subscriptions.lua".
    public let file: String
    public let bytes: [UInt8]

    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }
}

/// Something wrong in the person's own rules.
public struct RuleFileProblem: Hashable, Sendable {
    public let file: String
    public let line: Int?
    /// What is wrong and, where it can be said, how to mend it.
    public let message: String
    /// The script's own lines that led there, or empty.
    public let traceback: String
    /// On how many transactions it went wrong; 0 for a mistake that was found
    /// when the file was loaded.
    public let transactions: Int

    public init(
        file: String, line: Int?, message: String, traceback: String = "", transactions: Int = 0
    ) {
        self.file = file
        self.line = line
        self.message = message
        self.traceback = traceback
        self.transactions = transactions
    }
}

/// Why the person's rules can't be used: every mistake in every file.
public struct RuleLoadError: Error, Hashable, Sendable {
    public let problems: [RuleFileProblem]
}
