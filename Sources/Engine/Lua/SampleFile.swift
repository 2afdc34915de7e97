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
                samples.append(try SampleTransaction(value.sample))
            } catch {
                messages += error.messages.map { "entry \(position + 1): \($0)" }
            }
        }
        guard messages.isEmpty else { throw Mistake(messages: messages) }
        return samples
    }
}

extension JSONValue {
    /// As Lua would write it. Of an object the fields that tell of conclusions are
    /// dropped; a payee, tags and notes are those that a sample has.
    fileprivate var sample: ScriptValue { scriptValue(without: Self.concluded) }

    /// What `transactions --json` tells beside the bank's own.
    private static let concluded: Set = [
        "id", "account_id", "account_bank_id", "bank_id", "class", "category", "lens", "partner",
        "series", "splits", "excluded", "reasons",
    ]
}
