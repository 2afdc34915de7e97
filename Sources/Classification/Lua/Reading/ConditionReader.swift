import Model
import Rules
import Scripting

/// Reads the `when` of a Lua rule.
///
/// A table names fields, all of which must match. `any { … }`, `all { … }` and
/// `none { … }` nest, around conditions and around the tests of one field. A function
/// stands alone or in the list part of the table, and is called last.
struct ConditionReader {
    let categories: CategoryTree
    /// Whether the rule is asked after the stages, so that it can ask what they decided.
    let isAfter: Bool
    private(set) var mistakes = Mistakes()
    private(set) var function: ScriptFunction?
    /// The maps whose keys are looked for, except those that must not be found.
    private(set) var mapTests: [MapTest] = []
    /// Conditions that are written otherwise than they are kept.
    private(set) var wordings: [Condition: String] = [:]
    private let library: ScriptLibrary
    /// Whether the conditions are of another transaction.
    private var isNear = false

    init(library: ScriptLibrary, categories: CategoryTree, isAfter: Bool) {
        self.library = library
        self.categories = categories
        self.isAfter = isAfter
    }

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
        case .constructed(let made) where made.name == "near": return near(made, at: path)
        case .constructed(let made):
            guard Self.groups.contains(made.name) else {
                mistakes.add(
                    "\"when\" can't be \(made.name)(…) alone; "
                        + "write when = { field = \(made.name)(…) }", at: path)
                return nil
            }
            guard let table = table(of: made, at: path) else { return nil }
            guard !table.array.isEmpty || !table.fields.isEmpty else {
                mistakes.add("\(made.name) in when has no parts", at: path)
                return nil
            }
            let found = mapTests.count
            let parts = conditions(in: table, at: path.argument(0))
            if made.name == "none" { mapTests.removeLast(mapTests.count - found) }
            return Self.group(made.name, parts)
        case .function:
            mistakes.add(
                "a function must be in the outermost list of \"when\", not inside any, all or none",
                at: path)
            return nil
        case .nil, .boolean, .integer, .number, .string:
            mistakes.add(
                "a condition must be a table such as { description = \"NETFLIX\" }", at: path)
            return nil
        }
    }

    /// The advice about `amount = -18,50`, which Lua takes for two values; nil if the number can't
    /// be such decimals.
    private func decimalComma(before decimals: ScriptValue, in table: ScriptTable) -> String? {
        let fields: [ConditionField] = [.amount, .size]
        let phrases = fields.compactMap { field -> String? in
            guard case .integer(let whole)? = table.fields[field.rawValue],
                let digits = decimals.writtenNumber
            else { return nil }
            return DecimalComma.phrase(for: "\(whole),\(digits)")
        }
        return phrases.first { !$0.isEmpty }
    }

    private mutating func conditions(
        in table: ScriptTable, at path: ValuePath, takesFunction: Bool = false
    ) -> [Condition] {
        var conditions: [Condition] = []
        for (position, value) in table.array.enumerated() {
            let path = path.item(position)
            if takesFunction, case .function(let asked) = value {
                if function != nil {
                    mistakes.add("\"when\" takes one function; combine them with and", at: path)
                }
                function = asked
            } else if case .integer = value, let advice = decimalComma(before: value, in: table) {
                mistakes.add("a number is no condition" + advice, at: path)
            } else if let condition = condition(value, at: path) {
                conditions.append(condition)
            }
        }
        for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
            let path = path.field(name)
            guard name != "near" else {
                mistakes.add(
                    "write near { … } without =, as in when = { near { days = 7, "
                        + "amount = \"opposite\" } }", at: path, aim: .key)
                continue
            }
            guard let field = ConditionField(rawValue: name) else {
                mistakes.add(
                    "unknown field \"\(name)\" in when"
                        + Suggestion.phrase(
                            for: name, among: ConditionField.allCases.map(\.rawValue)),
                    at: path, aim: .key)
                continue
            }
            if field.isDecided, !isAfter {
                mistakes.add(
                    "\"\(name)\" is known only after the other stages; add after = true to the rule",
                    at: path, aim: .key)
            }
            if let condition = fieldCondition(field, value, at: path) {
                conditions.append(condition)
            }
        }
        return conditions
    }

    private mutating func near(_ made: ScriptConstruction, at path: ValuePath) -> Condition? {
        guard !isNear else {
            mistakes.add("near can't stand inside near", at: path)
            return nil
        }
        guard let table = table(of: made, at: path),
            let (test, other) = NearReader.test(table, at: path.argument(0), &mistakes)
        else { return nil }
        // A row of a map that the other one has sets nothing here.
        let found = mapTests.count
        isNear = true
        let parts = conditions(in: other, at: path.argument(0))
        isNear = false
        mapTests.removeLast(mapTests.count - found)
        return .near(test, .all(parts))
    }

    private mutating func fieldCondition(
        _ field: ConditionField, _ value: ScriptValue, at path: ValuePath
    ) -> Condition? {
        if case .constructed(let made) = value, Self.groups.contains(made.name) {
            guard let list = table(of: made, at: path) else { return nil }
            guard !isEmpty(list, field, at: path) else { return nil }
            guard list.fields.isEmpty else {
                mistakes.add(
                    "\(made.name) of \"\(field.rawValue)\" in when must be a list of tests; "
                        + "write \(field.rawValue) = \(made.name) { \"A\", \"B\" }", at: path)
                return nil
            }
            let found = mapTests.count
            let parts = fieldConditions(field, list.array, at: path.argument(0))
            if made.name == "none" { mapTests.removeLast(mapTests.count - found) }
            return Self.group(made.name, parts)
        }
        if case .table(let list) = value, list.fields.isEmpty {
            guard !isEmpty(list, field, at: path) else { return nil }
            return .any(fieldConditions(field, list.array, at: path))
        }
        if let test = mapTest(field, value, at: path) {
            mapTests.append(test)
            guard test.problems(folder: library.folder).isEmpty else { return nil }
            wordings[test.condition] =
                "\(field.rawValue) = \(test.word)(map \(LuaLiteral.text(test.map.name)))"
            return test.condition
        }
        let condition = mistakes.noting(at: path) { () throws(RuleReadingError) in
            try FieldTestReader(field: field, categories: categories).condition(value)
        }
        if let condition, let within = value.within {
            wordings[condition] = "\(field.rawValue) = \(within)"
        }
        return condition
    }

    /// A test such as `is(payees)`; nil if it is any other.
    private func mapTest(
        _ field: ConditionField, _ value: ScriptValue, at path: ValuePath
    ) -> MapTest? {
        guard let textField = field.textField, case .constructed(let made) = value,
            MapTest.words.contains(made.name), made.arguments.count == 1,
            case .constructed(let opened) = made.arguments[0],
            opened.name == ScriptConstruction.map, case .string(let name)? = opened.arguments.first,
            let position = library.maps.firstIndex(where: { $0.name == name })
        else { return nil }
        return MapTest(
            field: textField, word: made.name, map: library.maps[position], position: position,
            path: path)
    }

    /// Reports an empty list of tests: no transaction would match it, or every one.
    private mutating func isEmpty(
        _ list: ScriptTable, _ field: ConditionField, at path: ValuePath
    ) -> Bool {
        guard list.array.isEmpty, list.fields.isEmpty else { return false }
        mistakes.add(
            "\"\(field.rawValue)\" in when is an empty list"
                + (field.textField == nil
                    ? "" : "; for an empty text write \(field.rawValue) = is \"\""),
            at: path)
        return true
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

extension ScriptValue {
    /// "approx(-80, { within = 5 })", if it is that: it is kept as a range.
    fileprivate var within: String? {
        guard case .constructed(let made) = self, made.name == "approx",
            case .table(let table)? = made.arguments.last,
            let amount = made.arguments.first?.writtenNumber,
            let distance = table.fields["within"]?.writtenNumber
        else { return nil }
        return "approx(\(amount), { within = \(distance) })"
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
    case weekday, month, year, pending, id
    case transactedDay = "transacted_day"
    case accountID = "account_id"
    case accountBalance = "account_balance"
    case tags, notes
    case earlier
    case lastAmount = "last_amount"
    case usualAmount = "usual_amount"
    case differsFromLast = "differs_from_last"
    case timesUsual = "times_usual"
    case daysSinceLast = "days_since_last"
    case `class`, category, lens, guessed, series
    case monthTotal = "month_total"
    case yearTotal = "year_total"

    /// Whether only the stages of the pipeline decide it.
    var isDecided: Bool {
        switch self {
        case .class, .category, .lens, .guessed, .series, .monthTotal, .yearTotal: true
        default: false
        }
    }

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
        case .accountType, .amount, .size, .day, .dayOfMonth, .weekday, .month, .year, .pending,
            .id,
            .transactedDay, .accountID, .accountBalance, .earlier,
            .lastAmount, .usualAmount, .differsFromLast, .timesUsual, .daysSinceLast, .class,
            .category, .lens, .guessed, .series, .monthTotal, .yearTotal:
            nil
        }
    }
}
