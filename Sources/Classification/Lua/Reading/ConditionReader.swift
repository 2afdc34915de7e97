import Model
import Rules
import Scripting

/// Reads the `when` of a Lua rule.
///
/// A table names fields, all of which must match. `any { … }`, `all { … }` and
/// `none { … }` nest, around conditions and around the tests of one field. A function
/// stands alone or in the list part of the table, and is called last.
struct ConditionReader {
    private(set) var mistakes = Mistakes()
    private(set) var function: ScriptFunction?

    /// - Returns: the table's condition, or `always` for a function alone.
    mutating func when(_ value: ScriptValue, at path: ValuePath) -> Condition {
        switch value {
        case .function(let alone):
            function = alone
            return .always
        case .table(let table):
            return .all(conditions(in: table, at: path, takesFunction: true))
        case .nil, .boolean, .integer, .number, .string, .constructed:
            return condition(value, at: path) ?? .always
        }
    }

    private mutating func condition(_ value: ScriptValue, at path: ValuePath) -> Condition? {
        switch value {
        case .table(let table):
            return .all(conditions(in: table, at: path))
        case .constructed(let made):
            guard Self.groups.contains(made.name) else {
                mistakes.add(
                    "\"when\" can't be \(made.name)(…) alone; "
                        + "write when = { field = \(made.name)(…) }", at: path)
                return nil
            }
            guard let table = table(of: made, at: path) else { return nil }
            let parts = conditions(in: table, at: path.argument(0))
            return Self.group(made.name, parts)
        case .function:
            mistakes.add(
                "a function can stand only in the outermost list of \"when\", "
                    + "not within any, all or none", at: path)
            return nil
        case .nil, .boolean, .integer, .number, .string:
            mistakes.add(
                "a condition must be a table such as { description = \"NETFLIX\" }", at: path)
            return nil
        }
    }

    private mutating func conditions(
        in table: ScriptTable, at path: ValuePath, takesFunction: Bool = false
    ) -> [Condition] {
        var conditions: [Condition] = []
        for (position, value) in table.array.enumerated() {
            let path = path.item(position)
            if takesFunction, case .function(let asked) = value {
                if function != nil {
                    mistakes.add("\"when\" takes one function; join them with and", at: path)
                }
                function = asked
            } else if let condition = condition(value, at: path) {
                conditions.append(condition)
            }
        }
        for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
            let path = path.field(name)
            guard let field = ConditionField(rawValue: name) else {
                mistakes.add(
                    "unknown field \"\(name)\" in when"
                        + Suggestion.phrase(
                            for: name, among: ConditionField.allCases.map(\.rawValue)),
                    at: path, aim: .key)
                continue
            }
            if let condition = fieldCondition(field, value, at: path) {
                conditions.append(condition)
            }
        }
        return conditions
    }

    private mutating func fieldCondition(
        _ field: ConditionField, _ value: ScriptValue, at path: ValuePath
    ) -> Condition? {
        if case .constructed(let made) = value, Self.groups.contains(made.name) {
            guard let list = table(of: made, at: path) else { return nil }
            guard list.fields.isEmpty else {
                mistakes.add(
                    "\(made.name) of \"\(field.rawValue)\" in when must be a list of tests; "
                        + "write \(field.rawValue) = \(made.name) { \"A\", \"B\" }", at: path)
                return nil
            }
            let parts = fieldConditions(field, list.array, at: path.argument(0))
            return Self.group(made.name, parts)
        }
        if case .table(let list) = value, list.fields.isEmpty {
            return .any(fieldConditions(field, list.array, at: path))
        }
        return mistakes.noting(at: path) { () throws(RuleReadingError) in
            try FieldTestReader(field: field).condition(value)
        }
    }

    private mutating func fieldConditions(
        _ field: ConditionField, _ values: [ScriptValue], at path: ValuePath
    ) -> [Condition] {
        var conditions: [Condition] = []
        for (position, value) in values.enumerated() {
            if let condition = fieldCondition(field, value, at: path.item(position)) {
                conditions.append(condition)
            }
        }
        return conditions
    }

    private static let groups: Set<String> = ["any", "all", "none"]

    private static func group(_ name: String, _ parts: [Condition]) -> Condition {
        switch name {
        case "any": .any(parts)
        case "all": .all(parts)
        default: .none(parts)
        }
    }

    /// The single table argument of `any`, `all` or `none`.
    private mutating func table(
        of made: ScriptConstruction, at path: ValuePath
    ) -> ScriptTable? {
        guard made.arguments.count == 1, case .table(let table) = made.arguments[0] else {
            mistakes.add("\(made.name) takes one table; write \(made.name) { … }", at: path)
            return nil
        }
        return table
    }
}

