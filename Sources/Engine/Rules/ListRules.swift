public import Classification
internal import Configuration
public import Model
public import Rules
internal import Scripting
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

/// A rule of the vault, wherever it was written.
public struct ListedRule: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// Made by a command, kept in the vault.
        case stored
        /// Of a Lua file in the vault's `rules/`.
        case file
        /// Of a file of the configuration.
        case builtIn = "built_in"
    }

    /// What commands call it, "stored-12".
    public let reference: String
    public let name: String
    public let kind: Kind
    /// The file that it stands in; nil for a stored rule.
    public let file: String?
    public let line: Int?
    public let isEnabled: Bool
    /// What it matches; nil where it is not asked, or nothing was counted.
    public let tally: RuleTally?
    /// What the rule says; nil where it can't be read.
    public let rule: Rule?
    /// As it is stored; nil for a rule of a file.
    public let stored: StoredRule?
    /// Why a stored rule can't be used.
    public let problems: [RuleFileProblem]
}

extension ListedRule {
    /// - Parameter tallies: by references; nil where nothing was counted.
    init(_ rule: Rule, isEnabled: Bool, stored: StoredRule?, tallies: [String: RuleTally]?) {
        reference = rule.reference
        name = rule.name
        self.isEnabled = isEnabled
        // Those that match nothing are not kept.
        tally =
            isEnabled
            ? tallies.map {
                $0[rule.reference] ?? RuleTally(rule: rule.reference, hits: 0, lastDay: nil)
            } : nil
        self.rule = rule
        self.stored = stored
        problems = []
        switch rule.origin {
        case .stored:
            (kind, file, line) = (.stored, nil, nil)
        case .lua(let file, let line):
            (kind, self.file, self.line) = (.file, file, line)
        case .shipped(let file), .vault(let file):
            (kind, self.file, line) = (.builtIn, "config/\(file)", nil)
        }
    }

    /// A stored rule that can't be read.
    init(_ stored: StoredRule, problems: [RuleFileProblem]) {
        reference = stored.reference
        name = stored.reference
        kind = .stored
        file = nil
        line = nil
        isEnabled = stored.isEnabled
        tally = nil
        rule = nil
        self.stored = stored
        self.problems = problems
    }
}

/// How often rules and maps were of use in a pass over the vault.
public struct RuleHits: Sendable {
    public struct Map: Sendable {
        public let path: String
        /// In the order of the file, each with the transactions for which a file
        /// of rules found it.
        public let rows: [(key: String, transactions: Int)]
    }

    /// In rule order.
    public let rules: [RuleUse]
    public let maps: [Map]
    public let leftOut: [LeftOutFile]
    /// What went wrong in rules and plugins while they ran.
    public let problems: [RuleFileProblem]
}

extension Engine {
    /// Counts what matches, in a pass that stores nothing.
    public func ruleHits() throws -> RuleHits {
        try uninterrupted {
            let setup = try passSetup()
            let pass = try setup.classifier.conclude(try snapshot(for: setup))
            let hits = setup.userRules.mapHits()
            let maps = setup.library.maps.enumerated().map { position, map in
                let counts = position < hits.count ? hits[position] : []
                return RuleHits.Map(
                    path: "rules/\(map.name)",
                    rows: map.entries.enumerated().map { row, entry in
                        (entry.key, row < counts.count ? counts[row] : 0)
                    })
            }
            return RuleHits(
                rules: pass.uses, maps: maps, leftOut: setup.leftOut, problems: pass.problems)
        }
    }
}

extension Engine {
    /// What is not as it should be with the person's own rules, by the evidence
    /// of all transactions.
    public func ruleHealth() throws -> (health: RuleHealth, leftOut: [LeftOutFile]) {
        let setup = try passSetup()
        let snapshot = setup.pipeline.namingPayees(in: try snapshot(for: setup))
        let health = setup.userRules.health(on: snapshot)
        return (health, setup.leftOut)
    }
}
