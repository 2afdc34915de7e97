import Model

/// The common properties of a kind of entry: the bank's wordings, and the label.
struct EntryKind: Sendable {
    /// The clean name of the other party.
    let payee: String
    /// The bank's wordings; each entry has one. `~` stands for a digit and `^` for a
    /// digit or capital letter, different in each entry.
    let wordings: [String]
    let transactionClass: TransactionClass
    /// The category of an expense.
    let category: String?
    /// The code of ISO 18245, if a card network would send one.
    let merchantCode: String?
    /// The series of a recurring entry.
    let series: TruthSeries?
    let memo: String?
    /// Whether a bank can know the payee; it can't for checks.
    var isKnownToBank = true
    /// The debt that it pays off, for a side of such a transfer.
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

/// The true categories of the household's spending.
enum SpendingCategory: String {
    case dining, groceries, transportation, shopping, entertainment, bills, healthcare, travel
    case home, insurance, children, education, pets, gifts, fees, other
    case personalCare = "personal-care"
}

/// The position of an ``EntryKind`` in an ``EntryCatalogue``.
struct KindID: Hashable, Sendable {
    let number: UInt16
}

/// The kinds of entries of a household by a small number, as a ledger may hold millions
/// of entries.
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

/// The bank's strings for one entry, derived from its kind and number, so that they can
/// be regenerated at any time.
struct BankWording {
    private let kind: EntryKind
    private let bits: UInt64

    init(kind: EntryKind, entryNumber: UInt64) {
        self.kind = kind
        bits = SplitMix64.mixed(entryNumber)
    }

    var description: String {
        guard !kind.wordings.isEmpty else { return kind.payee }
        let wording = kind.wordings[Int(bits % UInt64(kind.wordings.count))]
        return filled(wording)
    }

    /// The bank's payee, if it knows one; missing in about one of seven entries.
    var payee: String? {
        kind.isKnownToBank && (bits >> 16) % 7 != 0 ? kind.payee : nil
    }

    var memo: String? {
        kind.memo.map(filled)
    }

    /// The merchant code; missing in about one of nine entries.
    var merchantCode: String? {
        (bits >> 24) % 9 == 0 ? nil : kind.merchantCode
    }

    private func filled(_ wording: String) -> String {
        guard wording.utf8.contains(where: { $0 == Self.digit || $0 == Self.sign }) else {
            return wording
        }
        var random = SplitMix64(seed: bits)
        var bytes = Array(wording.utf8)
        for position in bytes.indices {
            let drawn = UInt8(truncatingIfNeeded: random.next() >> 32)
            switch bytes[position] {
            case Self.digit: bytes[position] = UInt8(ascii: "0") + drawn % 10
            case Self.sign: bytes[position] = Self.signs[Int(drawn) % Self.signs.count]
            default: break
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digit = UInt8(ascii: "~")
    private static let sign = UInt8(ascii: "^")
    private static let signs = Array("0123456789ABCDEFGHJKLMNPRSTUVWXYZ".utf8)
}
