internal import Foundation
internal import Scripting

/// The JSON form of Lua tables in the vault.
enum TableJSON {
    /// - Throws: `EncodingError` for a number that JSON can't represent.
    static func text(of table: ScriptTable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(JSONValue(table)), as: UTF8.self)
    }

    /// Nil if the string is not from ``text(of:)``, as in a damaged row. A damaged row must not
    /// hold up the others.
    static func table(in text: String) -> ScriptTable? {
        do {
            let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
            if case .table(let table) = value.scriptValue() { return table }
        } catch {
            // Treated as a string that is not a table.
        }
        return nil
    }
}

extension JSONValue {
    /// A table with both kinds of keys becomes an object with numbers as strings. An empty
    /// table becomes a list, as only lists are empty in events.
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

/// A JSON value.
public indirect enum JSONValue: Codable, Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let boolean = Self.decoded(Bool.self, value) {
            self = .boolean(boolean)
        } else if let integer = Self.decoded(Int64.self, value) {
            self = .integer(integer)
        } else if let number = Self.decoded(Double.self, value) {
            self = .number(number)
        } else if let text = Self.decoded(String.self, value) {
            self = .text(text)
        } else if let list = Self.decoded([JSONValue].self, value) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    /// Nil if the value has another type.
    private static func decoded<Value: Decodable>(
        _ type: Value.Type, _ value: any SingleValueDecodingContainer
    ) -> Value? {
        do {
            return try value.decode(type)
        } catch {
            return nil
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let fields): try container.encode(fields)
        }
    }

    /// The value in Lua; nulls are omitted.
    ///
    /// - Parameter names: fields to drop at any depth.
    func scriptValue(without names: Set<String> = []) -> ScriptValue {
        switch self {
        case .null: .nil
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .text(let text): .string(text)
        case .list(let list):
            .table(ScriptTable(array: list.map { $0.scriptValue(without: names) }))
        case .object(let fields):
            .table(
                ScriptTable(
                    fields: fields.filter { name, value in
                        if case .null = value { return false }
                        return !names.contains(name)
                    }.mapValues { $0.scriptValue(without: names) }))
        }
    }
}
