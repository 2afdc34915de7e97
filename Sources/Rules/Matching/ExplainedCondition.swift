import Model

/// A condition in the words of its author, and whether it holds for a transaction.
public struct ExplainedCondition: Sendable {
    /// As in a Lua file: `amount = between(-2000, -1500)`; of a group "any of".
    public let words: String
    public let holds: Bool
    /// What the transaction has; nil for a group.
    public let value: String?
    /// The parts of a group.
    public let parts: [ExplainedCondition]
    /// Whether it tests a text, in itself or in a part.
    public let asksForText: Bool
}

extension PlainMatcher {
    /// What a rule's condition looks for in a transaction, and what it finds.
    ///
    /// - Parameters:
    ///   - rule: an index into the rulebook's rules.
    ///   - row: an index into the snapshot's transactions.
    public func explanation(of rule: Int, row: Int) -> ExplainedCondition {
        explanation(
            rulebook.rules[rule].condition, row: row, wordings: rulebook.rules[rule].wordings)
    }

    private func explanation(
        _ condition: Condition, row: Int, wordings: [Condition: String]
    ) -> ExplainedCondition {
        let written = wordings.isEmpty ? nil : wordings[condition]
        var parts = condition.parts.map { explanation($0, row: row, wordings: wordings) }
        if parts.count == 1, written == nil, condition.isPlainGroup { return parts[0] }
        let asksForText = condition.isText || parts.contains(where: \.asksForText)
        if parts.count > Condition.mostShown {
            parts = Array(parts.filter(\.holds).prefix(Condition.mostShown))
        }
        return ExplainedCondition(
            words: written ?? condition.words, holds: holds(condition, row: row),
            value: condition.isGroup ? nil : value(testedBy: condition, row: row), parts: parts,
            asksForText: asksForText)
    }

    /// The transaction's value that a test looks at.
    private func value(testedBy condition: Condition, row: Int) -> String? {
        let transaction = snapshot.transactions[row]
        let account = snapshot.account(of: transaction)
        func money(_ minorUnits: Int64) -> String {
            Money(minorUnits: minorUnits, currency: account.currency).groupedText
        }
        switch condition {
        case .all, .any, .none, .always: return nil
        case .text(let field, _):
            let texts = snapshot.texts(of: field, row: row).filter { !$0.isEmpty }
            return texts.isEmpty ? "nothing" : texts.distinct.joined(separator: " / ")
        case .amount: return money(transaction.amount)
        case .size: return money(transaction.amount < 0 ? -transaction.amount : transaction.amount)
        case .day, .month: return transaction.day.description
        case .dayOfMonth: return "\(transaction.day.components.day)"
        case .weekday: return Condition.weekdays[transaction.day.isoWeekday - 1]
        case .pending: return "\(transaction.isPending)"
        case .accountType: return account.type.rawValue
        case .fact(.transaction): return "\(transaction.id)"
        case .fact(.account): return "\(account.id)"
        case .fact(.transactedDay): return transaction.transactedDay?.description ?? "not known"
        case .fact(.balance): return account.balance.map(money) ?? "not known"
        case .decided(.total(let total, _)):
            let spent = snapshot.spendingTotal(total, row: row)
            return spent.map {
                "\(Money(sum: $0, currency: account.currency).groupedText) up to here"
            } ?? "not in it"
        case .decided(let test): return snapshot.decided.map { test.value(in: $0[row]) }
        case .history(let test):
            let earlier = snapshot.earlierPayments[row]
            switch test {
            case .count: return "\(earlier.count)"
            case .last, .differsFromLast:
                return earlier.last.map { "the last was \(money($0))" } ?? "no earlier payment"
            case .usual, .timesUsual:
                return earlier.usual.map { "usual is \(money($0))" } ?? "no earlier payment"
            case .daysSinceLast:
                return earlier.lastDay.map { "the last was on \($0)" } ?? "no earlier payment"
            }
        case .near(let test, let other):
            let found = snapshot.transactions.indices.first {
                test.isMet(by: snapshot.transactions[$0], near: transaction)
                    && holds(other, row: $0)
            }
            return found.map { number in
                let found = snapshot.transactions[number]
                return "\(found.id) on \(found.day), \(money(found.amount))"
            } ?? "none is"
        }
    }
}

extension Rule {
    /// The condition as lines of a Lua file's `when`, each with its depth.
    public var lines: [(depth: Int, words: String)] {
        condition.lines(depth: 0, wordings: wordings)
    }
}

