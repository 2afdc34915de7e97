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
    public func rules() throws -> RuleList {
        try ruleList(passSetup())
    }

    func ruleList(_ setup: PassSetup) throws -> RuleList {
        let decided = try ruleDecisions()
        let isNewer = try isNewerThanLastPass(setup)
        let tallies = try tallies(setup, isNewer: isNewer)
        let stored = Dictionary(
            uniqueKeysWithValues: decided.stored.map { ($0.reference, $0) })
        let own = setup.userRules.listed.map { rule in
            ListedRule(
                rule, isEnabled: rule.isEnabled, stored: stored[rule.reference],
                tally: tallies[rule.reference])
        }
        let broken = setup.userRules.leftOut.compactMap { leftOut in
            stored[leftOut.file].map { ListedRule($0, problems: leftOut.problems) }
        }
        let disabled = Set(decided.disabled.map(\.reference))
        let builtIn = setup.pipeline.builtInRules.map { rule in
            ListedRule(
                rule, isEnabled: !disabled.contains(rule.reference), stored: nil,
                tally: tallies[rule.reference])
        }
        let end = own.lastIndex { $0.kind == .stored }.map { $0 + 1 } ?? 0
        return RuleList(
            rules: own[..<end] + broken + own[end...] + builtIn,
            leftOut: setup.leftOut.filter { stored[$0.file] == nil },
            isNewerThanLastPass: isNewer)
    }

    /// Whether the last pass was made of something else; no, where it kept no word
    /// of what that was, as while a plugin is switched on.
    private func isNewerThanLastPass(_ setup: PassSetup) throws -> Bool {
        let (last, frame) = try vault.readForPass { reader in
            (reader.last, try reader.frame(asOf: moment.today))
        }
        guard !last.rulebook.isEmpty else { return false }
        return try setup.digest(frame) != last.rulebook
    }

    /// What was counted by the last pass, or is counted now where that was over
    /// a part of the transactions, or by other rules.
    private func tallies(
        _ setup: PassSetup, isNewer: Bool
    ) throws -> [String: RuleTally] {
        let kept = try vault.ruleTallies()
        guard kept.isEmpty || isNewer else { return kept }
        let pass = try setup.classifier.conclude(try snapshot())
        return Dictionary(pass.tallies.map { ($0.rule, $0) }) { first, _ in first }
    }

    /// The rule that a person means: by its reference, by the number of a
    /// stored rule, by the part of a reference behind the file, or by its name
    /// without case.
    ///
    /// - Throws: ``RuleError/unknown(_:hint:)`` or
    ///   ``RuleError/ambiguous(_:candidates:)``.
    public func rule(meantBy text: String) throws -> ListedRule {
        try Self.rule(meantBy: text, in: try rules().rules)
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
