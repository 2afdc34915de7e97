import Model
import Rules
import Scripting

/// Which parts of a rule's condition its own tests decide.
public struct RuleCoverage: Hashable, Sendable {
    public let rule: String
    /// "rules/10-subscriptions.lua".
    public let file: String
    public let line: Int?
    /// The samples that are to match.
    public let matches: Int
    /// The samples that are not to.
    public let others: Int
    /// The parts, as a file writes them, without which every test would end as it does. Functions
    /// aren't looked into. Empty for a rule without tests.
    public let undecided: [String]

    /// A rule's further parts are not looked at.
    fileprivate static let mostParts = 100

    fileprivate init(_ loaded: LoadedRule, undecided: [String]) {
        rule = loaded.rule.name
        file = loaded.file
        line = loaded.line
        let examples = loaded.lua.examples
        others = examples.count { if case .noMatch = $0.expectation { true } else { false } }
        matches = examples.count - others
        self.undecided = undecided
    }
}

extension RuleTests {
    /// What the tests of each rule decide, in rule order.
    ///
    /// A part is decided if a test ends otherwise without it.
    ///
    /// - Parameters:
    ///   - files: restricts it to the rules of these files; nil for all.
    ///   - pipeline: names the samples' payees.
    /// - Complexity: for each rule, its tests times its parts.
    public static func coverage(
        of rules: UserRules, in files: Set<String>? = nil, _ pipeline: Pipeline
    ) throws -> [RuleCoverage] {
        try rules.rules.filter { files?.contains($0.file) ?? true }.map { loaded in
            let examples = loaded.lua.examples
            guard !examples.isEmpty else { return RuleCoverage(loaded, undecided: []) }
            let snapshot = pipeline.namingPayees(
                in: SampleTransaction.snapshot(
                    of: examples.map(\.sample), isDecided: loaded.rule.layer.isAfter))
            func matches(_ condition: Condition) throws -> [Bool] {
                var rule = loaded.rule
                rule.condition = condition
                let matcher = RulebookMatcher(rulebook: try Rulebook([rule]), snapshot: snapshot)
                return examples.indices.map { matcher.firstMatch(row: $0) != nil }
            }
            let whole = try matches(loaded.rule.condition)
            let undecided = try loaded.rule.condition.withoutEach.prefix(RuleCoverage.mostParts)
                .filter { try matches($0.rest) == whole }
                .map { removed in
                    var rule = loaded.rule
                    rule.condition = removed.part
                    return rule.lines.map(\.words).joined(separator: ", ")
                }
            return RuleCoverage(loaded, undecided: undecided)
        }
    }
}

extension Condition {
    /// Each of its parts that is no group, with what is left without it.
    fileprivate var withoutEach: [(part: Condition, rest: Condition)] {
        switch self {
        case .all(let parts): Self.withoutEach(of: parts) { .all($0) }
        case .any(let parts): Self.withoutEach(of: parts) { .any($0) }
        case .none(let parts): Self.withoutEach(of: parts) { .none($0) }
        case .always: []
        default: [(self, .always)]
        }
    }

    private var isEmptyGroup: Bool {
        switch self {
        case .all(let parts), .any(let parts), .none(let parts): parts.isEmpty
        default: false
        }
    }

    private static func withoutEach(
        of parts: [Condition], _ group: ([Condition]) -> Condition
    ) -> [(part: Condition, rest: Condition)] {
        parts.indices.flatMap { index -> [(part: Condition, rest: Condition)] in
            func replaced(by rest: [Condition]) -> Condition {
                group(Array(parts[..<index]) + rest + Array(parts[(index + 1)...]))
            }
            switch parts[index] {
            case .all, .any, .none:
                return parts[index].withoutEach.map { part, rest in
                    // A group of that part alone goes with it.
                    (part, replaced(by: rest.isEmptyGroup ? [] : [rest]))
                }
            default: return [(parts[index], replaced(by: []))]
            }
        }
    }
}
