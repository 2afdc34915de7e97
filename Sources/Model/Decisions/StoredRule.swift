/// A rule that the person made with a command; it is kept in the vault.
public struct StoredRule: Hashable, Sendable {
    /// What led to the rule.
    public enum Origin: String, CaseIterable, Sendable {
        /// The person wrote it.
        case hand
        /// It came of a correction of a transaction, or of several.
        case correction
    }

    /// The vault's number of the rule.
    public let id: Int64
    /// Where it stands among stored rules of its priority: the lowest first.
    public var position: Int64
    /// A Lua table as `rule` takes it in a rule file, without functions.
    public var definition: String
    public var isEnabled: Bool
    public let origin: Origin
    /// POSIX seconds.
    public let createdAt: Int64

    public init(
        id: Int64, position: Int64, definition: String, isEnabled: Bool = true,
        origin: Origin = .hand, createdAt: Int64 = 0
    ) {
        self.id = id
        self.position = position
        self.definition = definition
        self.isEnabled = isEnabled
        self.origin = origin
        self.createdAt = createdAt
    }

    /// What reasons, commands and decisions call the rule, "stored-12".
    public var reference: String { Self.reference(of: id) }

    public static func reference(of id: Int64) -> String { "stored-\(id)" }
}
