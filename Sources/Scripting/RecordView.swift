/// The host's side of many records that one function looks at, read-only.
///
/// A script sees it as an object with `count()`, `each()`, `decide(…)` and a
/// method for each index of the layout. The records stay with the host; the
/// sandbox asks for a field of one when a script reads it. None of its methods
/// may use the sandbox that asks.
public protocol RecordView: RecordSource {
    /// How many records there are, at most 2,147,483,647. Stays the same during
    /// a call.
    var count: Int { get }

    /// Finds records.
    ///
    /// - Parameters:
    ///   - index: The place of the index in ``RecordLayout/indexes``.
    ///   - first: What the script gave: a text or an integer, as the index asks
    ///     for. Bytes that are not UTF-8 are replaced.
    ///   - second: The same for an index of two parameters, else nil.
    /// - Returns: Rows below ``count``, in the order in which the script gets
    ///   them, which is ascending.
    func rows(where index: Int, first: ScriptValue, second: ScriptValue) -> [Int32]
}

/// What a function says of one record.
public struct ScriptAnswer: Sendable, Hashable {
    /// What it returned first; nil when it returned nothing.
    public let value: ScriptValue

    /// The text that it returned second, if it did.
    public let reason: String?
}

/// What a function decided about one record of a view.
public struct ScriptDecision: Sendable, Hashable {
    /// The row of the record, from zero.
    public let row: Int

    /// What was decided; never nil.
    public let value: ScriptValue

    /// Why, if the script said so.
    public let reason: String?

    /// The line that decided it, when it is known.
    public let line: Int?
}