/// The fields that a condition of a Lua rule may test.
enum ConditionField: String, CaseIterable {
    case description, payee, memo, text, account, institution, currency
    case bankPayee = "bank_payee"
    case merchantCode = "merchant_code"
    case accountType = "account_type"
    case amount, size, day
    case dayOfMonth = "day_of_month"
    case weekday, month, pending
    case tags, notes

    var textField: TextField? {
        switch self {
        case .description: .description
        case .payee: .payee
        case .bankPayee: .bankPayee
        case .memo: .memo
        case .text: .anyText
        case .account: .account
        case .institution: .institution
        case .currency: .currency
        case .merchantCode: .merchantCode
        case .tags: .tags
        case .notes: .notes
        case .accountType, .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending: nil
        }
    }
}

/// Reads a Lua rule's test of one field.
struct FieldTestReader {
    let field: ConditionField

    func condition(_ value: ScriptValue) throws(RuleReadingError) -> Condition {
        if let textField = field.textField { return .text(textField, try textTest(value)) }
        switch field {
        case .amount: return .amount(try amountTest(value))
        case .size: return .size(try amountTest(value))
        case .day: return .day(try dayTest(value))
        case .dayOfMonth: return .dayOfMonth(try numbers(value, within: 1...31))
        case .month: return .month(try numbers(value, within: 1...12))
        case .weekday: return .weekday([try weekday(value)])
        case .pending:
            guard case .boolean(let isPending) = value else { throw unusable("true or false") }
            return .pending(isPending)
        case .accountType:
            guard case .string(let name) = value, let type = AccountType(rawValue: name) else {
                throw unusable(
                    "one of \(AccountType.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return .accountType([type])
        case .description, .payee, .bankPayee, .memo, .text, .account, .institution, .currency,
            .merchantCode, .tags, .notes:
            throw unusable("a text")
        }
    }

    private func textTest(_ value: ScriptValue) throws(RuleReadingError) -> TextTest {
        if case .string(let text) = value {
            // Tags are names, so a substring is no match.
            return field == .tags ? .equals(try nonEmpty(text)) : .contains(try nonEmpty(text))
        }
        guard case .constructed(let made) = value else { throw noTextTest }
        switch made.name {
        case "contains": return .contains(try text(made.arguments))
        case "word": return .containsWord(try text(made.arguments))
        case "starts_with": return .startsWith(try text(made.arguments))
        case "ends_with": return .endsWith(try text(made.arguments))
        case "regex": return .matches(try text(made.arguments))
        case "is":
            // Here the empty string is valid: memo = is "".
            guard made.arguments.count == 1, case .string(let text) = made.arguments[0] else {
                throw unusable("a text")
            }
            return .equals(text)
        case "one_of":
            guard made.arguments.count == 1, case .table(let list) = made.arguments[0],
                list.fields.isEmpty, !list.array.isEmpty
            else { throw unusable("one_of { \"A\", \"B\" }") }
            var texts: [String] = []
            for (position, item) in list.array.enumerated() {
                guard case .string(let text) = item else {
                    throw RuleReadingError(
                        message: unusable("a list of texts").message,
                        path: ValuePath.whole.argument(0).item(position))
                }
                texts.append(text)
            }
            return .oneOf(texts)
        default: throw noTextTest
        }
    }

    private var noTextTest: RuleReadingError {
        unusable("a text, or contains, word, starts_with, ends_with, is, one_of or regex")
    }

    private func amountTest(_ value: ScriptValue) throws(RuleReadingError) -> AmountTest {
        guard case .constructed(let made) = value else { return .equals(try amount(value)) }
        let arguments = made.arguments
        switch (made.name, arguments.count) {
        case ("less", 1): return .less(try amount(arguments[0]))
        case ("greater", 1): return .greater(try amount(arguments[0]))
        case ("at_least", 1): return .atLeast(try amount(arguments[0]))
        case ("at_most", 1): return .atMost(try amount(arguments[0]))
        case ("is", 1): return .equals(try amount(arguments[0]))
        case ("between", 2):
            let low = try amount(arguments[0])
            let high = try amount(arguments[1])
            guard low <= high else { throw unusable("a range whose first number is the smaller") }
            return .between(low, high)
        case ("approx", 1): return .approximately(try amount(arguments[0]))
        case ("approx", 2):
            return .approximately(
                try amount(arguments[0]), tolerance: try amount(arguments[1]))
        default:
            throw unusable(
                "a number, or less, greater, at_least, at_most, between (two numbers) or approx")
        }
    }

    private func dayTest(_ value: ScriptValue) throws(RuleReadingError) -> DayTest {
        guard case .constructed(let made) = value else {
            let day = try day(value)
            return DayTest(from: day, through: day)
        }
        switch (made.name, made.arguments.count) {
        case ("at_least", 1): return DayTest(from: try day(made.arguments[0]))
        case ("at_most", 1): return DayTest(through: try day(made.arguments[0]))
        case ("between", 2):
            let first = try day(made.arguments[0])
            let last = try day(made.arguments[1])
            guard first <= last else { throw unusable("a range whose first day is the earlier") }
            return DayTest(from: first, through: last)
        default: throw noDay
        }
    }

    private func day(_ value: ScriptValue) throws(RuleReadingError) -> CalendarDay {
        guard case .string(let text) = value, let day = CalendarDay(text) else {
            throw noDay
        }
        return day
    }

    private var noDay: RuleReadingError {
        unusable("a day such as \"2025-03-09\", or at_least, at_most or between of days")
    }

    private func numbers(
        _ value: ScriptValue, within range: ClosedRange<Int>
    ) throws(RuleReadingError) -> Set<Int> {
        func number(_ value: ScriptValue) throws(RuleReadingError) -> Int {
            guard case .integer(let number) = value, range.contains(Int(clamping: number)) else {
                throw unusable("a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return Int(number)
        }
        guard case .constructed(let made) = value, made.name == "between",
            made.arguments.count == 2
        else { return [try number(value)] }
        let first = try number(made.arguments[0])
        let last = try number(made.arguments[1])
        guard first <= last else { throw unusable("a range whose first number is the smaller") }
        return Set(first...last)
    }

    private func weekday(_ value: ScriptValue) throws(RuleReadingError) -> Int {
        guard case .string(let name) = value,
            let position = RuleFields.weekdays.firstIndex(of: name.lowercased())
        else { throw unusable("one of \(RuleFields.weekdays.joined(separator: ", "))") }
        return position + 1
    }

    /// A number of Lua as the decimal that its author wrote.
    private func amount(_ value: ScriptValue) throws(RuleReadingError) -> DecimalAmount {
        guard let text = value.writtenNumber else { throw unusable("a number such as 12.50") }
        do {
            return try DecimalAmount(exactly: text)
        } catch {
            throw unusable("a number such as 12.50")
        }
    }

    private func text(_ arguments: [ScriptValue]) throws(RuleReadingError) -> String {
        guard arguments.count == 1, case .string(let text) = arguments[0] else {
            throw unusable("a text")
        }
        return try nonEmpty(text)
    }

    /// Rejects the empty string, which would match every text.
    private func nonEmpty(_ text: String) throws(RuleReadingError) -> String {
        guard !text.allSatisfy(\.isWhitespace) else { throw unusable("a text that is not empty") }
        return text
    }

    private func unusable(_ expected: String) -> RuleReadingError {
        RuleReadingError(message: "\"\(field.rawValue)\" in when must be \(expected)")
    }
}
