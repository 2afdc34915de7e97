import Model

/// What entries of one sort have in common: how a bank words them, and what
/// they truly are.
struct EntryKind: Sendable {
    /// The clean name of the other party.
    let payee: String
    /// The bank's wordings, of which each entry has one. In them `~` stands
    /// for a digit and `^` for a digit or capital that differ by entry.
    let wordings: [String]
    let transactionClass: TransactionClass
    /// The category of an expense.
    let category: String?
    /// ISO 18245's code, where a card network would send one.
    let merchantCode: String?
    /// The series that the entry is a part of, if it recurs.
    let series: TruthSeries?
    let memo: String?
    /// Whether a bank can know the payee: it never does of a check.
    var isKnownToBank = true
    /// What it pays off, if it is a side of such a transfer.
    var paysOff: Debt?

    static func expense(
        _ payee: String, _ wordings: String..., category: SpendingCategory,
        code: String? = nil, series: TruthSeries? = nil, memo: String? = nil,
        isKnownToBank: Bool = true
    ) -> EntryKind {
        EntryKind(
            payee: payee, wordings: wordings, transactionClass: .expense,
            category: category.rawValue, merchantCode: code, series: series, memo: memo,
            isKnownToBank: isKnownToBank)
    }

    static func income(
        _ payee: String, _ wordings: String..., series: TruthSeries? = nil, memo: String? = nil
    ) -> EntryKind {
        EntryKind(
            payee: payee, wordings: wordings, transactionClass: .income, category: nil,
            merchantCode: nil, series: series, memo: memo)
    }

    static func transfer(
        _ payee: String, _ wordings: String..., series: TruthSeries? = nil, memo: String? = nil,
        paysOff: Debt? = nil
    ) -> EntryKind {
        EntryKind(
            payee: payee, wordings: wordings, transactionClass: .transfer, category: nil,
            merchantCode: nil, series: series, memo: memo, paysOff: paysOff)
    }
}

/// The categories that the household's spending truly falls in.
enum SpendingCategory: String {
    case dining, groceries, transportation, shopping, entertainment, bills, healthcare, travel
    case other
}

/// The position of an ``EntryKind`` in an ``EntryCatalogue``.
struct KindID: Hashable, Sendable {
    let number: UInt16
}

/// All kinds of entries of a household, each known by a small number, since
/// a ledger may hold millions of entries.
struct EntryCatalogue: Sendable {
    private var kinds: [EntryKind] = []

    mutating func add(_ kind: EntryKind) -> KindID {
        kinds.append(kind)
        return KindID(number: UInt16(kinds.count - 1))
    }

    mutating func add(_ kinds: [EntryKind]) -> [KindID] {
        var ids: [KindID] = []
        for kind in kinds { ids.append(add(kind)) }
        return ids
    }

    subscript(id: KindID) -> EntryKind {
        kinds[Int(id.number)]
    }
}
