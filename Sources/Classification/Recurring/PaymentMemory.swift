public import Model

/// What an earlier pass remembers of payments, for a pass over a part of the
/// vault: series are found among all payments with a payee, and this stands in
/// for those that are not at hand.
public struct PaymentMemory {
    /// By payee. Series are looked for among the payments with these only; of a
    /// payee without payments here, all are in the snapshot.
    let histories: [String: PaymentHistory]
    /// By payee, what the search found of these.
    let series: [String: [SeriesFacts]]
    /// The transactions to conclude on: one that the snapshot lacks is gone, and of
    /// others that it has, what is remembered counts.
    let lookedAt: Set<Int64>
    /// Others that were concluded on already, with what is remembered here.
    let concluded: Set<Int64>
    /// Names that rules give to series of other transactions.
    let seriesOfRules: Set<String>
    let searches: SeriesSearches

    /// - Parameter series: what the earlier pass found of the payees, those aside
    ///   that rules make.
    public init(
        _ histories: [PaymentHistory], series: [SeriesFacts], lookedAt: Set<Int64>,
        concluded: Set<Int64> = [], seriesOfRules: Set<String>, searches: SeriesSearches
    ) {
        self.searches = searches
        self.lookedAt = lookedAt
        self.concluded = concluded
        self.histories = Dictionary(
            histories.map { ($0.payee, $0) }, uniquingKeysWith: { first, _ in first })
        self.series = Dictionary(grouping: series, by: \.payee)
        self.seriesOfRules = seriesOfRules
    }

    /// The only series that was found of a payee.
    func onlySeries(of payee: String) -> SeriesFacts? {
        let known = series[payee] ?? []
        return known.count == 1 ? known.first : nil
    }

    /// The series that was found of a payee and that ended with a transaction.
    func series(of payee: String, endingWith transaction: Int64) -> SeriesFacts? {
        series[payee]?.first { $0.newestTransaction == transaction }
    }
}

/// Remembers payments with some payees: only a pass itself finds out who
/// transactions are with.
public typealias PaymentRecall = (_ payees: Set<String>) throws -> PaymentMemory
