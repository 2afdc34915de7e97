import Model
import Rules
import Scripting

/// Reads what a Lua rule sets, from a table of its own or from what its
/// function returned.
struct EffectReader {
    let categories: CategoryTree

    /// - Returns: what could be read; `mistakes` has the rest.
    func effect(
        _ value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> Effect {
        var effect = Effect()
        guard case .table(let table) = value, table.array.isEmpty else {
            mistakes.add(
                "what a rule sets must be a table such as { category = \"dining\" }", at: path)
            return effect
        }
        for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
            let path = path.field(name)
            guard let attribute = SettableAttribute(rawValue: name) else {
                mistakes.add(
                    "a rule can't set \"\(name)\""
                        + Suggestion.phrase(
                            for: name, among: SettableAttribute.allCases.map(\.rawValue)),
                    at: path, aim: .key)
                continue
            }
            mistakes.noting(at: path) { () throws(RuleReadingError) in
                try set(attribute, to: value, in: &effect)
            }
        }
        return effect
    }

    private func set(
        _ attribute: SettableAttribute, to value: ScriptValue, in effect: inout Effect
    ) throws(RuleReadingError) {
        switch attribute {
        case .class:
            effect.class = try choice(value, attribute, TransactionClass.allCases)
        case .lens: effect.lens = try choice(value, attribute, Lens.allCases)
        case .category:
            let id = try text(value, attribute)
            guard categories[id] != nil else {
                throw RuleReadingError(
                    message: "there is no category \"\(id)\""
                        + Suggestion.phrase(for: id, among: categories.categories.map(\.id)))
            }
            effect.category = id
        case .series: effect.series = try text(value, attribute)
        case .payee: effect.payee = try text(value, attribute)
        case .notes: effect.note = try text(value, attribute)
        case .tags: effect.tags = try tags(value)
        case .excluded:
            guard case .boolean(let isExcluded) = value else {
                throw RuleReadingError(message: "\"excluded\" must be true or false")
            }
            effect.excluded = isExcluded
        case .splits: effect.splits = try SplitReader(categories: categories).plan(value)
        }
    }

    private func choice<Choice: RawRepresentable<String>>(
        _ value: ScriptValue, _ attribute: SettableAttribute, _ all: [Choice]
    ) throws(RuleReadingError) -> Choice {
        let name = try text(value, attribute)
        guard let choice = Choice(rawValue: name) else {
            throw RuleReadingError(
                message: "\"\(attribute.rawValue)\" can't be \"\(name)\"; it is one of "
                    + all.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    private func tags(_ value: ScriptValue) throws(RuleReadingError) -> [String] {
        guard case .table(let list) = value, list.fields.isEmpty else {
            guard case .string = value else {
                throw RuleReadingError(message: "\"tags\" must be a text or a list of texts")
            }
            return [try text(value, .tags)]
        }
        var tags: [String] = []
        for tag in list.array {
            let tag = try text(tag, .tags)
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    private func text(
        _ value: ScriptValue, _ attribute: SettableAttribute
    ) throws(RuleReadingError) -> String {
        guard case .string(let text) = value, !text.allSatisfy(\.isWhitespace),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
            !text.contains(where: \.isNewline)
        else {
            throw RuleReadingError(
                message: "\"\(attribute.rawValue)\" must be a text of one line")
        }
        guard text.utf8.count <= Self.mostBytesOfText else {
            throw RuleReadingError(
                message: "\"\(attribute.rawValue)\" is longer than \(Self.mostBytesOfText) bytes")
        }
        return text
    }

    /// What is set is kept for each transaction that it differs on: long texts
    /// of a careless function would swell the vault.
    static let mostBytesOfText = 1000
}

/// The attributes that a rule can set, by the names that JSON uses too.
enum SettableAttribute: String, CaseIterable {
    case `class`, category, lens, series, payee, tags, notes, excluded, splits
}
