/// What a pass of the pipeline concluded about each transaction of a snapshot.
public struct Conclusions: Sendable {
    /// One conclusion: a verdict by its number, and the other side of a
    /// transfer by the vault's number of the transaction.
    public struct Entry: Hashable, Sendable {
        public let transaction: Int64
        public let verdict: Int32
        public let partner: Int64?

        public init(transaction: Int64, verdict: Int32, partner: Int64?) {
            self.transaction = transaction
            self.verdict = verdict
            self.partner = partner
        }
    }

    /// Each distinct verdict once; entries refer to them by position.
    public let verdicts: [Verdict]
    /// In the order of the snapshot's transactions.
    public let entries: [Entry]
    /// The parts of each transaction that is split, by the vault's number of
    /// it; never an empty list.
    public let splits: [Int64: [SplitPart]]
    /// The series of recurring payments, by name.
    public let series: [SeriesFacts]
    /// By the vault's number of a transaction, those of which each could be the
    /// other side of it as a transfer, as well as the others: the person is to
    /// choose. In the order of their numbers, and never an empty list.
    public let candidates: [Int64: [Int64]]
    /// What the search for series saw, a history for each payee, in any order.
    public let histories: [PaymentHistory]

    public init(
        verdicts: [Verdict], entries: [Entry], splits: [Int64: [SplitPart]] = [:],
        series: [SeriesFacts] = [], candidates: [Int64: [Int64]] = [:],
        histories: [PaymentHistory] = []
    ) {
        self.verdicts = verdicts
        self.entries = entries
        self.splits = splits
        self.candidates = candidates
        self.series = series
        self.histories = histories
    }

    public func verdict(of entry: Entry) -> Verdict { verdicts[Int(entry.verdict)] }
}
