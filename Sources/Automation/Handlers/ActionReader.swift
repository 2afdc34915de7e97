internal import Classification
internal import Model
internal import Scripting

/// A reader that checks what a handler requested for one event.
struct ActionReader {
    let names: AutomationNames
    /// The ids of the event's transactions.
    let transactions: Set<Int64>

    /// The largest number of actions per event. Nobody reads more notifications than that.
    static let mostActions = 20

    func action(_ request: ScriptRequest) throws(ActionMistake) -> AskedAction {
        guard let word = ActionWord(rawValue: request.verb) else {
            throw ActionMistake("there is no action \"\(request.verb)\"")
        }
        let values = request.values
        switch word {
        case .notify:
            return asked(word, values, .notify(try notification(values[0])))
        case .webhook:
            let name = try name(values[0], of: word, known: names.webhooks)
            let message = try message(values.count > 1 ? values[1] : .table(ScriptTable()))
            return asked(word, values, .webhook(name: name, message: message))
        case .run:
            let name = try name(values[0], of: word, known: names.commands)
            let arguments = try arguments(values.count > 1 ? values[1] : .nil)
            return asked(word, values, .run(command: name, arguments: arguments))
        case .tag, .note, .set:
            return try correction(word, values)
        }
    }

    private func asked(
        _ word: ActionWord, _ values: [ScriptValue], _ action: Action
    ) -> AskedAction {
        AskedAction(word: word, values: values, action: action)
    }

    private func correction(
        _ word: ActionWord, _ values: [ScriptValue]
    ) throws(ActionMistake) -> AskedAction {
        let transaction = try transaction(values[0], of: word)
        let rest = Array(values.dropFirst())
        let settings = try settings(word, rest).mapValues(\.withoutControlCharacters)
        var mistakes = Mistakes()
        let correction = CorrectionReader(categories: names.categories)
            .correction(.table(ScriptTable(fields: settings)), &mistakes)
        guard mistakes.all.isEmpty else {
            throw ActionMistake(mistakes.all.map(\.message).joined(separator: "; "))
        }
        return asked(word, rest, .correct(transaction: transaction, correction))
    }

    /// The requested changes, by their names in rules.
    ///
    /// - Parameter values: the arguments after the transaction.
    private func settings(
        _ word: ActionWord, _ values: [ScriptValue]
    ) throws(ActionMistake) -> [String: ScriptValue] {
        switch word {
        case .tag where !values.isEmpty: return ["tags": .table(ScriptTable(array: values))]
        case .tag: throw ActionMistake("write tag(e.transaction, \"large\")")
        case .note where values.count == 1: return ["notes": values[0]]
        case .note: throw ActionMistake("write note(e.transaction, \"Ask about this one.\")")
        case .set, .notify, .webhook, .run:
            guard values.count == 1, case .table(let table) = values[0], table.array.isEmpty,
                !table.fields.isEmpty
            else { throw ActionMistake("write set(e.transaction, { category = \"dining\" })") }
            return table.fields
        }
    }

    private func transaction(
        _ value: ScriptValue, of word: ActionWord
    ) throws(ActionMistake) -> Int64 {
        guard case .table(let table) = value, case .integer(let id)? = table.fields["id"],
            transactions.contains(id)
        else {
            throw ActionMistake(
                transactions.isEmpty
                    ? "this event has no transaction for \"\(word.rawValue)\""
                    : "\"\(word.rawValue)\" needs a transaction of the event first, as in "
                        + "\(word.rawValue)(e.transaction, …)")
        }
        return id
    }

    private func name(
        _ value: ScriptValue, of word: ActionWord, known: Set<String>
    ) throws(ActionMistake) -> String {
        guard case .string(let name) = value else {
            let what = word == .webhook ? "webhook" : "command"
            throw ActionMistake("\"\(word.rawValue)\" needs the name of a \(what) first")
        }
        guard known.contains(name) else {
            throw ActionMistake(word.unknownName(name, known: known))
        }
        return name
    }

    private func message(_ value: ScriptValue) throws(ActionMistake) -> ScriptTable {
        guard case .table(let table) = value else {
            throw ActionMistake("write webhook(\"name\", { text = \"…\" })")
        }
        try TableLimits.webhookMessage.check(table)
        return table
    }

