import Model
import Rules
import Scripting

/// Reads a Lua rule's test of one field.
struct FieldTestReader {
    let field: ConditionField
    let categories: CategoryTree

    func condition(_ value: ScriptValue) throws(RuleReadingError) -> Condition {
        if let textField = field.textField { return .text(textField, try textTest(value)) }
        switch field {
        case .amount: return .amount(try amountTest(value))
        case .size: return .size(try sizeTest(value))
        case .day: return .day(try dayTest(value))
        case .dayOfMonth: return .dayOfMonth(try numbers(value, within: 1...31))
        case .month: return .month(try numbers(value, within: 1...12))
        case .year: return .day(try yearTest(value))
        case .transactedDay: return .fact(.transactedDay(try dayTest(value)))
        case .id: return .fact(.transaction(Set(try ids(value))))
        case .accountID: return .fact(.account(Set(try ids(value))))
        case .accountBalance: return .fact(.balance(try amountTest(value)))
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
        case .earlier: return .history(.count(try amountTest(value)))
        case .lastAmount: return .history(.last(try amountTest(value)))
        case .usualAmount: return .history(.usual(try amountTest(value)))
        case .differsFromLast: return .history(.differsFromLast(try amountTest(value)))
        case .timesUsual: return .history(.timesUsual(try amountTest(value)))
        case .daysSinceLast: return .history(.daysSinceLast(try amountTest(value)))
        case .class: return .decided(.class(try choice(value)))
        case .lens: return .decided(.lens(try choice(value)))
        case .category: return .decided(.category(try categoryIDs(value)))
        case .guessed:
            guard case .boolean(let isGuess) = value else { throw unusable("true or false") }
            return .decided(.guessed(isGuess))
        case .series:
            switch value {
            case .boolean(let isIn): return .decided(.inSeries(isIn))
            case .string(let name): return .decided(.series(try nonEmpty(name)))
            default: throw unusable("the name of a series, true or false")
            }
        case .monthTotal: return .decided(try totalTest(value, .month))
        case .yearTotal: return .decided(try totalTest(value, .year))
        case .description, .payee, .bankPayee, .memo, .text, .account, .institution, .currency,
            .merchantCode, .tags, .notes:
            throw unusable("a text")
        }
    }

    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: ScriptValue
    ) throws(RuleReadingError) -> Choice {
        guard case .string(let name) = value, let choice = Choice(rawValue: name) else {
            throw unusable(
                "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    /// A category and those below it.
    private func categoryIDs(_ value: ScriptValue) throws(RuleReadingError) -> Set<String> {
        guard case .string(let written) = value else { throw unusable("a category") }
        do throws(CategoryMistake) {
            let id = try categories.id(writtenAs: written)
            return Set(categories.ids(within: categories[id]?.id ?? id))
        } catch {
            throw RuleReadingError(message: error.message)
        }
    }

    /// `greater(400)`, or `{ category = "dining", total = greater(400) }`.
    private func totalTest(
        _ value: ScriptValue, _ period: SpendingTotal.Period
    ) throws(RuleReadingError) -> DecidedTest {
        guard case .table(let table) = value else {
            return .total(SpendingTotal(period), try amountTest(value))
        }
        let example = "{ category = \"dining\", total = greater(400) }"
        for name in table.fields.keys.sorted() where !["category", "total"].contains(name) {
            throw RuleReadingError(
                message: "\"\(field.rawValue)\" in when can't have \"\(name)\"; write \(example)",
                path: ValuePath.whole.field(name))
        }
        guard table.array.isEmpty, let total = table.fields["total"] else {
            throw unusable("a test of the total, such as greater(400) or \(example)")
        }
        var ids: Set<String> = []
        switch table.fields["category"] {
        case nil: break
        case .table(let list)? where list.fields.isEmpty && !list.array.isEmpty:
            for value in list.array { ids.formUnion(try categoryIDs(value)) }
        case let value?: ids = try categoryIDs(value)
        }
        return .total(SpendingTotal(period, of: ids), try amountTest(total))
    }

    private func textTest(_ value: ScriptValue) throws(RuleReadingError) -> TextTest {
        if case .string(let text) = value {
            // Tags are names, so a substring is no match.
            return field == .tags ? .equals(try nonEmpty(text)) : .contains(try nonEmpty(text))
        }
        guard case .constructed(let made) = value else { throw noTextTest }
        switch made.name {
        case ScriptConstruction.map:
            throw unusable("is(…), contains(…) or another word with the map in it")
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
            if case .table(let table) = arguments[1] { return try within(table, of: arguments[0]) }
            return .approximately(
                try amount(arguments[0]), tolerance: try share(arguments[1], of: arguments[0]))
        case ("less", 2), ("greater", 2), ("at_least", 2), ("at_most", 2), ("is", 2):
            let written = arguments.compactMap(\.writtenNumber).joined(separator: ",")
            throw unusable("one number in \(made.name)" + DecimalComma.phrase(for: written))
        default:
            throw unusable(
                "a number, or less, greater, at_least, at_most, between (two numbers) or approx")
        }
    }

    /// A test of a size, which is never below zero.
    private func sizeTest(_ value: ScriptValue) throws(RuleReadingError) -> AmountTest {
        let test = try amountTest(value)
        let zero = DecimalAmount(coefficient: 0, decimals: 0)
        let isOff =
            switch test {
            case .less(let amount): amount <= zero
            case .greater(let amount), .atLeast(let amount), .atMost(let amount),
                .equals(let amount), .approximately(let amount, _):
                amount < zero
            case .between(let low, _): low < zero
            }
        if isOff {
            throw unusable(
                "a number above zero, because a size has no sign; for money that went out write "
                    + "amount = …")
        }
        return test
    }

    /// The tolerance of `approx(80, 0.2)`.
    private func share(
        _ value: ScriptValue, of amount: ScriptValue
    ) throws(RuleReadingError) -> DecimalAmount {
        let share = try self.amount(value)
        guard share >= DecimalAmount(coefficient: 0, decimals: 0),
            share <= DecimalAmount(coefficient: 1, decimals: 0)
        else {
            let amount = amount.writtenNumber ?? "80"
            throw unusable(
                "approx with a share from 0 to 1, such as approx(\(amount), 0.2) for 20 %; for "
                    + "an amount of money either way write approx(\(amount), { within = "
                    + "\(share.description.drop { $0 == "-" }) })")
        }
        return share
    }

    /// The amounts of `approx(80, { within = 5 })`.
    private func within(
        _ table: ScriptTable, of value: ScriptValue
    ) throws(RuleReadingError) -> AmountTest {
        guard table.array.isEmpty, table.fields.count == 1, let within = table.fields["within"]
        else { throw unusable("approx with a share or { within = 20 }") }
        let amount = try amount(value)
        let distance = try self.amount(within)
        guard distance.coefficient >= 0 else {
            throw unusable("approx with an amount without a sign in { within = 20 }")
        }
        let decimals = max(amount.decimals, distance.decimals)
        func aligned(_ amount: DecimalAmount) -> Int128 {
            Int128(amount.coefficient) * powerOfTen(decimals - amount.decimals)
        }
        guard let low = Int64(exactly: aligned(amount) - aligned(distance)),
            let high = Int64(exactly: aligned(amount) + aligned(distance))
        else { throw unusable("approx with smaller numbers") }
        return .between(
            DecimalAmount(coefficient: low, decimals: decimals),
            DecimalAmount(coefficient: high, decimals: decimals))
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

    /// The days of some years.
    private func yearTest(_ value: ScriptValue) throws(RuleReadingError) -> DayTest {
        let years = try numbers(value, within: Self.years)
        guard let first = years.min(), let last = years.max() else { return DayTest() }
        return DayTest(
            from: CalendarDay(year: first, month: 1, day: 1),
            through: CalendarDay(year: last, month: 12, day: 31))
    }

    private static let years = 1900...2199

    private func ids(_ value: ScriptValue) throws(RuleReadingError) -> [Int64] {
        guard case .integer(let id) = value, id > 0 else { throw unusable("a whole number") }
        return [id]
    }

    private func weekday(_ value: ScriptValue) throws(RuleReadingError) -> Int {
        guard case .string(let name) = value,
            let position = RuleFields.weekdays.firstIndex(of: name.lowercased())
        else {
            var written = ""
            if case .string(let name) = value { written = ", not \"\(name)\"" }
            throw unusable(
                "one of \(RuleFields.weekdays.joined(separator: ", "))" + written)
        }
        return position + 1
    }

    /// A number of Lua as the decimal that its author wrote.
    private func amount(_ value: ScriptValue) throws(RuleReadingError) -> DecimalAmount {
        do throws(UnusableNumber) {
            return try value.decimal(suchAs: "12.50")
        } catch {
            throw unusable(error.expected)
        }
    }

    private func text(_ arguments: [ScriptValue]) throws(RuleReadingError) -> String {
        if arguments.count > 1,
            arguments.allSatisfy({ if case .string = $0 { true } else { false } })
        {
            throw unusable(
                "one text for each word; several stand in braces, { word \"A\", word \"B\" }")
        }
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