extension Condition {
    fileprivate func lines(
        depth: Int, wordings: [Condition: String]
    ) -> [(depth: Int, words: String)] {
        if !wordings.isEmpty, let written = wordings[self] { return [(depth, written)] }
        if isPlainGroup, depth == 0 || parts.count == 1 {
            return parts.flatMap { $0.lines(depth: depth, wordings: wordings) }
        }
        let more = parts.count - Self.mostShown
        return [(depth, words)]
            + parts.prefix(Self.mostShown)
            .flatMap { $0.lines(depth: depth + 1, wordings: wordings) }
            + (more > 0 ? [(depth + 1, "and \(more) more")] : [])
    }

    /// The number of a group's parts that are shown; a map's keys can be many more. Of those that
    /// are explained for a transaction, only the ones that hold are shown then.
    fileprivate static let mostShown = 20

    /// The number of tests in the condition, counting each key of a list.
    public var testCount: Int {
        switch self {
        case .all(let parts), .any(let parts), .none(let parts):
            parts.reduce(0) { $0 + $1.testCount }
        case .text(_, .anyOf(let tests)): tests.count
        case .text(_, .oneOf(let texts)): texts.count
        default: 1
        }
    }

    fileprivate var parts: [Condition] {
        switch self {
        case .all(let parts), .any(let parts), .none(let parts): parts
        default: []
        }
    }

    fileprivate var isText: Bool {
        if case .text = self { true } else { false }
    }

    fileprivate var isGroup: Bool {
        switch self {
        case .all, .any, .none: true
        default: false
        }
    }

    /// Whether a group of one part says no more than that part.
    fileprivate var isPlainGroup: Bool {
        switch self {
        case .all, .any: true
        default: false
        }
    }

    private static func count(of parts: [Condition]) -> String {
        parts.count > mostShown ? " \(parts.count)" : ""
    }

    fileprivate static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// In the words of a Lua file.
    fileprivate var words: String {
        func list(_ numbers: Set<Int>) -> String {
            let sorted = numbers.sorted()
            if sorted.count > 2, let first = sorted.first, let last = sorted.last,
                last - first == sorted.count - 1
            {
                return "between(\(first), \(last))"
            }
            let words = sorted.map(String.init)
            return words.count == 1 ? words[0] : "{ \(words.joined(separator: ", ")) }"
        }
        switch self {
        case .all(let parts): return "all of" + Self.count(of: parts)
        case .any(let parts): return "any of" + Self.count(of: parts)
        case .none(let parts): return "none of" + Self.count(of: parts)
        case .text(let field, let test): return "\(field.luaName) = \(test.lua(of: field))"
        case .amount(let test): return "amount = \(test.lua)"
        case .size(let test): return "size = \(test.lua)"
        case .day(let test): return "day = \(test.lua)"
        case .dayOfMonth(let days): return "day_of_month = \(list(days))"
        case .weekday(let days):
            let names = days.sorted().filter { (1...7).contains($0) }.map { Self.weekdays[$0 - 1] }
            return "weekday = \(names.luaList)"
        case .month(let months): return "month = \(list(months))"
        case .pending(let isPending): return "pending = \(isPending)"
        case .accountType(let types):
            return "account_type = \(types.map(\.rawValue).luaList)"
        case .fact(let test):
            switch test {
            case .transaction(let ids): return "id = \(list(Set(ids.map(Int.init))))"
            case .account(let ids): return "account_id = \(list(Set(ids.map(Int.init))))"
            case .transactedDay(let test): return "transacted_day = \(test.lua)"
            case .balance(let test): return "account_balance = \(test.lua)"
            }
        case .decided(let test): return test.lua
        case .history(let test): return test.lua
        case .near(let test, let other): return test.lua(other)
        case .always: return "everything"
        }
    }
}

extension DecidedTest {
    fileprivate var lua: String {
        switch self {
        case .class(let wanted): "class = \"\(wanted.rawValue)\""
        case .category(let wanted): "category = \(wanted.sorted().luaList)"
        case .lens(let wanted): "lens = \"\(wanted.rawValue)\""
        case .guessed(let wanted): "guessed = \(wanted)"
        case .series(let name): "series = \(name.luaText)"
        case .inSeries(let wanted): "series = \(wanted)"
        case .total(let total, let test): total.lua(test)
        }
    }

