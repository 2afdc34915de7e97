/// A rule that the person made with a command; it is kept in the vault.
public struct StoredRule: Hashable, Sendable {
    /// What led to the rule.
    public enum Origin: String, CaseIterable, Sendable {
        /// The person wrote it.
        case hand
        /// It came of a correction of a transaction, or of several.
        case correction
    }

    /// The row ID of the rule.
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

/// By what a decision knows a rule again.
///
/// A stored rule, and one that comes with the program, has a reference that
/// never means another rule. A rule of a file has a name that the person may
/// change, in a file that they may rename, and what it says, which they may
/// change too: it is known by either.
public struct RuleIdentity: Hashable, Sendable {
    /// "stored-12", "rules/20-mine.lua:Rent". For a rule without a name it is
    /// made of the fingerprint.
    public let reference: String
    /// A short text that is the same only where a rule says the same: what a
    /// rule of a file matches and sets, and its number among those that say it.
    /// Nil for other rules, and for what was decided before there were
    /// fingerprints.
    public let fingerprint: String?

    public init(_ reference: String, fingerprint: String? = nil) {
        self.reference = reference
        self.fingerprint = fingerprint
    }

    /// A rule that has no name of its own.
    public init(unnamed fingerprint: String) {
        self.init("unnamed:" + fingerprint, fingerprint: fingerprint)
    }
}

/// How often a rule was of use in a pass over the vault.
public struct RuleTally: Hashable, Sendable {
    /// What commands and decisions call the rule.
    public let rule: String
    /// How many transactions it matched.
    public let hits: Int
    /// The newest day of those; nil if there are none.
    public let lastDay: CalendarDay?

    public init(rule: String, hits: Int, lastDay: CalendarDay?) {
        self.rule = rule
        self.hits = hits
        self.lastDay = lastDay
    }
}
