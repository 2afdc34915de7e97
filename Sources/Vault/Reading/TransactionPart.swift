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
    /// The parts that figures count, which add up to the amount. The transaction decides what its
    /// parts leave open, and what is ignored or excluded.
    public var countedParts: [TransactionPart] {
        guard let verdict, !splits.isEmpty else {
            return [
                TransactionPart(
                    transactionClass: verdict?.transactionClass.value,
                    category: verdict?.category.value ?? "", minorUnits: amount.minorUnits,
                    lens: verdict?.lens?.value, note: nil, loan: verdict?.loan?.value,
                    isExcluded: verdict?.isExcluded?.value == true)
            ]
        }
        return splits.map { counted($0, verdict) }
    }

    private func counted(_ part: SplitPart, _ verdict: Verdict) -> TransactionPart {
        let whole = verdict.transactionClass.value
        return TransactionPart(
            transactionClass: whole == .ignore ? whole : part.class ?? whole,
            category: part.category, minorUnits: Int128(part.minorUnits), lens: part.lens,
            note: part.note, loan: part.loan ?? (part.class == nil ? verdict.loan?.value : nil),
            isExcluded: part.isExcluded || verdict.isExcluded?.value == true)
    }
}
