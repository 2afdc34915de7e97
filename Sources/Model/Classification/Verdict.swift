/// Everything that is concluded about a transaction but its partner.
///
/// A feed of a million transactions has a few thousand different verdicts, so
/// a verdict is kept once and transactions refer to it.
public struct Verdict: Hashable, Sendable {
    public var transactionClass: Decided<TransactionClass>
    public var category: Decided<String>
    public var lens: Decided<Lens>?
    /// Why the transaction is one side of a transfer, where it is.
    public var partner: Reason?
    /// The name of the series that the transaction belongs to.
    public var series: Decided<String>?
    /// Who is shown instead of the bank's own payee, where something decided.
    public var payee: Decided<String>?
    public var notes: Decided<String>?
    public var tags: Decided<[String]>?
    /// Whether the transaction is left out of every total.
    public var isExcluded: Decided<Bool>?
    /// How the transaction is divided over categories, which then count in
    /// place of its own.
    public var splits: Decided<SplitPlan>?

    public init(
        transactionClass: Decided<TransactionClass>, category: Decided<String>,
        lens: Decided<Lens>? = nil, partner: Reason? = nil, series: Decided<String>? = nil,
        payee: Decided<String>? = nil, notes: Decided<String>? = nil,
        tags: Decided<[String]>? = nil, isExcluded: Decided<Bool>? = nil,
        splits: Decided<SplitPlan>? = nil
    ) {
        self.transactionClass = transactionClass
        self.category = category
        self.lens = lens
        self.partner = partner
        self.series = series
        self.payee = payee
        self.notes = notes
        self.tags = tags
        self.isExcluded = isExcluded
        self.splits = splits
    }

    /// Why each attribute is as it is, in the order of ``Attribute``.
    public var reasons: [(attribute: Attribute, reason: Reason)] {
        let all: [(Attribute, Reason?)] = [
            (.class, transactionClass.reason), (.category, category.reason),
            (.lens, lens?.reason), (.partner, partner), (.series, series?.reason),
            (.payee, payee?.reason), (.tags, tags?.reason), (.notes, notes?.reason),
            (.excluded, isExcluded?.reason), (.splits, splits?.reason),
        ]
        return all.compactMap { attribute, reason in reason.map { (attribute, $0) } }
    }
}
