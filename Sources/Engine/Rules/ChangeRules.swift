public import Classification
internal import Configuration
internal import Model
public import Rules
public import Vault

extension Engine {
    /// Stores a new rule and classifies anew.
    ///
    /// Among stored rules of its priority it stands before the first that is no
    /// more specific: it outranks what is as wide as itself, and leaves the
    /// exceptions from it in place.
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

    /// The stored rules that are switched on, hold for the same transactions as a rule and
    /// are asked among those of its priority.
    public func storedRules(withConditionOf rule: Rule) throws -> [Rule] {
        try passSetup().userRules.listed.filter {
            $0.origin == .stored && $0.isEnabled && $0.priority == rule.priority
                && $0.stops == rule.stops && $0.condition == rule.condition
        }
    }

    func add(
        _ rule: Rule, _ definition: String, origin: StoredRule.Origin = .hand,
        exceptions: [Int64] = [], summary: String
    ) throws -> (rule: ListedRule, classified: ClassifyReport) {
        let successor = try successor(of: rule)
        let (id, report) = try classifying(standingOf: StoredRule.reference(of:)) {
            try vault.addStoredRule(
                definition, origin: origin, before: successor, exceptions: exceptions,
                summary: summary)
        }
        return (try self.rule(meantBy: StoredRule.reference(of: id)), report)
    }

    /// Gives a stored rule another definition and classifies anew. Where it
    /// matches something else, it holds against earlier corrections; where it sets
    /// something else, against those that set this too.
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

    /// Removes a stored rule and classifies anew.
    ///
    /// - Throws: ``RuleError/notStored(name:file:line:)``.
    public func removeRule(_ rule: ListedRule) throws -> ClassifyReport {
        let stored = try storedRule(rule)
        return try classifying {
            try vault.removeStoredRule(
                stored.id, summary: "rules remove \(stored.reference)")
        }.classified
    }

    /// Switches any rule on or off and classifies anew.
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

    /// Moves a stored rule directly before another one, or directly behind it,
    /// and classifies anew.
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

    /// What a definition says.
    ///
    /// - Parameter id: the number of the stored rule that is to have it; 0 for
    ///   a new one.
    /// - Throws: ``RuleError/broken(definition:_:)`` with everything that is
    ///   wrong.
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

    /// The stored rule before which a new one is put.
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
        let report = try classifying(standingOf: { _ in reference }, after: decide).classified
        return (try rule(meantBy: reference), report)
    }
}

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

/// Why something that the person asked for about a rule was not done. Nothing
/// was stored.
public enum RuleError: Error, Hashable, Sendable {
    /// - Parameter hint: a name that may have been meant, as a phrase to be put
    ///   behind the name; empty where none is near.
    case unknown(String, hint: String)
    /// No file of rules is called so. The hint is as above.
    case noSuchFile(String, hint: String)
    /// A name that several rules have.
    case ambiguous(String, candidates: [String])
    /// The rule is written in a file and can be changed only there.
    case notStored(name: String, file: String, line: Int?)
    /// A rule can't be used as it would be.
    case broken(definition: String, [RuleFileProblem])
    /// A rule can't be moved to where another priority is asked.
    case otherPriority(name: String, priority: Int, of: String, otherPriority: Int)
    /// A rule can't be moved before or behind itself.
    case besideItself(name: String)
    /// A stored rule says the same already.
    case saidAlready(by: String)
    /// There is no suggestion of that number.
    case noSuchSuggestion(Int, count: Int)
    /// A suggestion leaves it to the person what category to set.
    case categoryNeeded(suggestion: Int)
}

extension Engine {
    /// Rules that the transactions call for, but for those of hidden accounts; none is
    /// made. The same for the same vault.
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

    /// Makes a rule of a suggestion and classifies anew. What the person said
    /// otherwise of single transactions stays.
    ///
    /// - Parameters:
    ///   - number: its place among the suggestions, from 1.
    ///   - category: what it is to set, where the suggestion leaves that open.
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
        let corrections = try vault.snapshot(asOf: moment.today).decisions.corrections
        return try add(
            try checkedRule(change.definition), change.definition,
            origin: suggestion.needsCategory ? .hand : .correction,
            exceptions: suggestion.contradictions.filter {
                category == nil || corrections[$0]?.category != category
            },
            // Its name is what a bank wrote.
            summary: "rules suggest --add \(number)")
    }
}
