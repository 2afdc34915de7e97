public import Classification
internal import Configuration
internal import Model
public import Rules
public import Vault

extension Engine {
    /// Stores a new rule and classifies again.
    ///
    /// It goes before the first stored rule of its priority that is no more specific. There it
    /// outranks equally wide rules, and exceptions from it stay in force.
    ///
    /// - Throws: ``RuleError/broken(definition:_:)`` or ``RuleError/saidAlready(by:)``.
    public func addRule(
        _ definition: String
    ) throws -> (rule: ListedRule, classified: ClassifyReport) {
        let rule = try checkedRule(definition)
        let same = try storedRules(withConditionOf: rule).first { $0.effect == rule.effect }
        if let same { throw RuleError.saidAlready(by: same.reference) }
        return try add(rule, definition, summary: "rules add \(rule.name)")
    }

    /// The enabled stored rules with the same condition and priority as a rule.
    public func storedRules(withConditionOf rule: Rule) throws -> [Rule] {
        try passSetup().userRules.listed.filter {
            $0.origin == .stored && $0.isEnabled && $0.priority == rule.priority
                && $0.stops == rule.stops && $0.condition == rule.condition
        }
    }

    func add(
        _ rule: Rule, _ definition: String, origin: StoredRule.Origin = .hand,
        yields: Bool = false, keeping: [Int64: Correction] = [:], summary: String
    ) throws -> (rule: ListedRule, classified: ClassifyReport) {
        let successor = try successor(of: rule)
        let (id, report) = try classifying(shadowingOf: StoredRule.reference(of:)) {
            try vault.addStoredRule(
                definition, origin: origin, before: successor, yields: yields,
                keeping: keeping, summary: summary)
        }
        return (try self.rule(meantBy: StoredRule.reference(of: id)), report)
    }

    /// Changes a stored rule's definition and classifies again. A new condition overrides
    /// earlier corrections; new effects override only corrections of those attributes.
    ///
    /// - Throws: ``RuleError``.
    public func changeRule(
        _ rule: ListedRule, to definition: String
    ) throws -> (rule: ListedRule, classified: ClassifyReport) {
        let stored = try storedRule(rule)
        let changed = try checkedRule(definition, as: stored.id)
        let overturned =
            rule.rule.flatMap { earlier in
                earlier.condition == changed.condition
                    ? changed.effect.attributes(otherThanIn: earlier.effect) : nil
            } ?? Set(Attribute.allCases)
        return try classified(stored.reference) {
            try vault.changeStoredRule(
                stored.id, to: definition, overturning: overturned,
                summary: "rules edit \(stored.reference)")
        }
    }

    /// Removes a stored rule and classifies again.
    ///
    /// - Throws: ``RuleError/notStored(name:file:line:)``.
    public func removeRule(_ rule: ListedRule) throws -> ClassifyReport {
        let stored = try storedRule(rule)
        return try classifying {
            try vault.removeStoredRule(
                stored.id, summary: "rules remove \(stored.reference)")
        }.classified
    }

    /// Enables or disables any rule and classifies again.
    public func enableRule(
        _ rule: ListedRule, _ isEnabled: Bool
    ) throws -> (rule: ListedRule, classified: ClassifyReport) {
        let summary = "rules \(isEnabled ? "enable" : "disable") \(rule.reference)"
        return try classified(rule.reference) {
            if let stored = rule.stored {
                try vault.enableStoredRule(stored.id, isEnabled, summary: summary)
            } else if let rule = rule.rule {
                let identities = try passSetup().userRules.identities
                let known = try vault.disabledRules().filter { identities.isKnown(rule, as: $0) }
                if isEnabled {
                    try vault.enableRule(knownAs: known, summary: summary)
                } else if known.isEmpty {
                    try vault.disableRule(identities.identity(of: rule), summary: summary)
                }
            }
        }
    }

    /// Moves a stored rule directly before or after another one, and classifies again.
    ///
    /// - Throws: ``RuleError``.
    public func moveRule(
        _ rule: ListedRule, before other: ListedRule, behindIt: Bool = false
    ) throws -> (rule: ListedRule, classified: ClassifyReport) {
        let moved = try storedRule(rule)
        let target = try storedRule(other)
        guard moved.id != target.id else { throw RuleError.besideItself(name: rule.name) }
        if let own = rule.rule?.priority, let others = other.rule?.priority, own != others {
            throw RuleError.otherPriority(
                name: rule.name, priority: own, of: other.name, otherPriority: others)
        }
        var successor: Int64? = target.id
        if behindIt {
            let rest = try vault.storedRules().filter { $0.id != moved.id }
            successor = rest.firstIndex { $0.id == target.id }
                .flatMap { $0 + 1 < rest.count ? rest[$0 + 1].id : nil }
        }
        return try classified(moved.reference) {
            try vault.moveStoredRule(
                moved.id, before: successor,
                summary: "rules move \(moved.reference) \(behindIt ? "--after" : "--before") "
                    + target.reference)
        }
    }

    /// Parses a definition.
    ///
    /// - Parameter id: the number of the stored rule to change; 0 for a new one.
    /// - Throws: ``RuleError/broken(definition:_:)`` with all errors.
    public func checkedRule(_ definition: String, as id: Int64 = 0) throws -> Rule {
        let stored = StoredRule(id: id, position: 0, definition: definition)
        let rules = try UserRules([], stored: [stored], categories: try categories(), on: scripts)
        let problems = rules.leftOut.flatMap(\.problems) + stored.repeatedFields
        guard let rule = rules.listed.first, problems.isEmpty else {
            throw RuleError.broken(definition: definition, problems)
        }
        return rule
    }

