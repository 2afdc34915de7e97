public import Classification

/// Why a handler asks for nothing.
///
/// The message can quote the script and what it read: show it to the person
/// whose script it is, and do not log it.
public struct HandlerFailure: Error, Hashable, Sendable {
    /// The handler's file and line, or those of a module where it went wrong.
    public let problem: RuleFileProblem

    public init(_ problem: RuleFileProblem) {
        self.problem = problem
    }

    /// Where it went wrong, without what: "automation/alerts.lua:12".
    public var place: String {
        problem.line.map { "\(problem.file):\($0)" } ?? problem.file
    }
}
