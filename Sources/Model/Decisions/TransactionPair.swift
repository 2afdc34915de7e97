/// Two transactions, in whatever order they are named.
public struct TransactionPair: Hashable, Sendable {
    /// The vault's numbers of the transactions, the lower one first.
    public let first: Int64
    public let second: Int64

    public init(_ one: Int64, _ other: Int64) {
        first = min(one, other)
        second = max(one, other)
    }

    public func contains(_ transaction: Int64) -> Bool {
        first == transaction || second == transaction
    }

    /// The other one of the pair; nil where a transaction is none of both.
    public func partner(of transaction: Int64) -> Int64? {
        contains(transaction) ? (first == transaction ? second : first) : nil
    }
}

/// What the person said about two transactions.
public enum PairDecision: String, CaseIterable, Sendable {
    /// They are the two sides of a transfer.
    case linked
    /// They are not; they are never matched again on their own.
    case unlinked
}
