import Model

/// The tags, or the notes, that the person gave the transactions of a snapshot.
///
/// Few have any. Those of one text, or of the same tags, have one number, as
/// transactions do whose description is the same.
final class GivenTexts {
    /// By transaction; those that were given nothing are missing.
    private var numbers: [Int64: Int] = [:]
    /// By number; the first is of those that were given nothing.
    private var texts: [[String]] = [[""]]

    /// Nil for a source that is not given.
    init?(of source: TextChannel, in snapshot: Snapshot) {
        let given: (Correction) -> [String]
        switch source {
        case .tags: given = \.tags
        case .notes: given = { $0.note.map { [$0] } ?? [] }
        case .description, .payee, .bankPayee, .memo, .merchantCode, .account, .institution,
            .currency:
            return nil
        }
        var known: [[String]: Int] = [:]
        for (transaction, correction) in snapshot.decisions.corrections {
            let own = given(correction)
            guard !own.isEmpty else { continue }
            if known[own] == nil {
                known[own] = texts.count
                texts.append(own)
            }
            numbers[transaction] = known[own]
        }
    }

    var count: Int { texts.count }

    func number(of transaction: TransactionFacts) -> Int {
        numbers.isEmpty ? 0 : numbers[transaction.id] ?? 0
    }

    /// All texts of a number; the empty text where nothing was given.
    func texts(at number: Int) -> [String] { texts[number] }
}
