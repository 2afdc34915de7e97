/// A line that a script printed.
public struct ScriptOutput: Sendable, Hashable {
    /// The values with a tab between them. Bytes that are not UTF-8 are
    /// repaired; what a terminal takes for orders is not.
    public let text: String

    /// The name that the source was loaded under.
    public let chunkName: String

    /// The line of the call, when it is known. The first is 1.
    public let line: Int?
}
