import Model
import Rules
import Scripting

/// A test of a condition that looks for the keys of a map: `payee = is(payees)`.
struct MapTest {
    let field: TextField
    /// "is", "contains", "word", "starts_with", "ends_with" or "regex".
    let word: String
    let map: ScriptMap
    /// The map's index in the library.
    let position: Int
    let path: ValuePath

    /// The words that take a map in place of a text.
    static let words: Set<String> = [
        "is", "contains", "word", "starts_with", "ends_with", "regex",
    ]

    /// Each pattern is tried on some texts before it is used.
    static let mostPatterns = 1_000

    /// The condition that some key is found.
    var condition: Condition {
        switch word {
        // Reported; compiling all of them would take long.
        case "regex" where map.entries.count > Self.mostPatterns: .any([])
        case "is": .text(field, .oneOf(map.entries.map(\.key)))
        case "regex": .any(map.entries.map { .text(field, test(for: $0.key)) })
        default: .text(field, .anyOf(map.entries.map { test(for: $0.key) }))
        }
    }

    /// A rule for each row, named by the row's index.
    var rules: [Rule] {
        map.entries.enumerated().map { row, entry in
            Rule(
                id: "\(row)", name: entry.key, origin: .lua(file: map.name, line: entry.line ?? 0),
                condition: .text(field, test(for: entry.key)), effect: Effect())
        }
    }

    private func test(for key: String) -> TextTest {
        switch word {
        case "contains": .contains(key)
        case "word": .containsWord(key)
        case "starts_with": .startsWith(key)
        case "ends_with": .endsWith(key)
        case "regex": .matches(key)
        default: .equals(key)
        }
    }

    /// The keys that can't be looked for.
    ///
    /// - Parameter folder: the folder of the map's file, "rules/".
    func problems(folder: String) -> [RuleFileProblem] {
        func problem(_ entry: ScriptMap.Entry, _ message: String) -> RuleFileProblem {
            RuleFileProblem(file: folder + map.name, line: entry.line, message: message)
        }
        let empty = map.entries.filter { $0.key.allSatisfy(\.isWhitespace) }
            .map { problem($0, "the row has no key") }
        guard empty.isEmpty, word == "regex" else { return empty }
        guard map.entries.count <= Self.mostPatterns else {
            return [
                RuleFileProblem(
                    file: folder + map.name, line: map.entries[Self.mostPatterns].line,
                    message: "a map of patterns can have \(Self.mostPatterns) rows at most")
            ]
        }
        do {
            _ = try Rulebook(rules)
            return []
        } catch {
            return error.problems.compactMap { found in
                Int(found.rule).map { problem(map.entries[$0], "\(found.kind)") }
            }
        }
    }
}

/// The rows of a map that a rule looks for, and what each sets.
///
/// If several keys are found, the longest decides; of patterns the first.
final class MapRows {
    /// The map's index in the library.
    let map: Int
    /// By row: how many transactions it was found for in all passes so far.
    private(set) var hits: [Int]
    /// The row that decided last; nil if none was found.
    private(set) var last: ScriptMap.Entry?

    /// Whether rows set values of their own.
    var setsValues: Bool { !effects.isEmpty }

    private let test: MapTest
    /// By row; empty if the rule sets the same for each.
    private let effects: [Effect]
    /// Compiled when a row is first looked for.
    private var rulebook: Rulebook?
    private var snapshot: Snapshot?
    private var matcher: RulebookMatcher?

    init(_ test: MapTest, effects: [Effect]) {
        self.test = test
        self.effects = effects
        map = test.position
        hits = [Int](repeating: 0, count: test.map.entries.count)
    }

    /// Has rows looked for in the transactions of a snapshot.
    func begin(_ snapshot: Snapshot?) {
        self.snapshot = snapshot
        matcher = nil
    }

    /// The effect of the row whose key a transaction has; nil if it has none.
    func effect(ofRow row: Int) -> Effect? {
        guard let found = find(row) else {
            last = nil
            return nil
        }
        last = test.map.entries[found]
        hits[found] += 1
        return effects.isEmpty ? nil : effects[found]
    }

