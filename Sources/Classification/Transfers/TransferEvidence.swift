import Model
import Rules

/// What the texts of a snapshot say for and against transfers.
struct TransferEvidence {
    private struct Marks: OptionSet {
        let rawValue: UInt8
        static let worded = Marks(rawValue: 1)
        static let contradicted = Marks(rawValue: 2)
        static let merchant = Marks(rawValue: 4)
    }

    private let marks: [Marks]

    init(_ settings: TransferSettings, snapshot: Snapshot) throws {
        let own: [(Condition, Marks)] = [
            (settings.wording, .worded), (settings.contradictions, .contradicted),
        ]
        let rules = own.enumerated().map { position, test in
            Rule(
                id: "transfer-evidence-\(position)", name: "", origin: .stored, priority: 1,
                condition: test.0, effect: Effect())
        }
        let rulebook = try Rulebook(rules + settings.merchants)
        let meanings = rulebook.rules.map { rule in
            rules.firstIndex(of: rule).map { own[$0].1 } ?? .merchant
        }
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
        marks = snapshot.transactions.indices.map { row in
            var marks: Marks =
                snapshot.transactions[row].merchantCode == .empty ? [] : .merchant
            matcher.forEachMatch(row: row) { rule in
                marks.insert(meanings[rule])
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
