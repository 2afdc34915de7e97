public import Classification
internal import Configuration
internal import Foundation
public import Model
public import Rules
internal import Scripting
internal import Vault

/// The rules of a vault.
public struct RuleList: Sendable {
    /// In evaluation order. Unreadable stored rules come last among the stored ones.
    public let rules: [ListedRule]
    /// Unusable rule files.
    public let leftOut: [RejectedFile]
    /// The names of disabled rules that no longer exist. Their decisions apply to nothing.
    public let missing: [String]
    /// Whether rules, settings or the program changed since the last pass. The matches are then
    /// counted with the current rules.
    public let isNewerThanLastPass: Bool
}

extension Engine {
    /// Lists all rules: stored, from Lua files and shipped, including disabled ones.
    ///
    /// - Parameter isCounting: whether to count matches, which may require looking at all
    ///   transactions.
    public func rules(isCounting: Bool = true) throws -> RuleList {
        let setup = try passSetup()
        return try rules(setup, shipped: setup.pipeline.builtInRules, isCounting: isCounting)
    }

    private func rules(
        _ setup: PassSetup, shipped: [Rule], isCounting: Bool
    ) throws -> RuleList {
        let likeness = try likeness(setup)
        let tallies = isCounting ? try tallies(setup, likeness) : nil
        let decided = try ruleDecisions()
        let stored = Dictionary(
            decided.stored.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
        let own = setup.userRules.listed.map { rule in
            ListedRule(
                rule, isEnabled: rule.isEnabled, stored: stored[rule.reference],
                tallies: tallies)
        }
        let broken = setup.userRules.leftOut.compactMap { leftOut in
            stored[leftOut.file].map { ListedRule($0, problems: leftOut.problems) }
        }
        let disabled = Set(decided.disabled.map(\.reference))
        let builtIn = shipped.map { rule in
            ListedRule(
                rule, isEnabled: !disabled.contains(rule.reference), stored: nil,
                tallies: tallies)
        }
        let existing = setup.userRules.listed + shipped
        let missing = decided.disabled.filter { known in
            !existing.contains { setup.userRules.identities.isKnown($0, as: known) }
        }
        let end = own.lastIndex { $0.kind == .stored }.map { $0 + 1 } ?? 0
        return RuleList(
            rules: own[..<end] + broken + own[end...] + builtIn,
            leftOut: setup.leftOut.filter { stored[$0.file] == nil },
            // A file that can't be read may have them.
            missing: setup.leftOut.isEmpty ? missing.map(\.reference).sorted() : [],
            isNewerThanLastPass: likeness == .other)
    }

    /// Whether the last pass had the same input as the next one.
    private enum Likeness {
        case same
        case other
        /// The last pass did not record its input, as with an active plugin or after a function
        /// failed.
        case unknown
    }

    private func likeness(_ setup: PassSetup) throws -> Likeness {
        let (last, frame) = try vault.readForPass(typedBy: setup.guessedType) { reader in
            (reader.last, reader.frame(asOf: moment.today))
        }
        guard !last.rulebookDigest.isEmpty else { return .unknown }
        return try setup.digest(frame) == last.rulebookDigest ? .same : .other
    }

    /// The match counts of the last pass. They are counted again if that pass was partial or
    /// may have used other rules.
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

    /// Resolves an argument to a rule: a reference, the number of a stored rule, a reference
    /// without its file, or a name as in `NameLookup`.
    ///
    /// - Parameter isCounting: whether to count its matches.
    /// - Throws: ``RuleError/unknown(_:hint:)`` or ``RuleError/ambiguous(_:candidates:)``.
    public func rule(meantBy text: String, isCounting: Bool = false) throws -> ListedRule {
        let setup = try passSetup()
        let reference = Self.reference(meantBy: text)
        // One of the person's own is found without reading thousands of shipped rules.
        let isOwn = setup.userRules.listed.contains { $0.reference == reference }
        let list = try rules(
            setup, shipped: isOwn ? [] : setup.pipeline.builtInRules, isCounting: isCounting)
        do {
            return try Self.rule(meantBy: text, in: list.rules)
        } catch RuleError.unknown(let text, let hint) {
            if let file = try list.leftOut.first(where: { try declares(text, in: $0.file) }) {
                throw RuleError.leftOut(text, file: file)
            }
            throw RuleError.unknown(text, hint: hint)
        }
    }

    /// Whether a file in the vault has a text in quotes.
    private func declares(_ name: String, in file: String) throws -> Bool {
        let path = vault.folder.path + "/" + file
        guard file.hasSuffix(".lua"), FileManager.default.fileExists(atPath: path) else {
            return false
        }
        let text = String(
            decoding: try FileReader.bytes(ofOrdinaryFile: path), as: UTF8.self)
        return ["\"", "'"].contains { text.lowercased().contains($0 + name.lowercased() + $0) }
    }

    private static func reference(meantBy text: String) -> String {
        Int64(text).map(StoredRule.reference) ?? text
    }

    static func rule(meantBy text: String, in rules: [ListedRule]) throws -> ListedRule {
        let reference = reference(meantBy: text)
        if let rule = rules.first(where: { $0.reference == reference }) { return rule }
        let wanted = text.lowercased()
        var found = rules.filter { $0.reference.lowercased() == wanted }
        if found.isEmpty {
            found = rules.filter { $0.name.lowercased() == wanted || $0.rule?.id == text }
        }
        if found.isEmpty {
            found = NameLookup(rules.filter { $0.kind != .builtIn }, names: { [$0.name] })
                .candidates(for: text)
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

extension Engine {
    /// Explains why a rule matches a transaction, or doesn't.
    ///
    /// - Parameter text: the rule's name or reference.
    public func explanation(
        ofRule text: String, for transaction: Int64
    ) throws -> (explanation: RuleExplanation, rule: ListedRule, leftOut: [RejectedFile]) {
        let listed = try rule(meantBy: text)
        guard let rule = listed.rule else {
            throw RuleError.broken(
                definition: listed.stored?.definition ?? "", listed.problems)
        }
        return try uninterrupted {
            let setup = try passSetup()
            guard
                let explanation = try setup.classifier.explanation(
                    of: rule, for: transaction, in: try snapshot(for: setup))
            else { throw EngineError.noSuchTransaction(transaction) }
            return (explanation, listed, setup.leftOut)
        }
    }

    /// The stages that have a rule of a configuration file; nil for one of the person's.
    public func stages(of listed: ListedRule) throws -> [String]? {
        guard listed.kind == .builtIn else { return nil }
        return try passSetup().pipeline.stages.filter { stage in
            guard case .rules(let rulebook, _, _) = stage.kind else { return false }
            return rulebook.rules.contains { $0.reference == listed.reference }
        }.map(\.name)
    }

    /// The lines of the file that declare a rule; nil for one that no Lua file declares.
    public func source(of rule: ListedRule) throws -> RuleDeclaration? {
        try rule.rule.flatMap { try passSetup().userRules.declaration(of: $0) }
    }

    /// Transactions that a rule matches, and the nearest that it doesn't.
    public func samples(
        of rule: Rule, most: Int
    ) throws -> (matching: [Int64], nearest: [(transaction: Int64, missing: String)]) {
        try uninterrupted {
            let setup = try passSetup()
            return try setup.classifier.samples(
                of: rule, in: try snapshot(for: setup), most: most)
        }
    }
}

/// A rule of the vault from any source.
public struct ListedRule: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// Created by a command and stored in the vault.
        case stored
        /// From a Lua file in the vault's `rules/`.
        case file
        /// From a configuration file.
        case builtIn = "built_in"
    }

    /// The identifier in commands, "stored-12".
    public let reference: String
    public let name: String
    public let kind: Kind
    /// The file that defines it; nil for a stored rule.
    public let file: String?
    public let line: Int?
    public let isEnabled: Bool
    /// The matches; nil if it is disabled or nothing was counted.
    public let tally: RuleTally?
    /// The parsed rule; nil if it can't be read.
    public let rule: Rule?
    /// The stored form; nil for a rule from a file.
    public let stored: StoredRule?
    /// Why a stored rule is unusable.
    public let problems: [RuleFileProblem]
}

extension ListedRule {
    /// - Parameter tallies: the matches by reference; nil if nothing was counted.
    init(_ rule: Rule, isEnabled: Bool, stored: StoredRule?, tallies: [String: RuleTally]?) {
        reference = rule.reference
        name = rule.name
        self.isEnabled = isEnabled
        // Rules without matches have no tally.
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

    /// Makes an entry for an unreadable stored rule.
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

/// The usage of rules and maps in a pass over the vault.
public struct RuleHits: Sendable {
    public struct Map: Sendable {
        public let path: String
        /// In file order, with the number of transactions that used each row.
        public let rows: [(key: String, transactions: Int)]
    }

    /// In rule order.
    public let rules: [RuleUse]
    public let maps: [Map]
    public let leftOut: [RejectedFile]
    /// Errors of rules and plugins while running.
    public let problems: [RuleFileProblem]
}

extension Engine {
    /// Counts matches in a pass that stores nothing.
    ///
    /// - Parameters:
    ///   - text: a part of the names or files of the rules, or of the files of the maps, in small
    ///     letters; nil for all.
    ///   - onlyUnused: whether to leave out rules and rows with matches.
    public func ruleHits(of text: String? = nil, onlyUnused: Bool = false) throws -> RuleHits {
        let hits = try allRuleHits()
        func isMeant(_ names: String...) -> Bool {
            text.map { text in names.contains { $0.lowercased().contains(text) } } ?? true
        }
        return RuleHits(
            rules: hits.rules.filter {
                isMeant($0.name, $0.file) && (!onlyUnused || $0.matches == 0)
            },
            maps: hits.maps.filter { isMeant($0.path) }.map { map in
                RuleHits.Map(
                    path: map.path,
                    rows: map.rows.filter { !onlyUnused || $0.transactions == 0 })
            },
            leftOut: hits.leftOut, problems: hits.problems)
    }

    private func allRuleHits() throws -> RuleHits {
        try uninterrupted {
            let setup = try passSetup()
            // Tests of changed files look up rows, too.
            let before = setup.userRules.mapHits()
            let pass = try setup.classifier.conclude(try snapshot(for: setup))
            let hits = zip(setup.userRules.mapHits(), before).map { zip($0, $1).map(-) }
            let maps = setup.library.maps.enumerated().map { position, map in
                let counts = position < hits.count ? hits[position] : []
                let ofLoops = setup.userRules.matchesOfLoops(
                    lookingFor: map.entries.map(\.key))
                return RuleHits.Map(
                    path: "rules/\(map.name)",
                    rows: map.entries.enumerated().map { row, entry in
                        (entry.key, (row < counts.count ? counts[row] : 0) + ofLoops[row])
                    })
            }
            return RuleHits(
                rules: pass.uses, maps: maps, leftOut: setup.leftOut, problems: pass.problems)
        }
    }

    /// The problems of the user's rules, judged by all transactions.
    public func ruleHealth() throws -> (health: RuleHealth, leftOut: [RejectedFile]) {
        let setup = try passSetup()
        return (try setup.classifier.health(on: try snapshot(for: setup)), setup.leftOut)
    }
}
