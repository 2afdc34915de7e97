public import Model

/// What a rule sets; nil leaves an attribute to others.
public struct Effect: Hashable, Sendable {
    public var `class`: TransactionClass?
    /// The id of a category.
    public var category: String?
    public var lens: Lens?
    /// The name of the series that the transaction belongs to.
    public var series: String?
    public var payee: String?
    public var note: String?
    /// Tags to add to those of other rules.
    public var tags: [String]
    /// Whether the transaction is left out of totals.
    public var excluded: Bool?
    /// How the transaction is divided over categories.
    public var splits: SplitPlan?

    public init(
        class: TransactionClass? = nil, category: String? = nil, lens: Lens? = nil,
        series: String? = nil, payee: String? = nil, note: String? = nil, tags: [String] = [],
        excluded: Bool? = nil, splits: SplitPlan? = nil
    ) {
        self.class = `class`
        self.category = category
        self.lens = lens
        self.series = series
        self.payee = payee
        self.note = note
        self.tags = tags
        self.excluded = excluded
        self.splits = splits
    }
}
