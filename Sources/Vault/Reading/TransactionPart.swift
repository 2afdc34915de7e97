public import Model

/// What counts of a transaction: a part of a split one, or all of another.
public struct TransactionPart: Sendable {
    /// Nil before the first pass over the transaction.
    public let transactionClass: TransactionClass?
    public let category: String
    /// Minor units of the account's currency.
    public let minorUnits: Int128
    public let lens: Lens?
    public let note: String?
    public let loan: String?
    public let isExcluded: Bool
}

extension TransactionRecord {
    /// The parts that figures count, which add up to the amount.
    public var countedParts: [TransactionPart] {
        verdict == nil || splits.isEmpty ? [counted(nil)] : splits.map { counted($0) }
    }

    /// What counts of a part, or of the whole. The transaction decides what a part leaves open, and
    /// what is ignored or excluded.
    public func counted(_ part: SplitPart?) -> TransactionPart {
        let whole = verdict?.transactionClass.value
        return TransactionPart(
            transactionClass: whole == .ignore ? whole : part?.class ?? whole,
            category: part?.category ?? verdict?.category.value ?? "",
            minorUnits: part.map { Int128($0.minorUnits) } ?? amount.minorUnits,
            lens: part.map(\.lens) ?? verdict?.lens?.value, note: part?.note,
            loan: part?.loan ?? (part?.class == nil ? verdict?.loan?.value : nil),
            isExcluded: part?.isExcluded == true || verdict?.isExcluded?.value == true)
    }
}

/// The same as SQL: of a row of `transactions` with its `verdicts` and one of its `split_parts`, if it
/// has any.
enum PartColumns {
    static let amount = "coalesce(split_parts.amount, transactions.amount)"

    static let category = "coalesce(split_parts.category, verdicts.category)"

    static let `class` = """
        iif(verdicts.class = 'ignore', verdicts.class, coalesce(split_parts.class, verdicts.class))
        """

    static let lens = "iif(split_parts.position IS NULL, verdicts.lens, split_parts.lens)"

    static let loan = """
        coalesce(split_parts.loan, iif(split_parts.class IS NULL, verdicts.loan, NULL))
        """

    static let isExcluded = """
        (coalesce(verdicts.is_excluded, 0) OR coalesce(split_parts.is_excluded, 0))
        """

    /// Looks for parts only where there can be some.
    static let join = """
        LEFT JOIN split_parts ON split_parts.transaction_id
            = iif(verdicts.splits IS NULL, NULL, transactions.id)
        """
}
