/// Two transactions, in whatever order they are named.
public struct TransactionPair: Hashable, Sendable {
    /// The vault's numbers of the transactions, the lower one first.
    public let first: Int64
    public let second: Int64

    public init(_ one: Int64, _ other: Int64) {
        first = min(one, other)
        second = max(one, other)
    }
}

/// What the person said about two transactions.
public enum PairDecision: String, CaseIterable, Sendable {
    /// They are the two sides of a transfer.
    case linked
    /// They are not; they are never matched again on their own.
    case unlinked
}
