/// A sort of mistake.
public struct Miss: Hashable, Sendable {
    public let subject: Subject
    /// The true payee of the transaction.
    public let payee: String
    /// What is true.
    public let expected: String
    /// What the pipeline said.
    public let concluded: String

    init(_ subject: Subject, about payee: String, expected: String, concluded: String) {
        self.subject = subject
        self.payee = payee
        self.expected = expected
        self.concluded = concluded
    }
}

/// How often a mistake was made.
public struct Occurrences: Hashable, Sendable {
    public internal(set) var count = 0
    /// The text of the first transaction.
    public let example: String

    init(example: String) {
        self.example = example
    }
}
