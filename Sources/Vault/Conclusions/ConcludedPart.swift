public import Model

/// What a pass was over that did not look at everything.
public struct ConcludedPart: Sendable {
    public let transactions: Set<Int64>
    /// Those whose payments were all searched for series, of most by what is
    /// remembered of them.
    public let payees: Set<String>

    public init(transactions: Set<Int64>, payees: Set<String> = []) {
        self.transactions = transactions
        self.payees = payees
    }

    /// Whether the pass would have found a series if there was one.
    public func has(_ series: SeriesFacts) -> Bool {
        transactions.contains(series.newestTransaction)
            || !series.isLinkedByRule && payees.contains(series.payee)
    }
}
