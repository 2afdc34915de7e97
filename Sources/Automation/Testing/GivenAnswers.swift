internal import Classification
internal import Model
internal import Scripting

/// The answers that a test gives to its handlers' queries, so that it needs no vault. What is
/// not given is zero, or no transactions.
struct GivenAnswers: Sendable {
    /// One for each call, in order; the last one again for later calls.
    private var sums: [QueryWord: [Money]] = [:]
    private var counts: [Int] = []
    private var balances: [String: Money] = [:]
    /// Of all other accounts.
    private var balance: Money?
    private var transactions: [ScriptTable] = []

    private static let currency = Currency(code: "USD")

    /// The answers for one run of the handlers.
    func inTurn() -> any VaultAnswering { InTurn(self) }

    private final class InTurn: VaultAnswering {
        private var left: GivenAnswers

        init(_ answers: GivenAnswers) { left = answers }

        func answer(
            _ query: HandlerQuery, asOf day: CalendarDay
        ) throws(QueryMistake) -> VaultAnswer {
            switch query {
            case .spent: return .sums([next(&left.sums[.spent, default: []]) ?? GivenAnswers.zero])
            case .income:
                return .sums([next(&left.sums[.income, default: []]) ?? GivenAnswers.zero])
            case .count: return .count(next(&left.counts) ?? 0)
            case .transactions(_, let limit):
                return .rows(Array(left.transactions.prefix(limit)))
            case .balance(let account):
                return .balance(left.balances[account] ?? left.balance ?? GivenAnswers.zero)
            }
        }

        private func next<Answer>(_ answers: inout [Answer]) -> Answer? {
            answers.count > 1 ? answers.removeFirst() : answers.first
        }
    }

    private static let zero = Money(minorUnits: 0, currency: currency)
}

extension GivenAnswers {
    /// Reads the `vault = { … }` of a test.
    init(
        _ value: ScriptValue, _ samples: SampleContent, at path: ValuePath,
        _ mistakes: inout Mistakes
    ) {
        guard value != .nil else { return }
        guard case .table(let table) = value, table.array.isEmpty else {
            mistakes.add("write vault = { spent = 412.50, balance = { Checking = 80 } }", at: path)
            return
        }
        for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
            let path = path.field(name)
            guard let word = QueryWord(rawValue: name) else {
                mistakes.add(
                    "\"\(name)\" is not a query"
                        + Suggestion.phrase(for: name, among: QueryWord.allCases.map(\.rawValue)),
                    at: path, aim: .key)
                continue
            }
            read(word, value, samples, at: path, &mistakes)
        }
    }

    private mutating func read(
        _ word: QueryWord, _ value: ScriptValue, _ samples: SampleContent, at path: ValuePath,
        _ mistakes: inout Mistakes
    ) {
        switch word {
        case .spent, .income:
            sums[word] = Self.inOrder(value).compactMap {
                Self.money($0, of: word.rawValue, at: path, &mistakes)
            }
        case .count:
            counts = Self.inOrder(value).compactMap { value in
                guard case .integer(let count) = value, let count = Int(exactly: count), count >= 0
                else {
                    mistakes.add("\"count\" must be a whole number or a list of them", at: path)
                    return nil
                }
                return count
            }
        case .balance:
            guard case .table(let accounts) = value, accounts.array.isEmpty else {
                balance = Self.money(value, of: word.rawValue, at: path, &mistakes)
                return
            }
            for (name, value) in accounts.fields.sorted(by: { $0.key < $1.key }) {
                balances[name] = Self.money(value, of: name, at: path.field(name), &mistakes)
            }
        case .transactions:
            guard case .table(let list) = value, list.fields.isEmpty else {
                mistakes.add("\"transactions\" must be a list of tables", at: path)
                return
            }
            transactions = list.array.enumerated().map { position, value in
                samples.transaction(value, at: path.item(position), &mistakes)
            }
        }
    }

    /// A list's values, or the value as the only one.
    private static func inOrder(_ value: ScriptValue) -> [ScriptValue] {
        guard case .table(let list) = value, list.fields.isEmpty else { return [value] }
        return list.array
    }

    private static func money(
        _ value: ScriptValue, of name: String, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> Money? {
        do throws(AmountError) {
            if let text = value.writtenAmount {
                return try Money(exactly: text, currency: currency)
            }
        } catch {
            // Not an amount of dollars and cents.
        }
        mistakes.add(
            "\"\(name)\" must be an amount such as 49.90" + UnusableNumber.advice(about: value),
            at: path)
        return nil
    }
}
