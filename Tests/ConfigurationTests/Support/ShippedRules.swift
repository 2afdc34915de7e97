import Classification
import Configuration
import Model
import Rules
import TOMLKit
import Testing

/// A rule of a shipped file as it is written there, with the examples that the
/// program itself doesn't read.
struct ShippedRule: Decodable {
    let id: String
    let account_types: [String]?
    let institutions: [String]?
    let amount: String?
    let `class`: String?
    let category: String?
    let lens: String?
    let tags: [String]?
    let examples: [String]?
    let counterexamples: [String]?

    var effect: Effect {
        Effect(
            class: `class`.flatMap { TransactionClass(rawValue: $0) },
            // The shipped tree has the first of "pets/shopping".
            category: category.map { String($0.prefix { $0 != "/" }) },
            lens: lens.flatMap { Lens(rawValue: $0) }, tags: tags ?? [])
    }

    /// Transactions with this text on which the rule looks.
    func transactions(_ text: String) -> [Example] {
        let types = (account_types ?? ["checking"]).compactMap { AccountType(rawValue: $0) }
        let amounts: [Int64] =
            switch amount {
            case "in": [1250]
            case "out": [-1250]
            default: [1250, -1250]
            }
        return types.flatMap { type in
            amounts.map {
                Example(
                    description: text, type: type, minorUnits: $0,
                    institution: institutions?.first ?? "Bank")
            }
        }
    }

    /// Whether a rule of the rulebook was made from this one: each word
    /// becomes a rule of its own.
    func made(_ rule: Rule) -> Bool { rule.id == id || rule.id.hasPrefix("\(id)/") }
}

/// A shipped file of rules, and the rulebook that the program makes of it.
struct ShippedRuleFile {
    let name: String
    let isMostSpecificFirst: Bool
    let rules: [ShippedRule]
    let rulebook: Rulebook

    /// The files that stages of the shipped pipeline name.
    static func all() throws -> [ShippedRuleFile] {
        let texts = try ShippedFiles.texts()
        let pipeline = try ShippedFiles.configuration().pipeline()
        let form = try TOMLDecoder().decode(PipelineForm.self, from: texts["pipeline.toml"] ?? "")
        var files: [ShippedRuleFile] = []
        for (stage, written) in zip(pipeline.stages, form.stage) {
            guard case .rules(let rulebook, _, _) = stage.kind, let name = written.file else {
                continue
            }
            let file = try TOMLDecoder().decode(RuleForm.self, from: texts[name] ?? "")
            files.append(
                ShippedRuleFile(
                    name: name, isMostSpecificFirst: file.order == "most-specific-first",
                    rules: file.rule, rulebook: rulebook))
        }
        return files
    }

    static func named(_ name: String) throws -> ShippedRuleFile {
        try #require(try all().first { $0.name == name })
    }

    private struct PipelineForm: Decodable {
        let stage: [Stage]
        struct Stage: Decodable { let file: String? }
    }

    private struct RuleForm: Decodable {
        let order: String?
        let rule: [ShippedRule]
    }

    /// The rules that match, the deciding one first.
    func matches(_ example: Example) -> [Rule] {
        var rules: [Rule] = []
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: example.snapshot)
        matcher.forEachMatch(row: 0) { position in
            rules.append(rulebook.rules[position])
            return true
        }
        return rules
    }
}

/// The category map, and the words of many meanings that decide where it doesn't.
struct ShippedMap {
    private let map: ShippedRuleFile
    private let weak: ShippedRuleFile

    init() throws {
        map = try ShippedRuleFile.named("category-map.toml")
        weak = try ShippedRuleFile.named("weak-words.toml")
    }

    var rules: [Rule] { Array(map.rulebook.rules) + Array(weak.rulebook.rules) }

    /// The rules that match, the deciding one first.
    func matches(_ example: Example) -> [Rule] { map.matches(example) + weak.matches(example) }
}
