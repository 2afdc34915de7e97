public import Classification
internal import Configuration
internal import Model
public import Rules
public import Vault

/// What a rule does, or would do, to the transactions of the vault.
public struct RulePreview: Sendable {
    public let rule: Rule
    /// How many transactions it matches, and what stands before it there.
    public let standing: RuleStanding
    /// From what holds without the rule to what holds with it.
    public let changes: ConclusionChanges
    /// Stored rules and files that could not be used in either.
    public let leftOut: [LeftOutFile]
    /// What went wrong in rules while they ran.
    public let problems: [RuleFileProblem]
}

extension Engine {
    /// What a new rule would change. Nothing is stored.
    ///
    /// - Throws: ``RuleError/broken(definition:_:)``.
    public func previewRule(_ definition: String) throws -> RulePreview {
        let rule = try checkedRule(definition)
        let without = try ruleDecisions()
        let successor = try successor(of: rule)
        let place = without.stored.firstIndex { $0.id == successor } ?? without.stored.count
        let number = try vault.nextStoredRule()
        var with = without
        with.stored.insert(
            StoredRule(id: number, position: 0, definition: definition), at: place)
        for position in with.stored.indices { with.stored[position].position = Int64(position) }
        return try preview(
            rule, reference: StoredRule.reference(of: number), without: without, with: with)
    }

    /// What a rule changes, whether it is switched on or not: what holds without
    /// it, and with it. Nothing is stored.
    ///
    /// - Throws: ``RuleError/broken(definition:_:)``.
    public func previewRule(_ listed: ListedRule) throws -> RulePreview {
        guard let rule = listed.rule else {
            throw RuleError.broken(
                definition: listed.stored?.definition ?? "", listed.problems)
        }
        var with = try ruleDecisions()
        var without = with
        if let position = with.stored.firstIndex(where: { $0.id == listed.stored?.id }) {
            with.stored[position].isEnabled = true
            without.stored[position].isEnabled = false
        } else {
            let identities = try passSetup().userRules.identities
            with.disabled = with.disabled.filter { !identities.isKnown(rule, as: $0) }
            without.disabled.insert(identities.identity(of: rule))
        }
        return try preview(rule, reference: listed.reference, without: without, with: with)
    }

    private func preview(
        _ rule: Rule, reference: String, without: RuleDecisions, with: RuleDecisions
    ) throws -> RulePreview {
        try uninterrupted {
            let setup = try passSetup(with)
            let snapshot = try snapshot(for: setup)
            let before = try passSetup(without).classifier.conclude(snapshot)
            let after = try setup.classifier.conclude(snapshot, standingOf: reference)
            return RulePreview(
                rule: rule, standing: after.standing ?? .nothing,
                changes: ConclusionChanges(from: before.conclusions, to: after.conclusions),
                leftOut: setup.leftOut, problems: after.problems)
        }
    }
}
