public import Classification
public import Model
public import Rules

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