    /// - Throws: ``RuleError/notStored(name:file:line:)``.
    func storedRule(_ rule: ListedRule) throws -> StoredRule {
        guard let stored = rule.stored else {
            throw RuleError.notStored(name: rule.name, file: rule.file ?? "", line: rule.line)
        }
        return stored
    }

    /// The stored rule that a new one goes before.
    func successor(of rule: Rule) throws -> Int64? {
        let known = try passSetup().userRules.listed.filter { $0.origin == .stored }
        let next = known.first {
            $0.priority == rule.priority && $0.specificity <= rule.specificity
        }
        return try vault.storedRules().first { $0.reference == next?.id }?.id
    }

    private func classified(
        _ reference: String, after decide: () throws -> Void
    ) throws -> (rule: ListedRule, classified: ClassifyReport) {
        let report = try classifying(shadowingOf: { _ in reference }, after: decide).classified
        return (try rule(meantBy: reference), report)
    }
}

/// The effect of a rule on the vault's transactions.
public struct RulePreview: Sendable {
    public let rule: Rule
    /// The number of matches, and the decisions that precede the rule.
    public let shadowing: RuleShadowing
    /// The differences between conclusions without and with the rule.
    public let changes: ConclusionChanges
    /// Stored rules and files that are unusable in either case.
    public let leftOut: [RejectedFile]
    /// Errors of rules while running.
    public let problems: [RuleFileProblem]
}

extension Engine {
    /// Previews a new rule. Nothing is stored.
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

    /// Previews a rule's effect, whether it is enabled or not. Nothing is stored.
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
            let after = try setup.classifier.conclude(snapshot, shadowingOf: reference)
            return RulePreview(
                rule: rule, shadowing: after.shadowing ?? .nothing,
                changes: ConclusionChanges(from: before.conclusions, to: after.conclusions),
                leftOut: setup.leftOut, problems: after.problems)
        }
    }
}

/// Why a command about a rule failed. Nothing was stored.
public enum RuleError: Error, Hashable, Sendable {
    /// - Parameter hint: a similar name as a phrase to append; empty if there is none.
    case unknown(String, hint: String)
    /// The file that declares it can't be used.
    case leftOut(String, file: RejectedFile)
    /// No rule file has this name. The hint is as above.
    case noSuchFile(String, hint: String)
    /// Several rules share the name.
    case ambiguous(String, candidates: [String])
    /// The rule is in a file and can only be changed there.
    case notStored(name: String, file: String, line: Int?)
    /// The resulting rule would be invalid.
    case broken(definition: String, [RuleFileProblem])
    /// The rule can't move among rules of another priority.
    case otherPriority(name: String, priority: Int, of: String, otherPriority: Int)
    /// The rule can't move before or after itself.
    case besideItself(name: String)
    /// A stored rule already does the same.
    case saidAlready(by: String)
    case noSuchSuggestion(Int, count: Int)
    /// The suggestion leaves the category to the user.
    case categoryNeeded(suggestion: Int)
}

extension Engine {
    /// Suggests rules from the transactions outside hidden accounts, without storing any.
    /// Deterministic for a given vault.
    public func ruleSuggestions() throws -> [RuleSuggestion] {
        try uninterrupted {
            let setup = try passSetup()
            let snapshot = try snapshot(for: setup)
            let pass = try setup.classifier.conclude(snapshot)
            return try RuleSuggester(
                setup.pipeline.namingPayees(in: snapshot), pass.conclusions, by: setup.pipeline,
                besides: try hiddenAccounts()
            ).suggestions()
        }
    }

    /// Stores a suggested rule and classifies again. The user's corrections stay.
    ///
    /// - Parameters:
    ///   - number: its position among the suggestions, from 1.
    ///   - category: the category to set if the suggestion leaves it open.
    /// - Throws: ``RuleError``.
    public func addSuggestion(
        _ number: Int, category: String?
    ) throws -> (rule: ListedRule, classified: ClassifyReport) {
        let suggestions = try ruleSuggestions()
        guard suggestions.indices.contains(number - 1) else {
            throw RuleError.noSuchSuggestion(number, count: suggestions.count)
        }
        let suggestion = suggestions[number - 1]
        var change = suggestion.change
        if let category {
            change.effects.removeAll { $0.name == "category" }
            change.effects.append(.init("category", LuaLiteral.text(category)))
        } else if suggestion.needsCategory {
            throw RuleError.categoryNeeded(suggestion: number)
        }
        let rule = try checkedRule(change.definition)
        let keeping = try vault.snapshot(asOf: moment.today).decisions.exceptions(
            from: rule.effect, among: suggestion.contradictions
        ) { try vault.transaction($0)?.verdict }.keeping
        return try add(
            rule, change.definition, origin: suggestion.needsCategory ? .hand : .correction,
            yields: true, keeping: keeping,
            // The rule's name is bank text, which must stay out of summaries.
            summary: "rules suggest --add \(number)"
                + (rule.effect.category.map { " --category \($0)" } ?? ""))
    }
}
