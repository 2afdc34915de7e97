/// What the person set for one transaction; nil leaves an attribute to the
/// pipeline.
public struct Correction: Hashable, Sendable {
    public var `class`: TransactionClass?
    /// The id of a category.
    public var category: String?
    public var lens: Lens?
    public var payee: String?
    public var note: String?
    /// Tags to add to those of rules.
    public var tags: [String]
    /// Whether the transaction is left out of totals.
    public var excluded: Bool?
    /// The person's rules that set something else when the correction was made.
    /// They have no say on what it sets: of two human decisions the later one
    /// holds.
    public var overruledRules: Set<RuleIdentity>

    /// Whether it sets nothing at all.
    public var isEmpty: Bool {
        self.class == nil && category == nil && lens == nil && payee == nil && note == nil
            && tags.isEmpty && excluded == nil
    }

    /// The values of an attribute as text: of tags any number, else one at most.
    public func values(of attribute: Attribute) -> [String] {
        switch attribute {
        case .class: [self.class?.rawValue].compactMap(\.self)
        case .category: [category].compactMap(\.self)
        case .lens: [lens?.rawValue].compactMap(\.self)
        case .payee: [payee].compactMap(\.self)
        case .notes: [note].compactMap(\.self)
        case .excluded: [excluded.map(String.init)].compactMap(\.self)
        case .tags: tags
        case .partner, .series, .splits: []
        }
    }

    public init(
        class: TransactionClass? = nil, category: String? = nil, lens: Lens? = nil,
        payee: String? = nil, note: String? = nil, tags: [String] = [], excluded: Bool? = nil,
        overruledRules: Set<RuleIdentity> = []
    ) {
        self.class = `class`
        self.category = category
        self.lens = lens
        self.payee = payee
        self.note = note
        self.tags = tags
        self.excluded = excluded
        self.overruledRules = overruledRules
    }
}
