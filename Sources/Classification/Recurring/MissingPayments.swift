/// What a pass over a part turned out to need beside its part.
public struct MissingPayments: Hashable, Sendable {
    /// The vault's numbers of transactions that belong to a series now.
    public internal(set) var transactions: Set<Int64> = []
    /// Payees of which too few payments are remembered: all have to be looked at.
    public internal(set) var payees: Set<String> = []

    public var isEmpty: Bool { transactions.isEmpty && payees.isEmpty }
}
