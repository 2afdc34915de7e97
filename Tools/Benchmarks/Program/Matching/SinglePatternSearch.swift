import CSearch
import Model
import Rules

/// Looks for one text in every transaction the quickest plain way: `memmem`
/// over the texts of each transaction, which were folded and put side by side
/// beforehand.
struct SinglePatternSearch {
    private let pattern: [UInt8]
    /// Description, payee and memo of each transaction, one after the other
    /// with a byte between them that no text has.
    private var texts: [UInt8] = []
    private var ends: [Int] = []

    init(for pattern: String, in snapshot: Snapshot) {
        self.pattern = SearchText(pattern).utf8
        let folded = snapshot.texts.ids.map { SearchText(snapshot.texts[$0]).utf8 }
        ends.reserveCapacity(snapshot.transactions.count)
        for transaction in snapshot.transactions {
            for text in [transaction.description, transaction.payee, transaction.memo] {
                texts.append(contentsOf: folded[Int(text.number)])
                texts.append(0)
            }
            ends.append(texts.count)
        }
    }

    /// Bytes that a search looks through.
    var byteCount: Int { texts.count }

    /// The transactions that have the text.
    func matches() -> Int {
        csearch_count(texts, ends, ends.count, pattern, pattern.count)
    }
}
