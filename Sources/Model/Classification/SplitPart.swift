extension SplitPlan {
    /// One part of a plan.
    public struct Part: Hashable, Sendable {
        /// The word for the transaction's own category.
        public static let keptWord = "keep"

        /// The id of a category; nil for that of the transaction, whatever decides it.
        public var category: String?
        public var size: Size
        /// Nil uses the lens of the transaction or of the category.
        public var lens: Lens?
        public var note: String?
        /// What the part counts as; nil for the class of the transaction.
        public var `class`: TransactionClass?
        /// The person whom the part was lent to or borrowed from, or who pays it back.
        public var loan: String?
        /// Whether it is left out of figures.
        public var isExcluded: Bool

        public init(
            category: String?, size: Size, lens: Lens? = nil, note: String? = nil,
            class: TransactionClass? = nil, loan: String? = nil, isExcluded: Bool = false
        ) {
            self.category = category
            self.size = size
            self.lens = lens
            self.note = note
            self.class = `class`
            self.loan = loan
            self.isExcluded = isExcluded
        }
    }
}

extension SplitPlan.Part {
    /// Whether it has the transaction's category. What is no spending, as what is lent, has none.
    public var keepsCategory: Bool {
        category == nil && (self.class == nil || self.class == .expense)
    }

    /// For people: "groceries", "loan Bob" or "keep".
    public var name: String {
        if let loan { return "loan \(loan)" }
        return category
            ?? (isExcluded ? "excluded" : self.class.map(\.rawValue) ?? Self.keptWord)
    }

    /// The same without a person's name: "groceries", "loan" or "keep".
    public var kind: String { loan == nil ? name : "loan" }

    /// The same with another value.
    func with<Value>(_ field: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var part = self
        part[keyPath: field] = value
        return part
    }
}

/// A part of one transaction, as divided by a plan.
public struct SplitPart: Hashable, Sendable {
    /// The id of a category.
    public let category: String
    /// Whether the category is that of the transaction.
    public let isKept: Bool
    /// Minor units of the account's currency, with the transaction's sign.
    public let minorUnits: Int64
    public let lens: Lens?
    public let note: String?
    /// What the part counts as; nil for the class of the transaction.
    public let `class`: TransactionClass?
    /// The person whom the part was lent to or borrowed from, or who pays it back.
    public let loan: String?
    /// Whether it is left out of figures.
    public let isExcluded: Bool

    public init(
        category: String, isKept: Bool = false, minorUnits: Int64, lens: Lens? = nil,
        note: String? = nil, class: TransactionClass? = nil, loan: String? = nil,
        isExcluded: Bool = false
    ) {
        self.category = category
        self.isKept = isKept
        self.minorUnits = minorUnits
        self.lens = lens
        self.note = note
        self.class = `class`
        self.loan = loan
        self.isExcluded = isExcluded
    }

    /// - Parameter kept: the transaction's category.
    init(_ part: SplitPlan.Part, minorUnits: Int64, keeping kept: String) {
        self.init(
            category: part.category ?? (part.keepsCategory ? kept : Self.noCategory),
            isKept: part.keepsCategory, minorUnits: minorUnits, lens: part.lens, note: part.note,
            class: part.class, loan: part.loan, isExcluded: part.isExcluded)
    }

    /// The category of what has none, as transfers.
    private static let noCategory = "other"

    /// For people: "groceries", "loan Bob" or "groceries, excluded".
    public var name: String {
        if let loan { return "loan \(loan)" }
        let kind = isExcluded ? "excluded" : self.class.map(\.rawValue)
        return
            ([self.class == nil || self.class == .expense ? category : nil]
            + [self.class == .expense && !isExcluded ? nil : kind])
            .compactMap(\.self).joined(separator: ", ")
    }
}
