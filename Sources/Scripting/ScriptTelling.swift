/// The arguments of a function that handles an event.
public struct ScriptTelling: Sendable, Hashable {
    /// Read-only for the function.
    public let value: ScriptValue
    /// A table that the function may change; nil for none.
    public let state: ScriptTable?

    public init(_ value: ScriptValue, state: ScriptTable? = nil) {
        self.value = value
        self.state = state
    }
}

/// The result of such a call.
public struct ScriptReply: Sendable, Hashable {
    /// In the order of its calls.
    public let requests: [ScriptRequest]
    /// What the function left in its state; nil if it had none.
    public let state: ScriptTable?
}

/// The host's answer to a query of a function.
public enum ScriptQueryAnswer: Sendable, Hashable {
    /// What the word returns: numbers, strings, booleans, and read-only tables of them.
    case values([ScriptValue])
    /// An error at the call.
    case problem(String)
}
