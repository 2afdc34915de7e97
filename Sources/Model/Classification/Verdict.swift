/// All conclusions about a transaction except its partner.
///
/// A million transactions have a few thousand distinct verdicts, so each is stored once
/// and referenced.
public struct Verdict: Hashable, Sendable {
    /// The tags that rules, plugins and handlers can add to one transaction. Work and storage grow
    /// with them.
    public static let mostTags = 100
    /// All notes of rules on one transaction together.
    public static let mostBytesOfNotes = 1_000

    public var transactionClass: Decided<TransactionClass>
    public var category: Decided<String>
    public var lens: Decided<Lens>?
    /// Why the transaction is one side of a transfer or pays a purchase back, if it does.
    public var partner: Reason?
    /// The name of the series that the transaction belongs to.
    public var series: Decided<String>?
    /// The payee to show instead of the bank's, if something decided one.
    public var payee: Decided<String>?
    /// The person whom the money was lent to or borrowed from, or who pays it back.
    public var loan: Decided<String>?
    public var notes: Decided<String>?
    public var tags: Decided<[String]>?
    public var isExcluded: Decided<Bool>?
    /// The division over categories, which count instead of the transaction's own.
    public var splits: Decided<SplitPlan>?
    /// Whether the text is that of money paid into or taken out of an investment account,
    /// whoever decided the class and whether or not the other side is known.
    public var isContribution: Bool

    public init(
        transactionClass: Decided<TransactionClass>, category: Decided<String>,
        lens: Decided<Lens>? = nil, partner: Reason? = nil, series: Decided<String>? = nil,
        payee: Decided<String>? = nil, loan: Decided<String>? = nil,
        notes: Decided<String>? = nil, tags: Decided<[String]>? = nil,
        isExcluded: Decided<Bool>? = nil, splits: Decided<SplitPlan>? = nil,
        isContribution: Bool = false
    ) {
        self.transactionClass = transactionClass
        self.category = category
        self.lens = lens
        self.partner = partner
        self.series = series
        self.payee = payee
        self.loan = loan
        self.notes = notes
        self.tags = tags
        self.isExcluded = isExcluded
        self.splits = splits
        self.isContribution = isContribution
    }

    /// The reason for each attribute, in the order of ``Attribute``.
    public var reasons: [(attribute: Attribute, reason: Reason)] {
        let all: [(Attribute, Reason?)] = [
            (.class, transactionClass.reason), (.category, category.reason),
            (.lens, lens?.reason), (.partner, partner), (.series, series?.reason),
            (.payee, payee?.reason), (.loan, loan?.reason), (.tags, tags?.reason),
            (.notes, notes?.reason), (.excluded, isExcluded?.reason), (.splits, splits?.reason),
        ]
        return all.compactMap { attribute, reason in reason.map { (attribute, $0) } }
    }

    /// Whether all values are those of another verdict, however they came about.
    public func hasValues(of other: Verdict) -> Bool {
        guard transactionClass.value == other.transactionClass.value else { return false }
        let isSplit = countsByParts && other.countsByParts
        guard isSplit || category.value == other.category.value else { return false }
        return lens?.value == other.lens?.value && series?.value == other.series?.value
            && payee?.value == other.payee?.value && loan?.value == other.loan?.value
            && tags?.value == other.tags?.value && notes?.value == other.notes?.value
            && isExcluded?.value == other.isExcluded?.value
            && splits?.value == other.splits?.value && partner == other.partner
    }

    /// Whether all values are those of another verdict and were decided by the same rules.
    /// The words of the reasons may differ, such as a rule's line.
    public func isDecided(as other: Verdict) -> Bool {
        guard hasValues(of: other), category.value == other.category.value else { return false }
        let (own, others) = (reasons, other.reasons)
        return own.count == others.count
            && zip(own, others).allSatisfy { one, two in
                one.attribute == two.attribute && one.reason.by == two.reason.by
                    && one.reason.rule == two.reason.rule && one.reason.kind == two.reason.kind
            }
    }

    /// Whether the categories of parts count in place of its own.
    public var countsByParts: Bool { splits?.value.keepsCategory == false }

    /// The chance of being right, in percent, if the category is a guess.
    public var guess: Int? { category.reason.kind == .guess ? category.reason.chance : nil }
}

/// A value with the reason for it.
public struct Decided<Value: Hashable & Sendable>: Hashable, Sendable {
    public var value: Value
    public let reason: Reason

    public init(_ value: Value, because reason: Reason) {
        self.value = value
        self.reason = reason
    }
}

/// An attribute of a transaction. The first stage in pipeline order decides it; tags
/// add up.
public enum Attribute: String, CaseIterable, Sendable {
    case `class`, category, lens, partner, series, payee, loan, tags, notes, excluded, splits
}

/// The kind of a transaction, which the pipeline decides first.
public enum TransactionClass: String, CaseIterable, Sendable {
    case income
    /// Spending; with a positive amount, money back for spending.
    case expense
    /// Between the person's own accounts, or within an investment account.
    case transfer
    /// Counts in no figure.
    case ignore
}

/// The part of a 50/30/20 plan that a transaction belongs to.
public enum Lens: String, CaseIterable, Sendable {
    case need
    case want
    /// Saved, or paid off debt beyond the minimum.
    case saving
}

/// The target percentage for each lens, of all money spent and saved.
public struct LensTargets: Hashable, Sendable {
    private let percents: [Lens: Int]

    /// - Parameters: whole percent, each from 0 to 100.
    /// - Returns: nil if a value is out of range, or they don't add up to 100.
    public init?(need: Int, want: Int, saving: Int) {
        let all = 0...100
        guard all.contains(need), all.contains(want), all.contains(saving),
            need + want + saving == 100
        else { return nil }
        percents = [.need: need, .want: want, .saving: saving]
    }

    /// Whole percent.
    public subscript(lens: Lens) -> Int { percents[lens] ?? 0 }
}

/// The result of a pass: a verdict for each transaction of a snapshot, and what was
/// found along the way.
public struct Conclusions: Sendable {
    /// One conclusion: a verdict by its position, and the row ID of the other side of a
    /// transfer or of the purchase that a refund pays back.
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

    /// The distinct verdicts; entries refer to them by position.
    public let verdicts: [Verdict]
    /// In the order of the snapshot's transactions.
    public let entries: [Entry]
    /// The parts of each split transaction, by its row ID; never an empty list.
    public let splits: [Int64: [SplitPart]]
    /// The recurring series, by name.
    public let series: [SeriesFacts]
    /// Ambiguous transfers: the possible other sides of a transaction, by its row ID,
    /// for the person to choose from. Sorted, never an empty list.
    public let candidates: [Int64: [Int64]]

    public init(
        verdicts: [Verdict], entries: [Entry], splits: [Int64: [SplitPart]] = [:],
        series: [SeriesFacts] = [], candidates: [Int64: [Int64]] = [:]
    ) {
        self.verdicts = verdicts
        self.entries = entries
        self.splits = splits
        self.candidates = candidates
        self.series = series
    }

    public func verdict(of entry: Entry) -> Verdict { verdicts[Int(entry.verdict)] }
}