    private func find(_ row: Int) -> Int? {
        guard let snapshot else { return nil }
        if matcher == nil {
            do {
                let rulebook =
                    try rulebook
                    ?? Rulebook(
                        test.rules, order: test.word == "regex" ? .declared : .mostSpecificFirst)
                self.rulebook = rulebook
                matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
            } catch {
                // The file would have been left out.
                return nil
            }
        }
        guard let matcher, let rulebook, let match = matcher.firstMatch(row: row) else {
            return nil
        }
        return Int(rulebook.rules[match].id)
    }
}

/// Reads the values of `set` that come from a row: `category = column "category"`.
struct ColumnReader {
    let effects: EffectReader
    /// The folder of the map's file, "rules/".
    let folder: String

    /// Splits a table into the values that are the same for each row, and the columns.
    static func split(_ table: ScriptTable) -> (fixed: ScriptTable, columns: [String: ScriptValue])
    {
        let columns = table.fields.filter { $0.value.hasColumn }
        let fixed = table.fields.filter { !$0.value.hasColumn }
        return (ScriptTable(array: table.array, fields: fixed), columns)
    }

    /// - Parameters:
    ///   - columns: by attribute: a column, or a list with some.
    ///   - fixed: what each row sets besides.
    /// - Returns: the effects by row.
    func effects(
        _ columns: [String: ScriptValue], beside fixed: Effect, of map: ScriptMap,
        _ mistakes: inout Mistakes
    ) -> [Effect] {
        var places: [String: Int] = [:]
        for (attribute, value) in columns.sorted(by: { $0.key < $1.key }) {
            for name in value.columns {
                guard let place = map.columns.firstIndex(of: name) else {
                    mistakes.add(
                        "\(map.name) has no column \"\(name)\""
                            + Suggestion.phrase(for: name, among: map.columns),
                        at: RulePart.set.path.field(attribute))
                    return []
                }
                places[name] = place
            }
        }
        let used = places.values.sorted()
        var known: [[ScriptValue]: Effect] = [:]
        return map.entries.map { entry in
            let values = used.map { entry.values[$0] }
            if let effect = known[values] { return effect }
            var effect = fixed
            var wrong = Mistakes()
            for (name, value) in columns.sorted(by: { $0.key < $1.key }) {
                guard let value = value.filled({ places[$0].map { entry.values[$0] } ?? .nil })
                else { continue }
                effects.set(name, to: Self.read(value, for: name), in: &effect, &wrong)
            }
            effect.classifyLoan()
            mistakes.elsewhere += wrong.all.map { mistake in
                RuleFileProblem(
                    file: folder + map.name, line: entry.line, message: mistake.message)
            }
            known[values] = effect
            return effect
        }
    }

    /// A value of CSV, where all are texts, as its attribute takes it.
    private static func read(_ value: ScriptValue, for attribute: String) -> ScriptValue {
        guard attribute == SettableAttribute.excluded.rawValue, case .string(let text) = value
        else { return value }
        switch text.lowercased() {
        case "true", "yes": return .boolean(true)
        case "false", "no": return .boolean(false)
        default: return value
        }
    }
}

extension ScriptValue {
    /// The columns named in a value or in its list.
    fileprivate var columns: [String] {
        switch self {
        case .constructed(let made):
            guard made.name == ColumnWord.name, made.arguments.count == 1,
                case .string(let name) = made.arguments[0]
            else { return [] }
            return [name]
        case .table(let table) where table.fields.isEmpty: return table.array.flatMap(\.columns)
        case .nil, .boolean, .integer, .number, .string, .table, .function: return []
        }
    }

    fileprivate var hasColumn: Bool { !columns.isEmpty }

    /// The value with a row's cells for its columns; nil if all of them are empty.
    fileprivate func filled(_ cell: (String) -> ScriptValue) -> ScriptValue? {
        switch self {
        case .constructed:
            guard let name = columns.first else { return self }
            let value = cell(name)
            return value == .nil ? nil : value
        case .table(let table) where hasColumn:
            let values = table.array.compactMap { $0.filled(cell) }
            return values.isEmpty ? nil : .table(ScriptTable(array: values))
        case .nil, .boolean, .integer, .number, .string, .table, .function: return self
        }
    }
}

/// The word that names a column of the map in `when`.
enum ColumnWord {
    static let name = "column"
}
