internal import Scripting

/// What a message to a webhook may be: what JSON can say, and no more than a
/// receiver takes.
struct MessageLimits {
    private static let mostBytes = 32 << 10

    func check(_ message: ScriptTable) throws(ActionMistake) {
        var bytes = 0
        try check(.table(message), &bytes)
        guard bytes <= Self.mostBytes else {
            throw ActionMistake("a message to a webhook has at most \(Self.mostBytes >> 10) KiB")
        }
    }

    private func check(_ value: ScriptValue, _ bytes: inout Int) throws(ActionMistake) {
        bytes += 8
        switch value {
        case .nil, .boolean, .integer: break
        case .number(let number):
            guard number.isFinite else {
                throw ActionMistake("a message to a webhook holds a number that JSON can't say")
            }
        case .string(let text): bytes += text.utf8.count
        case .table(let table):
            guard table.array.isEmpty || table.fields.isEmpty else {
                throw ActionMistake(
                    "a table of a message to a webhook is a list or has names, not both")
            }
            for value in table.array { try check(value, &bytes) }
            for (name, value) in table.fields {
                bytes += name.utf8.count
                try check(value, &bytes)
            }
        case .function, .constructed:
            throw ActionMistake("a message to a webhook holds texts, numbers, true and false")
        }
    }
}
