internal import Classification
internal import Scripting

/// Reads `test { … }` declarations of one file, and gathers all that is wrong in
/// them.
struct HandlerTestReader {
    let file: String
    let samples: SampleContent

    private enum Part: String, CaseIterable {
        case name, on, event, expect
    }

    /// - Returns: the test, or nil where something is wrong.
    func test(_ declaration: Declaration, _ mistakes: inout Mistakes) -> HandlerTest? {
        guard case .table(let table) = declaration.value, table.array.isEmpty else {
            mistakes.add(
                "write test { on = \"…\", event = { … }, expect = { … } } with named parts only",
                at: .whole)
            return nil
        }
        for part in table.fields.keys.sorted() where Part(rawValue: part) == nil {
            mistakes.add(
                "a test has no part \"\(part)\""
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
            // Read for its mistakes; what is made up differs with the handler.
            _ = EventOverlay(categories: samples.categories).table(
                event, over: samples.event(of: EventSubscription(kind)).fields, kind.shape,
                at: path(.event), &mistakes)
        }
        guard mistakes.all.isEmpty else { return nil }
        let name: String =
            if case .string(let name) = value(.name) { name } else {
                "test of line \(declaration.line)"
            }
        return HandlerTest(
            name: name, file: file, line: declaration.line, kind: kind, event: event,
            expected: expected)
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
                "a test needs \"expect\", such as { notify = { title = \"…\" } }, or {} where "
                    + "nothing is to be asked for", at: path)
            return [:]
        }
        var expected: [ActionWord: ScriptValue] = [:]
        for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
            guard let word = ActionWord(rawValue: name) else {
                mistakes.add(
                    "a handler can't ask for \"\(name)\""
                        + Suggestion.phrase(for: name, among: ActionWord.allCases.map(\.rawValue)),
                    at: path.field(name), aim: .key)
                continue
            }
            expected[word] = value
        }
        return expected
    }
}
