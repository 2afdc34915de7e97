public import Model

/// What a rule sets; nil leaves an attribute to others.
public struct Effect: Hashable, Sendable {
    public var `class`: TransactionClass?
    /// The id of a category.
    public var category: String?
    public var lens: Lens?
    public var payee: String?
    public var note: String?
    /// Tags to add.
    public var tags: [String]
    /// Whether the transaction is left out of totals.
    public var excluded: Bool?

    public init(
        class: TransactionClass? = nil, category: String? = nil, lens: Lens? = nil,
        payee: String? = nil, note: String? = nil, tags: [String] = [], excluded: Bool? = nil
    ) {
        self.class = `class`
        self.category = category
        self.lens = lens
        self.payee = payee
        self.note = note
        self.tags = tags
        self.excluded = excluded
    }
}
