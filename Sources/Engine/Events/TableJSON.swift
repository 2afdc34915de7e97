internal import Foundation
internal import Scripting

/// Tables of Lua as texts of JSON, in which the vault keeps them.
enum TableJSON {
    /// - Throws: `EncodingError` for a number that JSON has none for.
    static func text(of table: ScriptTable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(JSONValue(table)), as: UTF8.self)
    }

    /// Nil if the text is none that ``text(of:)`` wrote, as of a damaged row: what it was
    /// must not hold up what is whole.
    static func table(in text: String) -> ScriptTable? {
        do {
            let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
            if case .table(let table) = value.scriptValue() { return table }
        } catch {
            // The same as a text that is no table.
        }
        return nil
    }
}

extension JSONValue {
    /// A table with both kinds of keys becomes an object, with numbers as texts;
    /// an empty one a list, since those of events that can be empty are lists.
    init(_ table: ScriptTable) throws {
        guard table.fields.isEmpty else {
            var fields = try table.fields.mapValues(JSONValue.init)
            for (position, value) in table.array.enumerated() {
                fields["\(position + 1)"] = try JSONValue(value)
            }
            self = .object(fields)
            return
        }
        self = .list(try table.array.map(JSONValue.init))
    }

    private init(_ value: ScriptValue) throws {
        switch value {
        case .nil: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .number(let value): self = .number(value)
        case .string(let text): self = .text(text)
        case .table(let table): self = try JSONValue(table)
        case .function, .constructed:
            throw EncodingError.invalidValue(
                "a function",
                EncodingError.Context(codingPath: [], debugDescription: "JSON has no functions"))
        }
    }
}
