/// What the person decided about single transactions, pairs, series and
/// payees; a conclusion never outranks it.
public struct Decisions: Hashable, Sendable {
    /// By the vault's number of the transaction.
    public var corrections: [Int64: Correction]
    /// Transfers that the person made or took apart.
    public var pairs: [TransactionPair: PairDecision]
    /// By the vault's number of a transaction, what the person said about the
    /// series that the transaction belongs to.
    public var series: [Int64: SeriesDecision]
    /// Names that the person gave payees, by the normalised payee.
    public var payeeAliases: [String: String]

    public static let none = Decisions()

    public init(
        corrections: [Int64: Correction] = [:], pairs: [TransactionPair: PairDecision] = [:],
        series: [Int64: SeriesDecision] = [:], payeeAliases: [String: String] = [:]
    ) {
        self.corrections = corrections
        self.pairs = pairs
        self.series = series
        self.payeeAliases = payeeAliases
    }
}
