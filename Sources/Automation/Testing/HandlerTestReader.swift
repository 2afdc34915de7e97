internal import Classification
internal import Model
internal import Scripting

/// A reader of the `test { … }` declarations of a file. It collects every error.
struct HandlerTestReader {
    let file: String
    let samples: SampleContent

    private enum Part: String, CaseIterable {
        case name, on, event, expect, vault, state, keeps
    }

    /// - Returns: the test, or nil if something is wrong.
    func test(_ declaration: Declaration, _ mistakes: inout Mistakes) -> HandlerTest? {
        guard case .table(let table) = declaration.value, table.array.isEmpty else {
            mistakes.add(
                "write test { on = \"…\", event = { … }, expect = { … } } with named fields only",
                at: .whole)
            return nil
        }
        for part in table.fields.keys.sorted() where Part(rawValue: part) == nil {
            mistakes.add(
                "a test has no field \"\(part)\""
                    + Suggestion.phrase(for: part, among: Part.allCases.map(\.rawValue)),
                at: .whole.field(part), aim: .key)
        }
        func value(_ part: Part) -> ScriptValue { table.fields[part.rawValue] ?? .nil }
        func path(_ part: Part) -> ValuePath { .whole.field(part.rawValue) }
        let hasUnknownPart = !mistakes.all.isEmpty
        let expected = expected(
            value(.expect) == .nil && hasUnknownPart ? .table(ScriptTable()) : value(.expect),
            at: path(.expect), &mistakes)
        guard let kind = kind(value(.on), at: path(.on), &mistakes) else { return nil }
        let event = value(.event)
        if event != .nil {
            // Only for its errors; the sample event differs per handler.
            _ = EventOverlay(categories: samples.categories).table(
                event, over: samples.event(of: EventSubscription(kind)).fields, kind.shape,
                at: path(.event), &mistakes)
        }
        let answers = GivenAnswers(value(.vault), samples, at: path(.vault), &mistakes)
        let before = state(value(.state), at: path(.state), &mistakes) ?? .empty
        let kept = state(value(.keeps), at: path(.keeps), &mistakes)
        guard mistakes.all.isEmpty else { return nil }
        let name: String =
            if case .string(let name) = value(.name) { name } else {
                "test of line \(declaration.line)"
            }
        return HandlerTest(
            name: name, file: file, line: declaration.line, kind: kind, event: event,
            expected: expected, answers: answers, state: before, kept: kept)
    }

