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
