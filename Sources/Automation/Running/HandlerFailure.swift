public import Classification
internal import Scripting

/// Why a handler asks for nothing.
///
/// The problem's message can quote the script and what it read: show it to the
/// person whose script it is, and do not log it. ``reason`` can be.
public struct HandlerFailure: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// It raised an error, or its file can't be read any more.
        case error
        /// It took more steps or more memory than it may take, or asked for too much.
        case limit
        /// It asked for what can't be done.
        case impossibleAction
        /// An edit took it away.
        case gone
    }

    public let kind: Kind
    /// The handler's file and line, or those of a module where it went wrong.
    public let problem: RuleFileProblem

    init(_ kind: Kind, _ problem: RuleFileProblem) {
        self.kind = kind
        self.problem = problem
    }

    init(_ file: String, _ error: ScriptError) {
        self.init(
            error.kind == .instructionLimit || error.kind == .memoryLimit ? .limit : .error,
            RuleFileProblem(file, error))
    }

    /// Where it went wrong, without what: "automation/alerts.lua:12".
    public var place: String {
        problem.line.map { "\(problem.file):\($0)" } ?? problem.file
    }

    /// Where and how it went wrong; may quote what the handler read.
    public var words: String { "\(place): \(problem.message)" }

    /// Where and how it went wrong, in words that hold nothing of the event.
    public var reason: String {
        switch kind {
        case .error: "\(place): the handler raised an error"
        // It names the limit and its figure, and quotes nothing.
        case .limit: words
        case .impossibleAction: "\(place): the handler asked for something that can't be done"
        case .gone: "\(place): the handler is not there any more"
        }
    }
}
