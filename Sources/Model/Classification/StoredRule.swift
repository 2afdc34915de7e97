/// A rule that the person made with a command, stored in the vault.
public struct StoredRule: Hashable, Sendable {
    public enum Origin: String, CaseIterable, Sendable {
        /// The person wrote it.
        case hand
        /// It came from a correction of one or more transactions.
        case correction
    }

    /// The row ID of the rule.
    public let id: Int64
    /// Its place among stored rules of the same priority, the lowest first.
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

    /// The name of the rule in reasons, commands and decisions, "stored-12".
    public var reference: String { Self.reference(of: id) }

    public static func reference(of id: Int64) -> String { "stored-\(id)" }
}

/// The identity of a rule when it was decided about, as the decision stores it.
///
/// A stored or shipped rule has a reference that never means another rule. A rule in a
/// file can change its name, its file and its content. It is recognised by name or by
/// content.
public struct RuleIdentity: Hashable, Sendable {
    /// "stored-12", "rules/20-mine.lua:Rent". For an unnamed rule it is derived from
    /// the fingerprint.
    public let reference: String
    /// A hash of what a rule in a file matches and sets, and its number among rules
    /// with the same content. Nil for other rules.
    public let fingerprint: String?

    public init(_ reference: String, fingerprint: String? = nil) {
        self.reference = reference
        self.fingerprint = fingerprint
    }

    /// A rule without a name.
    public init(unnamed fingerprint: String) {
        self.init("unnamed:" + fingerprint, fingerprint: fingerprint)
    }
}

/// The number of matches of a rule in one pass.
public struct RuleTally: Hashable, Sendable {
    /// The rule's reference.
    public let rule: String
    /// The number of transactions it matched.
    public let hits: Int
    /// The newest day of those; nil if there are none.
    public let lastDay: CalendarDay?

    public init(rule: String, hits: Int, lastDay: CalendarDay?) {
        self.rule = rule
        self.hits = hits
        self.lastDay = lastDay
    }
}
