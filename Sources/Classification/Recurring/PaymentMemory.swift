public import Model

/// What an earlier pass remembers of payments, for a pass over a part of the
/// vault: series are found among all payments with a payee, and this stands in
/// for those that are not at hand.
public struct PaymentMemory {
    /// By payee. Series are looked for among the payments with these only; of a
    /// payee without payments here, all are in the snapshot.
    let histories: [String: PaymentHistory]
    /// The transactions to conclude on: one that the snapshot lacks is gone, and of
    /// others that it has, what is remembered counts.
    let lookedAt: Set<Int64>
    /// Names that rules give to series of other transactions.
    let seriesOfRules: Set<String>
    let searches: SeriesSearches

    /// Where no series is to be looked for, but those that rules make.
    public init(lookedAt: Set<Int64>) {
        self.init([], lookedAt: lookedAt, seriesOfRules: [], searches: SeriesSearches())
    }

    public init(
        _ histories: [PaymentHistory], lookedAt: Set<Int64>, seriesOfRules: Set<String>,
        searches: SeriesSearches
    ) {
        self.searches = searches
        self.lookedAt = lookedAt
        self.histories = Dictionary(
            histories.map { ($0.payee, $0) }, uniquingKeysWith: { first, _ in first })
        self.seriesOfRules = seriesOfRules
    }
}