    fileprivate func value(in decided: DecidedValues) -> String {
        switch self {
        case .class: decided.transactionClass.rawValue
        case .category: decided.category
        case .lens: decided.lens?.rawValue ?? "none"
        case .guessed: "\(decided.isGuess)"
        case .series, .inSeries: decided.series ?? "none"
        case .total: ""
        }
    }
}

extension SpendingTotal {
    fileprivate func lua(_ test: AmountTest) -> String {
        let name = period == .month ? "month_total" : "year_total"
        guard !categories.isEmpty else { return "\(name) = \(test.lua)" }
        return "\(name) = { category = \(categories.sorted().luaList), total = \(test.lua) }"
    }
}

extension HistoryTest {
    fileprivate var lua: String {
        switch self {
        case .count(let test): "earlier = \(test.lua)"
        case .last(let test): "last_amount = \(test.lua)"
        case .usual(let test): "usual_amount = \(test.lua)"
        case .differsFromLast(let test): "differs_from_last = \(test.lua)"
        case .timesUsual(let test): "times_usual = \(test.lua)"
        case .daysSinceLast(let test): "days_since_last = \(test.lua)"
        }
    }
}

extension NearTest {
    fileprivate func lua(_ other: Condition) -> String {
        var parts: [String] = []
        if before == after {
            parts.append("days = \(before)")
        } else {
            if before > 0 { parts.append("before = \(before)") }
            if after > 0 { parts.append("after = \(after)") }
        }
        if let amount { parts.append("amount = \"\(amount.rawValue)\"") }
        if hasSamePayee { parts.append("payee = \"same\"") }
        parts += other.lines(depth: 0, wordings: [:]).map(\.words)
        return "near { \(parts.joined(separator: ", ")) }"
    }
}

extension TextField {
    /// The field's name in a Lua file.
    fileprivate var luaName: String {
        switch self {
        case .bankPayee: "bank_payee"
        case .merchantCode: "merchant_code"
        case .anyText: "text"
        case .description, .payee, .memo, .account, .institution, .currency, .tags, .notes:
            rawValue
        }
    }
}

extension TextTest {
    fileprivate func lua(of field: TextField) -> String {
        switch self {
        case .contains(let text):
            field == .tags ? "contains \(text.luaText)" : text.luaText
        case .containsWord(let text): "word \(text.luaText)"
        case .startsWith(let text): "starts_with \(text.luaText)"
        case .endsWith(let text): "ends_with \(text.luaText)"
        case .equals(let text): field == .tags ? text.luaText : "is \(text.luaText)"
        case .oneOf(let texts) where texts.count > 3: "one of \(texts.count) texts"
        case .oneOf(let texts): "one_of \(texts.luaList)"
        case .matches(let pattern):
            pattern.contains("]]") ? "regex \(pattern.luaText)" : "regex [[\(pattern)]]"
        case .anyOf(let tests) where tests.count > 3: "one of \(tests.count) keys"
        case .anyOf(let tests):
            "{ \(tests.map { $0.lua(of: field) }.joined(separator: ", ")) }"
        }
    }
}

extension AmountTest {
    fileprivate var lua: String {
        switch self {
        case .less(let value): "less(\(value))"
        case .greater(let value): "greater(\(value))"
        case .atMost(let value): "at_most(\(value))"
        case .atLeast(let value): "at_least(\(value))"
        case .equals(let value): "\(value)"
        case .between(let low, let high): "between(\(low), \(high))"
        case .approximately(let value, .customaryTolerance): "approx(\(value))"
        case .approximately(let value, let tolerance): "approx(\(value), \(tolerance))"
        }
    }
}

extension DayTest {
    fileprivate var lua: String {
        switch (first, last) {
        case (let first?, let last?) where first == last: "\"\(first)\""
        case (let first?, let last?): "between(\"\(first)\", \"\(last)\")"
        case (let first?, nil): "at_least(\"\(first)\")"
        case (nil, let last?): "at_most(\"\(last)\")"
        case (nil, nil): "any"
        }
    }
}

extension String {
    fileprivate var luaText: String {
        let escaped = replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}

extension [String] {
    fileprivate var luaList: String {
        count == 1 ? self[0].luaText : "{ \(map(\.luaText).joined(separator: ", ")) }"
    }

    fileprivate var distinct: [String] {
        reduce(into: []) { texts, text in if !texts.contains(text) { texts.append(text) } }
    }
}
