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

/// A value together with who decided it and why.
public struct Decided<Value: Hashable & Sendable>: Hashable, Sendable {
    public let value: Value
    public let reason: Reason

    public init(_ value: Value, because reason: Reason) {
        self.value = value
        self.reason = reason
    }
}

/// Who decided an attribute of a transaction, and on what evidence.
///
/// Reasons repeat over many transactions, so their text speaks of the rule and
/// never of the one transaction.
public struct Reason: Hashable, Sendable {
    /// The pipeline stage that decided, as `config/pipeline.toml` names it.
    public let by: String

    /// The rule that matched, where the stage has rules.
    public let rule: String?

    /// A sentence for people, "Matched: Netflix is a want".
    public let text: String

    public init(by: String, rule: String?, text: String) {
        self.by = by
        self.rule = rule
        self.text = text
    }

    /// Why a transaction is one side of a transfer by its text alone.
    public static let byNameOfAccount =
        ", by a text that names another of your accounts; the other side is not there"

    /// What a reason says of a payment of one of the person's loans where the loan
    /// does not show it.
    public static let paymentOfNamedLoan = "Auto-detected: loan payment" + byNameOfAccount
}

/// A thing that is concluded about a transaction, each by its own first
/// decider in pipeline order; tags are those of all deciders together.
public enum Attribute: String, CaseIterable, Sendable {
    case `class`, category, lens, partner, series, payee, tags, notes, excluded, splits
}

/// What a transaction is to the person: the first thing the pipeline decides.
public enum TransactionClass: String, CaseIterable, Sendable {
    case income
    /// Spending; with a positive amount, money back for spending.
    case expense
    /// Between the person's own accounts, or inside an investment account.
    case transfer
    /// In no figure at all.
    case ignore
}

/// The part of a 50/30/20 plan that a transaction belongs to.
public enum Lens: String, CaseIterable, Sendable {
    case need
    case want
    /// Saved, or paid off debt beyond the minimum.
    case saving
}

/// What part of the money that is spent and saved a person wants for each
/// lens.
public struct LensTargets: Hashable, Sendable {
    private let percents: [Lens: Int]

    /// - Parameters: whole percent, each from 0 to 100.
    /// - Returns: nil if they are not, or do not make 100.
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

/// What a pass of the pipeline concluded about each transaction of a snapshot.
public struct Conclusions: Sendable {
    /// One conclusion: a verdict by its number, and the other side of a transfer by the
    /// row ID of the transaction.
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
    /// The parts of each transaction that is split, by the row ID of it; never an empty
    /// list.
    public let splits: [Int64: [SplitPart]]
    /// The series of recurring payments, by name.
    public let series: [SeriesFacts]
    /// By the row ID of a transaction, those of which each could be the other side of
    /// it as a transfer, as well as the others: the person is to choose. In the order
    /// of their numbers, and never an empty list.
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
