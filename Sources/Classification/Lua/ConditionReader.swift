import Model
import Rules
import Scripting

/// Reads the `when` of a Lua rule.
///
/// A table names fields, all of which must hold; `any { … }`, `all { … }` and
/// `none { … }` nest, around conditions and around the tests of one field.
enum ConditionReader {
    static func condition(_ value: ScriptValue) throws(RuleReadingError) -> Condition {
        switch value {
        case .table(let table):
            return .all(try conditions(in: table))
        case .constructed(let made):
            switch (made.name, try group(made)) {
            case ("any", let table?): return .any(try conditions(in: table))
            case ("all", let table?): return .all(try conditions(in: table))
            case ("none", let table?): return .none(try conditions(in: table))
            default:
                throw RuleReadingError(
                    message: "\"when\" can't be \(made.name)(…) alone; "
                        + "write when = { field = \(made.name)(…) }")
            }
        default:
            throw RuleReadingError(
                message: "a condition must be a table such as { description = \"NETFLIX\" }")
        }
    }

    private static func conditions(
        in table: ScriptTable
    ) throws(RuleReadingError) -> [Condition] {
        var conditions: [Condition] = []
        for value in table.array { conditions.append(try condition(value)) }
        for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
            conditions.append(try fieldCondition(name, value))
        }
        return conditions
    }

    private static func fieldCondition(
        _ name: String, _ value: ScriptValue
    ) throws(RuleReadingError) -> Condition {
        guard let field = ConditionField(rawValue: name) else {
            throw RuleReadingError(
                message: "unknown field \"\(name)\" in when"
                    + Suggestion.phrase(
                        for: name, among: ConditionField.allCases.map(\.rawValue)))
        }
        if case .constructed(let made) = value, let group = try group(made) {
            guard group.fields.isEmpty else {
                throw RuleReadingError(
                    message: "\(made.name) of \"\(name)\" in when must be a list of tests; "
                        + "write \(name) = \(made.name) { \"A\", \"B\" }")
            }
            var parts: [Condition] = []
            for part in group.array { parts.append(try fieldCondition(name, part)) }
            switch made.name {
            case "any": return .any(parts)
            case "all": return .all(parts)
            default: return .none(parts)
            }
        }
        if case .table(let list) = value, list.fields.isEmpty {
            var parts: [Condition] = []
            for part in list.array { parts.append(try fieldCondition(name, part)) }
            return .any(parts)
        }
        return try FieldTestReader(field: field).condition(value)
    }

    /// What `any`, `all` or `none` was given, or nil for another word.
    private static func group(
        _ made: ScriptConstruction
    ) throws(RuleReadingError) -> ScriptTable? {
        guard ["any", "all", "none"].contains(made.name) else { return nil }
        guard made.arguments.count == 1, case .table(let table) = made.arguments[0] else {
            throw RuleReadingError(
                message: "\(made.name) takes one table; write \(made.name) { … }")
        }
        return table
    }
}

/// The fields that a condition of a Lua rule may name.
enum ConditionField: String, CaseIterable {
    case description, payee, memo, text, account, institution, currency
    case merchantCode = "merchant_code"
    case accountType = "account_type"
    case amount, size, day
    case dayOfMonth = "day_of_month"
    case weekday, month, pending

    var textField: TextField? {
        switch self {
        case .description: .description
        case .payee: .payee
        case .memo: .memo
        case .text: .anyText
        case .account: .account
        case .institution: .institution
        case .currency: .currency
        case .merchantCode: .merchantCode
        case .accountType, .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending: nil
        }
    }
}
