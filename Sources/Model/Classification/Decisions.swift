/// The person's decisions on transactions, pairs, series and payees. They outrank every
/// conclusion.
public struct Decisions: Hashable, Sendable {
    /// By the transaction's row ID.
    public var corrections: [Int64: Correction]
    /// Confirmations, by the transaction's row ID.
    public var confirmations: [Int64: ConfirmedValues]
    /// Transfers that the person linked or unlinked.
    public var pairs: [TransactionPair: PairDecision]
    /// Decisions on the series that a transaction belongs to, by the transaction's row
    /// ID.
    public var series: [Int64: SeriesDecision]
    /// Display names for payees, by the normalised payee.
    public var payeeAliases: [String: String]
    /// Which of corrections and rules came later. Empty if there is no correction.
    public var order: WordOrder

    public static let none = Decisions()

    public init(
        corrections: [Int64: Correction] = [:], confirmations: [Int64: ConfirmedValues] = [:],
        pairs: [TransactionPair: PairDecision] = [:], series: [Int64: SeriesDecision] = [:],
        payeeAliases: [String: String] = [:], order: WordOrder = WordOrder()
    ) {
        self.corrections = corrections
        self.confirmations = confirmations
        self.pairs = pairs
        self.series = series
        self.payeeAliases = payeeAliases
        self.order = order
    }
}

extension Decisions {
    /// What the person set for a transaction, with what they saw and left where they set
    /// nothing; nil if they said nothing of it.
    ///
    /// - Parameter verdict: the present one. A confirmation of another says nothing of it.
    public func said(of transaction: Int64, now verdict: Verdict?) -> Correction? {
        let correction = corrections[transaction]
        guard let verdict, confirmations[transaction] == ConfirmedValues(of: verdict) else {
            return correction
        }
        return (correction ?? Correction()).completed(by: ConfirmedValues(of: verdict))
    }
}

/// The person's values for one transaction; nil leaves an attribute to the pipeline.
public struct Correction: Hashable, Sendable {
    public var `class`: TransactionClass?
    /// The id of a category.
    public var category: String?
    public var lens: Lens?
    public var payee: String?
    /// The person whom the money was lent to or borrowed from, or who pays it back.
    public var loan: String?
    public var note: String?
    /// Tags in addition to those of rules.
    public var tags: [String]
    /// Whether the transaction is left out of totals.
    public var excluded: Bool?
    /// How the transaction is split. It takes the place of a category.
    public var splits: SplitPlan?
    /// How far the category carries to other spending at the payee.
    public var reach: CorrectionReach

    /// Whether it sets nothing. A reach alone is nothing.
    public var isEmpty: Bool {
        self.class == nil && category == nil && lens == nil && payee == nil && loan == nil
            && note == nil && tags.isEmpty && excluded == nil && splits == nil
    }

    /// The values of an attribute as strings: any number of tags, at most one of the
    /// others.
    public func values(of attribute: Attribute) -> [String] {
        switch attribute {
        case .class: [self.class?.rawValue].compactMap(\.self)
        case .category: [category].compactMap(\.self)
        case .lens: [lens?.rawValue].compactMap(\.self)
        case .payee: [payee].compactMap(\.self)
        case .loan: [loan].compactMap(\.self)
        case .notes: [note].compactMap(\.self)
        case .excluded: [excluded.map(String.init)].compactMap(\.self)
        case .tags: tags
        case .splits: [splits?.canonicalText].compactMap(\.self)
        case .partner, .series: []
        }
    }

    /// With what was confirmed where it sets nothing.
    public func completed(by confirmation: ConfirmedValues) -> Correction {
        var said = self
        said.class = said.class ?? confirmation.transactionClass
        if said.splits == nil { said.category = said.category ?? confirmation.category }
        return said
    }

    public init(
        class: TransactionClass? = nil, category: String? = nil, lens: Lens? = nil,
        payee: String? = nil, loan: String? = nil, note: String? = nil, tags: [String] = [],
        excluded: Bool? = nil, splits: SplitPlan? = nil, reach: CorrectionReach = .usual
    ) {
        self.class = `class`
        self.category = category
        self.lens = lens
        self.payee = payee
        self.loan = loan
        self.note = note
        self.tags = tags
        self.excluded = excluded
        self.splits = splits
        self.reach = reach
    }
}

/// How far the category of a correction carries to other spending at the payee.
///
/// A decision is about a day: nothing before the corrected transaction's own day changes
/// unless the person says so.
public enum CorrectionReach: String, CaseIterable, Sendable {
    /// To what nothing but a guess knows, from its day on. With a second one of the same category
    /// and a majority, also to what a list or code knows.
    case usual
    /// To no other transaction.
    case alone
    /// To all from its day on, as the person said.
    case onward
    /// To all, earlier ones too, as the person said.
    case past

    /// Whether the person said how far it carries.
    public var isSaid: Bool { self != .usual }
}

/// A confirmation of one transaction.
///
/// The values are those that were seen, whatever rules say later.
public struct ConfirmedValues: Hashable, Sendable {
    public let transactionClass: TransactionClass
    /// The id of a category; nil unless it was spending in a single one.
    public let category: String?

    public init(_ transactionClass: TransactionClass, category: String? = nil) {
        self.transactionClass = transactionClass
        self.category = category
    }

    /// The part of a verdict that the person sees.
    public init(of verdict: Verdict) {
        let isInOneCategory =
            verdict.transactionClass.value == .expense && verdict.splits == nil
        self.init(
            verdict.transactionClass.value,
            category: isInOneCategory ? verdict.category.value : nil)
    }
}

/// An unordered pair of transactions.
public struct TransactionPair: Hashable, Sendable {
    /// The row IDs of the transactions, the lower one first.
    public let first: Int64
    public let second: Int64

    public init(_ one: Int64, _ other: Int64) {
        first = min(one, other)
        second = max(one, other)
    }

    public func contains(_ transaction: Int64) -> Bool {
        first == transaction || second == transaction
    }

    /// The other transaction of the pair; nil if the given one is not part of it.
    public func partner(of transaction: Int64) -> Int64? {
        contains(transaction) ? (first == transaction ? second : first) : nil
    }
}

/// The person's decision on a pair of transactions.
public enum PairDecision: String, CaseIterable, Sendable {
    /// They are the two sides of a transfer.
    case linked
    /// They are not, and are never matched automatically again.
    case unlinked
    /// The second is what an account that follows the first has of it. It follows from other
    /// decisions, and is never stored.
    case followed
}

/// The person's decision on a recurring series.
public enum SeriesDecision: String, CaseIterable, Sendable {
    /// It is a series, whatever the evidence.
    case confirmed
    /// It is not a series.
    case dismissed
    /// It was a series and has ended.
    case cancelled
}
