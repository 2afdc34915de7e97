import Classification
import Engine
import Model
import Vault

/// Why something holds, in words that tell a handler's word from the person's.
struct ReasonWords {
    private let handlers: [Int64: [Attribute: String]]

    /// - Parameter transactions: those that are asked for; nil for all of them.
    init(_ engine: Engine, about transactions: Set<Int64>? = nil) throws {
        handlers = try engine.handlersWords(on: transactions)
    }

    func text(of reason: Reason, for attribute: Attribute, of transaction: Int64) -> String {
        handler(of: reason, for: attribute, of: transaction)
            .map { "Asked for by your automation: \($0)" } ?? reason.text
    }

    /// The handler whose word it is; nil where it is somebody else's.
    func handler(
        of reason: Reason, for attribute: Attribute, of transaction: Int64
    ) -> String? {
        reason.text == Reason.correction ? handlers[transaction]?[attribute] : nil
    }

    /// All that handlers had set for a transaction that is still so, by what it is.
    func handlers(of transaction: Int64) -> [Attribute: String] { handlers[transaction] ?? [:] }
}
