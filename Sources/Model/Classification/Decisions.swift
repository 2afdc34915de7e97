/// What the person decided about single transactions, pairs, series and
/// payees; a conclusion never outranks it.
public struct Decisions: Hashable, Sendable {
    /// By the row ID of the transaction.
    public var corrections: [Int64: Correction]
    /// Transfers that the person made or took apart.
    public var pairs: [TransactionPair: PairDecision]
    /// By the row ID of a transaction, what the person said about the series that the
    /// transaction belongs to.
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

/// Two transactions, in whatever order they are named.
public struct TransactionPair: Hashable, Sendable {
    /// The row ID of the transactions, the lower one first.
    public let first: Int64
    public let second: Int64

    public init(_ one: Int64, _ other: Int64) {
        first = min(one, other)
        second = max(one, other)
    }

    public func contains(_ transaction: Int64) -> Bool {
        first == transaction || second == transaction
    }

    /// The other one of the pair; nil if a transaction is none of both.
    public func partner(of transaction: Int64) -> Int64? {
        contains(transaction) ? (first == transaction ? second : first) : nil
    }
}

/// What the person said about two transactions.
public enum PairDecision: String, CaseIterable, Sendable {
    /// They are the two sides of a transfer.
    case linked
    /// They are not; they are never matched again on their own.
    case unlinked
}

/// What the person said about a series of recurring payments.
public enum SeriesDecision: String, CaseIterable, Sendable {
    /// It is one, whatever the figures say.
    case confirmed
    /// It is none.
    case dismissed
    /// It was one, and has ended.
    case cancelled
}
