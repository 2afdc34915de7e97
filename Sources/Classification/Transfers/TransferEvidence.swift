import Model
import Rules

/// What the texts of a snapshot say for and against transfers.
struct TransferEvidence {
    struct Meaning: OptionSet {
        let rawValue: UInt8
        static let worded = Meaning(rawValue: 1)
        static let contradicted = Meaning(rawValue: 2)
        static let merchant = Meaning(rawValue: 4)
    }

    private let marks: [Meaning]

    init(_ settings: TransferSettings, snapshot: Snapshot) {
        let matcher = RulebookMatcher(rulebook: settings.evidence, snapshot: snapshot)
        marks = snapshot.transactions.indices.map { row in
            var marks: Meaning =
                snapshot.transactions[row].merchantCode == .empty ? [] : .merchant
            matcher.forEachMatch(row: row) { rule in
                marks.insert(settings.meanings[rule])
                return true
            }
            return marks
        }
    }

    /// Whether nothing in the row's text rules a transfer out.
    func allows(_ row: Int) -> Bool { !marks[row].contains(.contradicted) }

    func isWorded(_ row: Int) -> Bool { marks[row].contains(.worded) }

    /// Whether the row is a purchase or refund and does not call itself a
    /// transfer.
    func isMerchant(_ row: Int) -> Bool {
        marks[row].contains(.merchant) && !marks[row].contains(.worded)
    }
}
