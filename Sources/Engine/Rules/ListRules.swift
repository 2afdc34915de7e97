public import Classification
internal import Configuration
internal import Model
internal import Rules
internal import Vault

/// The rules of a vault.
public struct RuleList: Sendable {
    /// In the order in which they are asked; stored rules that can't be read
    /// stand last among the stored ones.
    public let rules: [ListedRule]
    /// Files of rules that can't be used.
    public let leftOut: [LeftOutFile]
    /// Whether rules, settings or the program changed since the last pass. What the
    /// rules match was counted by the rules as they are now then.
    public let isNewerThanLastPass: Bool
}

extension Engine {
    /// Every rule: stored ones, those of Lua files and those that come with the
    /// program, also where they are switched off.
    ///
    /// - Parameter isCounting: whether to tell what they match, for which
    ///   everything may have to be looked at.
    public func rules(isCounting: Bool = true) throws -> RuleList {
        let setup = try passSetup()
        let likeness = try likeness(setup)
        let tallies = isCounting ? try tallies(setup, likeness) : nil
        let decided = try ruleDecisions()
        let stored = Dictionary(
            uniqueKeysWithValues: decided.stored.map { ($0.reference, $0) })
        let own = setup.userRules.listed.map { rule in
            ListedRule(
                rule, isEnabled: rule.isEnabled, stored: stored[rule.reference],
                tallies: tallies)
        }
        let broken = setup.userRules.leftOut.compactMap { leftOut in
            stored[leftOut.file].map { ListedRule($0, problems: leftOut.problems) }
        }
        let disabled = Set(decided.disabled.map(\.reference))
        let builtIn = setup.pipeline.builtInRules.map { rule in
            ListedRule(
                rule, isEnabled: !disabled.contains(rule.reference), stored: nil,
                tallies: tallies)
        }
        let end = own.lastIndex { $0.kind == .stored }.map { $0 + 1 } ?? 0
        return RuleList(
            rules: own[..<end] + broken + own[end...] + builtIn,
            leftOut: setup.leftOut.filter { stored[$0.file] == nil },
            isNewerThanLastPass: likeness == .other)
    }

    /// Whether the last pass was made of what the next would be made of.
    private enum Likeness {
        case same
        case other
        /// The pass kept no word of what it was made of, as while a plugin is
        /// switched on and after a function failed.
        case unknown
    }

    private func likeness(_ setup: PassSetup) throws -> Likeness {
        let (last, frame) = try vault.readForPass(typedBy: setup.guessedType) { reader in
            (reader.last, try reader.frame(asOf: moment.today))
        }
        guard !last.rulebook.isEmpty else { return .unknown }
        return try setup.digest(frame) == last.rulebook ? .same : .other
    }

    /// What was counted by the last pass, or is counted now where that was over
    /// a part of the transactions, or perhaps by other rules.
    private func tallies(
        _ setup: PassSetup, _ likeness: Likeness
    ) throws -> [String: RuleTally] {
        if likeness == .same {
            let kept = try vault.ruleTallies()
            if !kept.isEmpty { return kept }
        }
        let tallies = try setup.classifier.tallies(in: try snapshot(for: setup))
        return Dictionary(tallies.map { ($0.rule, $0) }) { first, _ in first }
    }

    /// The rule that a person means: by its reference, by the number of a
    /// stored rule, by the part of a reference behind the file, or by its name
    /// without case.
    ///
    /// - Parameter isCounting: whether to tell what it matches.
    /// - Throws: ``RuleError/unknown(_:hint:)`` or
    ///   ``RuleError/ambiguous(_:candidates:)``.
    public func rule(meantBy text: String, isCounting: Bool = false) throws -> ListedRule {
        try Self.rule(meantBy: text, in: try rules(isCounting: isCounting).rules)
    }

    static func rule(meantBy text: String, in rules: [ListedRule]) throws -> ListedRule {
        let number = Int64(text).map(StoredRule.reference)
        if let rule = rules.first(where: { $0.reference == number ?? text }) { return rule }
        let wanted = text.lowercased()
        var found = rules.filter { $0.reference.lowercased() == wanted }
        if found.isEmpty {
            found = rules.filter { $0.name.lowercased() == wanted || $0.rule?.id == text }
        }
        guard let rule = found.first else {
            throw RuleError.unknown(
                text,
                hint: Suggestion.phrase(
                    for: text, among: rules.filter { $0.kind != .builtIn }.map(\.name)))
        }
        guard found.count == 1 else {
            throw RuleError.ambiguous(text, candidates: found.map(\.reference))
        }
        return rule
    }
}
