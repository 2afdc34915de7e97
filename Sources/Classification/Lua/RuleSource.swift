/// A rule file as text, with the name that messages call it by.
public struct RuleSource: Hashable, Sendable {
    /// "rules/10-subscriptions.lua".
    public let file: String
    public let bytes: [UInt8]

    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }
}