    /// The state that a test begins with or expects; nil if it has none.
    private func state(
        _ value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> HandlerState? {
        guard value != .nil else { return nil }
        guard case .table(let table) = value else {
            mistakes.add("the state must be a table such as { told = true }", at: path)
            return nil
        }
        do throws(ActionMistake) {
            return try HandlerState(checking: table)
        } catch {
            mistakes.add(error.message, at: path)
            return nil
        }
    }

    private func kind(
        _ value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> EventKind? {
        guard case .string(let name) = value else {
            mistakes.add("a test needs \"on\", the kind of event, such as \"refund\"", at: path)
            return nil
        }
        guard let kind = EventKind(rawValue: name) else {
            mistakes.add(
                "there is no event \"\(name)\""
                    + Suggestion.phrase(for: name, among: EventKind.allCases.map(\.rawValue)),
                at: path)
            return nil
        }
        return kind
    }

    private func expected(
        _ value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> [ActionWord: ScriptValue] {
        guard case .table(let table) = value, table.array.isEmpty else {
            mistakes.add(
                "a test needs \"expect\", such as { notify = { title = \"…\" } }, or {} if it "
                    + "requests nothing", at: path)
            return [:]
        }
        var expected: [ActionWord: ScriptValue] = [:]
        for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
            guard let word = ActionWord(rawValue: name) else {
                mistakes.add(
                    "\"\(name)\" is not an action"
                        + Suggestion.phrase(for: name, among: ActionWord.allCases.map(\.rawValue)),
                    at: path.field(name), aim: .key)
                continue
            }
            expected[word] = value
        }
        return expected
    }
}

/// An overlay of a test's fields on a sample event. Formatted amounts and category names
/// follow the fields that they belong to.
struct EventOverlay {
    let categories: CategoryTree

    /// - Parameters:
    ///   - value: the test's table, with some of the shape's fields.
    ///   - base: a table with all of them.
    func table(
        _ value: ScriptValue, over base: ScriptTable, _ shape: EventShape, at path: ValuePath,
        _ mistakes: inout Mistakes
    ) -> ScriptTable {
        guard case .table(let said) = value, said.array.isEmpty else {
            mistakes.add("\"\(shape.name)\" must be a table with named fields", at: path)
            return base
        }
        var fields = base.fields
        for (name, value) in said.fields.sorted(by: { $0.key < $1.key }) {
            guard let field = shape[name] else {
                mistakes.add(
                    "this \(shape.name) has no field \"\(name)\""
                        + Suggestion.phrase(for: name, among: shape.fields.map(\.name)),
                    at: path.field(name), aim: .key)
                continue
            }
            fields[name] = self.value(
                value, over: base.fields[name], field, at: path.field(name), &mistakes)
        }
        for field in shape.fields where said.fields[field.name] == nil {
            follow(field, said, in: &fields, at: path, &mistakes)
        }
        return ScriptTable(fields: fields)
    }

    private func value(
        _ value: ScriptValue, over base: ScriptValue?, _ field: EventField, at path: ValuePath,
        _ mistakes: inout Mistakes
    ) -> ScriptValue {
        switch (field.kind, value) {
        case (.text, .string), (.moneyText, .string), (.categoryName, .string),
            (.number, .number), (.number, .integer), (.wholeNumber, .integer),
            (.boolean, .boolean):
            return value
        case (.day, .string(let text)) where CalendarDay(text) != nil: return value
        case (.category, .string(let id)):
            do throws(CategoryMistake) {
                return .string(try categories.id(writtenAs: id))
            } catch {
                mistakes.add(error.message, at: path)
                return value
            }
        case (.texts, .table(let list))
        where list.fields.isEmpty && list.array.allSatisfy(\.isText):
            return value
        case (.part(let shape), _):
            return .table(
                table(value, over: base?.table ?? ScriptTable(), shape, at: path, &mistakes))
        case (.parts(let shape), .table(let list)) where list.fields.isEmpty:
            let sample = base?.table.array.first?.table ?? ScriptTable()
            return .table(
                ScriptTable(
                    array: list.array.enumerated().map { position, value in
                        .table(
                            table(value, over: sample, shape, at: path.item(position), &mistakes))
                    }))
        default:
            mistakes.add("\"\(field.name)\" must be \(field.kind.words)", at: path)
            return value
        }
    }

    /// Updates a field that is derived from another field of the test.
    private func follow(
        _ field: EventField, _ said: ScriptTable, in fields: inout [String: ScriptValue],
        at path: ValuePath, _ mistakes: inout Mistakes
    ) {
        switch field.kind {
        case .moneyText(let amount)
        where said.fields[amount] != nil || said.fields["currency"] != nil:
            guard let number = fields[amount]?.writtenAmount else { return }
            let code: String =
                if case .string(let code)? = fields["currency"] { code } else { "" }
            do throws(AmountError) {
                let money = try Money(exactly: number, currency: Currency(code: code))
                fields[field.name] = .string(money.eventText)
            } catch {
                mistakes.add(
                    "\"\(amount)\" must be an amount such as 49.90"
                        + UnusableNumber.advice(about: fields[amount] ?? .nil),
                    at: path.field(amount))
            }
        case .categoryName(let category):
            guard case .string(let id)? = said.fields[category], let known = categories[id] else {
                return
            }
            fields[field.name] = .string(known.name)
        default: break
        }
    }
}

extension EventField.Kind {
    fileprivate var words: String {
        switch self {
        case .text, .moneyText, .category, .categoryName: "a text"
        case .day: "a day such as \"2025-01-15\""
        case .number: "a number"
        case .wholeNumber: "a whole number"
        case .boolean: "true or false"
        case .texts: "a list of texts"
        case .part: "a table with named fields"
        case .parts: "a list of tables"
        }
    }
}

extension ScriptValue {
    fileprivate var isText: Bool { if case .string = self { true } else { false } }

    fileprivate var table: ScriptTable {
        if case .table(let table) = self { table } else { ScriptTable() }
    }

    /// The shortest string that reads back as the same number.
    var writtenAmount: String? {
        switch self {
        case .integer(let number): String(number)
        case .number(let number): number.description
        case .nil, .boolean, .string, .table, .function, .constructed: nil
        }
    }
}