    private func arguments(_ value: ScriptValue) throws(ActionMistake) -> [String] {
        let example = "write run(\"name\", { \"first\", \"second\" }), with texts and numbers"
        if value == .nil { return [] }
        guard case .table(let table) = value, table.fields.isEmpty else {
            throw ActionMistake(example)
        }
        guard table.array.count <= 20 else {
            throw ActionMistake("\"run\" takes at most 20 arguments")
        }
        var arguments: [String] = []
        for value in table.array {
            let argument: String
            switch value {
            case .string(let text): argument = text
            case .integer(let number): argument = String(number)
            case .number(let number): argument = number.description
            case .nil, .boolean, .table, .function, .constructed: throw ActionMistake(example)
            }
            guard argument.utf8.count <= 1_000, !argument.utf8.contains(0) else {
                throw ActionMistake(
                    "an argument of \"run\" has at most 1000 bytes, none of them zero")
            }
            arguments.append(argument)
        }
        return arguments
    }

    private func notification(_ value: ScriptValue) throws(ActionMistake) -> Notification {
        let example = "write notify { title = \"…\", text = \"…\" }"
        guard case .table(let table) = value, table.array.isEmpty else {
            throw ActionMistake(example)
        }
        for part in table.fields.keys.sorted() where !Self.notificationParts.contains(part) {
            let hint = Suggestion.phrase(for: part, among: Self.notificationParts)
            let all = "; it has \(Self.notificationParts.joined(separator: ", "))"
            throw ActionMistake(
                "\"notify\" has no field \"\(part.cut(to: 64))\"" + (hint.isEmpty ? all : hint))
        }
        let title = try text("title", of: table)
        let text = try text("text", of: table)
        guard !(title + text).allSatisfy(\.isWhitespace) else { throw ActionMistake(example) }
        let isUrgent: Bool
        switch table.fields["urgent"] {
        case nil: isUrgent = false
        case .boolean(let value): isUrgent = value
        default: throw ActionMistake("\"urgent\" of \"notify\" must be true or false")
        }
        return Notification(
            title: title.withoutControlCharacters.cut(to: 200), text: text.cut(to: 2_000),
            isUrgent: isUrgent)
    }

    private static let notificationParts = ["title", "text", "urgent"]

    private func text(_ part: String, of table: ScriptTable) throws(ActionMistake) -> String {
        switch table.fields[part] {
        case nil: return ""
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .number, .boolean, .table, .function, .constructed, .nil:
            throw ActionMistake("\"\(part)\" of \"notify\" must be a text")
        }
    }
}

/// An invalid request. The message is for the handler's author.
struct ActionMistake: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension ScriptValue {
    /// The value without line breaks and other control characters. A handler that quotes a
    /// bank's text should not fail because of them.
    fileprivate var withoutControlCharacters: ScriptValue {
        switch self {
        case .string(let text): .string(text.withoutControlCharacters)
        case .table(let table) where table.fields.isEmpty:
            .table(ScriptTable(array: table.array.map(\.withoutControlCharacters)))
        case .nil, .boolean, .integer, .number, .table, .function, .constructed: self
        }
    }
}

extension String {
    fileprivate var withoutControlCharacters: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    let isControl =
                        scalar.properties.generalCategory == .control
                        || scalar.properties.generalCategory == .lineSeparator
                        || scalar.properties.generalCategory == .paragraphSeparator
                    return isControl ? " " : scalar
                }))
    }

    /// - Parameter most: the largest number of characters.
    fileprivate func cut(to most: Int) -> String {
        count <= most ? self : prefix(most - 1) + "…"
    }
}

/// The limits of a table that is kept or sent as JSON: JSON values only, and a bounded size.
struct TableLimits {
    /// "a webhook message".
    private let name: String
    private let mostBytes: Int

    static let webhookMessage = TableLimits(name: "a webhook message", mostBytes: 32 << 10)
    static let state = TableLimits(name: "the state", mostBytes: 4 << 10)

    func check(_ table: ScriptTable) throws(ActionMistake) {
        var bytes = 0
        try check(.table(table), &bytes)
        guard bytes <= mostBytes else {
            throw ActionMistake("\(name) has at most \(mostBytes >> 10) KiB")
        }
    }

    private func check(_ value: ScriptValue, _ bytes: inout Int) throws(ActionMistake) {
        bytes += 8
        switch value {
        case .nil, .boolean, .integer: break
        case .number(let number):
            guard number.isFinite else {
                throw ActionMistake("\(name) contains a number that JSON can't express")
            }
        case .string(let text): bytes += text.utf8.count
        case .table(let table):
            guard table.array.isEmpty || table.fields.isEmpty else {
                throw ActionMistake("a table in \(name) is a list or has names, not both")
            }
            for value in table.array { try check(value, &bytes) }
            for (name, value) in table.fields {
                bytes += name.utf8.count
                try check(value, &bytes)
            }
        case .function, .constructed:
            throw ActionMistake("\(name) contains only strings, numbers and booleans")
        }
    }
}
