import Model
import Rules

/// Finds for each of some payees the simplest condition that matches exactly their
/// transactions.
struct PayeeConditions {
    /// A condition in rule syntax, and the rows that it matches.
    struct Found {
        let field: RuleChange.Field
        let condition: Condition
        let rows: [Int]
    }

    private let snapshot: Snapshot
    private let payees: [(name: String, rows: [Int])]

    private static let mostTexts = 20
    private static let shortestBeginning = 5

    init(_ snapshot: Snapshot, _ payees: [(name: String, rows: [Int])]) {
        self.snapshot = snapshot
        self.payees = payees
    }

    /// In the order of the payees; nil if no condition was found.
    func conditions() throws -> [Found?] {
        let attempts = payees.map(attempts)
        let rules = attempts.joined().enumerated().map { number, attempt in
            Rule(
                id: String(number), name: "", origin: .stored, condition: attempt.condition,
                effect: Effect())
        }
        let matcher = RulebookMatcher(rulebook: try Rulebook(rules), snapshot: snapshot)
        var rows = [[Int]](repeating: [], count: rules.count)
        for row in snapshot.transactions.indices where !snapshot.transactions[row].isPending {
            matcher.forEachMatch(row: row) { rule in
                rows[rule].append(row)
                return true
            }
        }
        var number = 0
        return zip(payees, attempts).map { payee, attempts in
            let range = number..<number + attempts.count
            number = range.upperBound
            return zip(attempts, rows[range]).first { $1 == payee.rows }
                .map { Found(field: $0.field, condition: $0.condition, rows: $1) }
        }
    }

    private struct Attempt {
        let field: RuleChange.Field
        let condition: Condition
    }

    /// The simplest first.
    private func attempts(_ payee: (name: String, rows: [Int])) -> [Attempt] {
        func texts(_ id: (TransactionFacts) -> TextID) -> [String] {
            Set(payee.rows.map { id(snapshot.transactions[$0]) })
                .map { snapshot.texts[$0] }.sorted()
        }
        let writings = Self.distinct(texts(\.payee))
        guard let first = writings.first, !writings.contains(where: { SearchText($0).isEmpty })
        else { return [] }
        if writings.count == 1 {
            return [
                Attempt(
                    field: .init("payee", "is " + LuaLiteral.text(first)),
                    condition: .text(.payee, .equals(first)))
            ]
        }
        var attempts: [Attempt] = []
        if writings.count <= Self.mostTexts {
            let list = writings.map(LuaLiteral.text).joined(separator: ", ")
            attempts.append(
                Attempt(
                    field: .init("payee", "one_of { \(list) }"),
                    condition: .text(.payee, .oneOf(writings))))
        }
        let beginning = Self.beginning(of: texts(\.description))
        if beginning.count >= Self.shortestBeginning {
            attempts.append(
                Attempt(
                    field: .init("description", "starts_with " + LuaLiteral.text(beginning)),
                    condition: .text(.description, .startsWith(beginning))))
        }
        return attempts
    }

    /// Texts without those that are equal to a rule.
    private static func distinct(_ texts: [String]) -> [String] {
        var seen: Set<SearchText> = []
        return texts.filter { seen.insert(SearchText($0)).inserted }
    }

    /// The common prefix of texts, compared by character and cut at the end of a
    /// word.
    private static func beginning(of texts: [String]) -> String {
        guard let first = texts.first else { return "" }
        var common = first[...]
        for text in texts.dropFirst() {
            common = common.prefix(zip(common, text).prefix { $0 == $1 }.count)
        }
        let isWhole = texts.allSatisfy { text in
            text.count == common.count || text.dropFirst(common.count).first == " "
        }
        if !isWhole {
            common = common[..<(common.lastIndex(of: " ") ?? common.startIndex)]
        }
        return String(common)
    }
}
