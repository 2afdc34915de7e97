public import Scripting

/// One `test { … }` of an automation file.
struct HandlerTest: Sendable {
    let name: String
    let file: String
    let line: Int
    let kind: EventKind
    /// What is told; what is missing is made up.
    let event: ScriptValue
    /// By word; one that is missing must not be asked for.
    let expected: [ActionWord: ScriptValue]
}

/// What came of one test of an automation file.
public struct HandlerTestOutcome: Hashable, Sendable {
    /// What the author calls it.
    public let name: String
    /// "automation/alerts.lua".
    public let file: String
    /// The line of its declaration. The first is 1.
    public let line: Int
    /// What was not as the test says, a sentence each; empty where all was.
    public let failures: [String]
    /// What the handlers printed.
    public let printed: [ScriptOutput]
}
