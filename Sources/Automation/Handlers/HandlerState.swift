public import Scripting

/// What a handler keeps from one event to the next: strings, numbers, booleans and tables of
/// them, small enough to be read at a glance.
public struct HandlerState: Hashable, Sendable {
    public let table: ScriptTable

    public static let empty = HandlerState(ScriptTable())

    /// - Parameter table: of a state that was checked when it was made.
    public init(_ table: ScriptTable) {
        self.table = table
    }

    /// - Throws: if it is too large, or holds something that can't be kept.
    init(checking table: ScriptTable) throws(ActionMistake) {
        try TableLimits.state.check(table)
        self.table = table
    }

    public var isEmpty: Bool { self == .empty }

    /// As it is written in Lua.
    public var text: String { ScriptValue.table(table).luaText }
}
