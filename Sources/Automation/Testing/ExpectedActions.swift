internal import Classification
internal import Scripting

/// Compares what handlers asked for with what a test expects: a number for how
/// often, or what stands behind the word, of which only what the test names is
/// compared.
struct ExpectedActions {
    let expected: [ActionWord: ScriptValue]

    /// What is not as it should be, a sentence each.
    func failures(of asked: [AskedAction]) -> [String] {
        ActionWord.allCases.compactMap { word in
            let found = asked.filter { $0.word == word }
            let wanted = expected[word] ?? .integer(0)
            if case .integer(let count) = wanted {
                return found.count == count ? nil : failure(times(count, word), found)
            }
            let isMet = found.count == 1 && found[0].meets(wanted)
            return isMet ? nil : failure("\(word.rawValue) \(wanted.luaText)", found)
        }
    }

    private func times(_ count: Int64, _ word: ActionWord) -> String {
        count == 0 ? "no \(word.rawValue)" : "\(word.rawValue) \(count) times"
    }

    private func failure(_ expected: String, _ found: [AskedAction]) -> String {
        let got = found.isEmpty ? "nothing of it" : found.map(\.text).joined(separator: "; ")
        return "expected \(expected), and got \(got)"
    }
}

extension AskedAction {
    /// As the handler wrote it, without a transaction.
    public var text: String {
        switch action {
        case .notify: "\(word.rawValue) " + values.map(\.luaText).joined(separator: ", ")
        case .webhook, .run: "\(word.rawValue)(\(values.map(\.luaText).joined(separator: ", ")))"
        case .correct(let transaction, _):
            "\(word.rawValue)(transaction \(transaction), "
                + values.map(\.luaText).joined(separator: ", ") + ")"
        }
    }

    fileprivate func meets(_ wanted: ScriptValue) -> Bool {
        if case .table(let list) = wanted, !list.array.isEmpty, list.fields.isEmpty {
            if values.count == 1, values[0].meets(wanted) { return true }
            return list.array.count <= values.count
                && zip(values, list.array).allSatisfy { $0.meets($1) }
        }
        return values.first?.meets(wanted) ?? false
    }
}

extension ScriptValue {
    /// Whether all that the other names is here too.
    fileprivate func meets(_ wanted: ScriptValue) -> Bool {
        switch (self, wanted) {
        case (.table(let table), .table(let wanted)):
            return table.array.count == wanted.array.count
                && zip(table.array, wanted.array).allSatisfy { $0.meets($1) }
                && wanted.fields.allSatisfy { name, value in
                    table.fields[name]?.meets(value) ?? false
                }
        case (.integer(let number), .number(let wanted)): return Double(number) == wanted
        case (.number(let number), .integer(let wanted)): return number == Double(wanted)
        default: return self == wanted
        }
    }

    /// The value as Lua would read it, in one line.
    var luaText: String {
        switch self {
        case .nil: "nil"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): number.description
        case .string(let text): LuaLiteral.text(text)
        case .table(let table): Self.luaText(of: table)
        case .function, .constructed: "…"
        }
    }

    private static func luaText(of table: ScriptTable) -> String {
        let fields = table.fields.sorted { $0.key < $1.key }.map { name, value in
            "\(isName(name) ? name : "[\(LuaLiteral.text(name))]") = \(value.luaText)"
        }
        let entries = table.array.map(\.luaText) + fields
        return entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
    }

    private static func isName(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z_][A-Za-z_0-9]*/) != nil
    }
}
