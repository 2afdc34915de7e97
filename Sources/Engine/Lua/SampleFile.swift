public import Classification
internal import Foundation
internal import Scripting

/// Reads sample transactions from JSON: a list of objects or of descriptions,
/// as rules write their samples, or as `transactions --json` writes
/// transactions.
public enum SampleFile {
    /// Why a text holds no samples.
    public struct Mistake: Error, Hashable, Sendable {
        /// In words for the person who wrote it, a line each.
        public let messages: [String]
    }

    /// - Parameter json: at most some megabytes; it is read as a whole.
    public static func read(_ json: [UInt8]) throws(Mistake) -> [SampleTransaction] {
        let values: [JSONValue]
        do {
            values = try JSONDecoder().decode([JSONValue].self, from: Data(json))
        } catch {
            throw Mistake(messages: [
                "it must be a list in JSON, such as "
                    + "[{ \"description\": \"NETFLIX\", \"amount\": -15.49 }]"
            ])
        }
        var samples: [SampleTransaction] = []
        var messages: [String] = []
        for (position, value) in values.enumerated() {
            do throws(SampleError) {
                samples.append(try SampleTransaction(value.scriptValue))
            } catch {
                messages += error.messages.map { "entry \(position + 1): \($0)" }
            }
        }
        guard messages.isEmpty else { throw Mistake(messages: messages) }
        return samples
    }
}

private indirect enum JSONValue: Decodable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
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

    /// Nil where the value is of another kind.
    private static func decoded<Value: Decodable>(
        _ type: Value.Type, _ value: any SingleValueDecodingContainer
    ) -> Value? {
        do {
            return try value.decode(type)
        } catch {
            return nil
        }
    }

    /// As Lua would write it. Of an object the fields that tell of conclusions
    /// are dropped: a sample is what a bank sends.
    var scriptValue: ScriptValue {
        switch self {
        case .null: .nil
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .text(let text): .string(text)
        case .list(let list): .table(ScriptTable(array: list.map(\.scriptValue)))
        case .object(let fields):
            .table(
                ScriptTable(
                    fields: fields.filter { name, value in
                        if case .null = value { return false }
                        return !Self.concluded.contains(name)
                    }.mapValues(\.scriptValue)))
        }
    }

    /// What `transactions --json` tells beside the bank's own.
    private static let concluded: Set = [
        "id", "account_id", "account_bank_id", "bank_id", "class", "category", "lens", "partner",
        "series", "splits", "tags", "notes", "excluded", "reasons",
    ]
}
