public import Model
public import Rules

/// By what decisions know the rules that there are.
///
/// A rule is the one that a decision was about where it has that name in that
/// file, whatever was changed in it. Where no rule has, it is the one that says
/// what that rule said, under whatever name.
public struct RuleIdentities: Sendable {
    /// Of rules of files, by their ids.
    private var ofFiles: [String: RuleIdentity] = [:]
    private var references: Set<String> = []

    /// - Parameter rules: of files, in the order in which they stand there.
    init(_ rules: [LoadedRule]) {
        var equals: [String: Int] = [:]
        for rule in rules {
            guard let said = rule.fingerprint else { continue }
            let number = equals[said, default: 0] + 1
            equals[said] = number
            let fingerprint = number == 1 ? said : "\(said) \(number)"
            let id = rule.lua.rule.id
            let identity =
                rule.lua.hasName
                ? RuleIdentity(id, fingerprint: fingerprint) : RuleIdentity(unnamed: fingerprint)
            ofFiles[id] = identity
            references.insert(identity.reference)
        }
    }

    /// The rule of a file that a decision is about, as it is now; nil where there
    /// is none.
    ///
    /// - Parameters:
    ///   - reference: what the decision calls it.
    ///   - known: by what it was known since.
    public func rule(decidedAs reference: String, knownAs known: RuleIdentity) -> RuleIdentity? {
        let all = ofFiles.values
        return all.first { $0.reference == reference }
            ?? all.first { $0.reference == known.reference }
            ?? all.first { $0.fingerprint == known.fingerprint }
    }

    /// By what a decision about a rule is to know it again.
    public func identity(of rule: Rule) -> RuleIdentity {
        if case .lua = rule.origin, let identity = ofFiles[rule.id] { return identity }
        return RuleIdentity(rule.reference)
    }

    /// Whether a decision about some rules is about this one.
    ///
    /// - Parameter known: by what the decision knows them.
    public func holds(_ known: Set<RuleIdentity>, of rule: Rule) -> Bool {
        known.contains { isKnown(rule, as: $0) }
    }

    /// Whether a decision that knows a rule by this is about the given one.
    public func isKnown(_ rule: Rule, as known: RuleIdentity) -> Bool {
        guard let fingerprint = known.fingerprint else { return known.reference == rule.reference }
        let identity = identity(of: rule)
        return known.reference == identity.reference
            || (fingerprint == identity.fingerprint && !references.contains(known.reference))
    }
}
