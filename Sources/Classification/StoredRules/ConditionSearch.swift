public import Model
import Rules
public import Scripting

/// A rule's condition as a question about transactions, such as
/// `{ payee = word "coffee", amount = between(-20, 0) }`.
///
/// It means what it means in the `when` of a rule that is asked after the stages, so that it
/// may test what was concluded.
public struct ConditionSearch: Sendable {
    private let rulebook: Rulebook

    /// Reads a condition.
    ///
    /// - Parameters:
    ///   - condition: a Lua table without functions.
    ///   - categories: those that it may name.
    ///   - host: where it is read.
    /// - Throws: ``ConditionMistakes``.
    public init(
        _ condition: String, categories: CategoryTree, on host: ScriptHost
    ) throws(ConditionMistakes) {
        // On a line of its own, so that a mistake's column is one of the condition.
        let definition = "{ after = true, set = { notes = \"x\" }, when =\n\(condition)\n}"
        var stored = StoredRules(
            [StoredRule(id: 0, position: 0, definition: definition)], categories: categories,
            limits: .standard, on: host)
        do throws(RulebookError) {
            rulebook = try Rulebook(stored.rules.map(\.rule))
        } catch {
            stored.leaveOut(error)
            throw ConditionMistakes(condition: condition, stored.leftOut)
        }
        guard stored.leftOut.isEmpty else {
            throw ConditionMistakes(condition: condition, stored.leftOut)
        }
    }

    /// The words that a condition may use, such as `contains`.
    public static let words = ConditionWord.allCases.map(\.rawValue)

    /// The names of fields that a condition may test.
    public static let fields = ConditionField.allCases.map(\.rawValue)

    /// - Parameters:
    ///   - condition: a table that a script made, without functions and maps.
    ///   - categories: those that it may name.
    /// - Throws: ``ConditionMistakes``.
    public init(
        _ condition: ScriptValue, categories: CategoryTree
    ) throws(ConditionMistakes) {
        var reader = ConditionReader(library: .empty, categories: categories, isAfter: true)
        let read = reader.when(condition, at: .whole)
        var mistakes = reader.mistakes.all.map(\.message)
        if reader.function != nil { mistakes.append("a function can't stand here") }
        guard mistakes.isEmpty else { throw ConditionMistakes(mistakes) }
        do throws(RulebookError) {
            rulebook = try Rulebook([
                Rule(
                    id: "condition", name: "condition", origin: .stored, condition: read,
                    effect: Effect())
            ])
        } catch {
            throw ConditionMistakes(error.problems.map { "\($0.kind)" })
        }
    }

    /// The numbers of the transactions that match.
    ///
    /// - Parameter decided: transactions with what was concluded about them.
    public func matches(in decided: Snapshot) -> [Int64] {
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: decided.withBeginnings)
        return decided.transactions.indices.filter { matcher.firstMatch(row: $0) != nil }
            .map { decided.transactions[$0].id }
    }
}

/// A condition that can't be read.
public struct ConditionMistakes: Error, Sendable {
    /// Empty if a script made it.
    public let condition: String
    /// The error, with the column if it is known.
    public let mistakes: [String]

    fileprivate init(condition: String, _ leftOut: [RejectedFile]) {
        self.condition = condition
        mistakes = leftOut.flatMap(\.problems).map { problem in
            guard let column = problem.column, problem.line == 2 else { return problem.message }
            return "character \(column): \(problem.message)"
        }
    }

    fileprivate init(_ mistakes: [String]) {
        condition = ""
        self.mistakes = mistakes
    }
}
