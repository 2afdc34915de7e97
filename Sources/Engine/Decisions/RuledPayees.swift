internal import Model
internal import Rules

/// The payees for which a rule asks that is to hold for all that a list shows
/// under the name of one transaction's payee.
///
/// Rules ask for the payee as it is before any of them. One that another rule
/// names may be several of those, or a part of one, for which no rule can ask.
struct RuledPayees {
    /// What the list shows.
    let shown: String
    /// As rules see them, in alphabetical order.
    let names: [String]
    /// Those that have one of them.
    let transactions: [TransactionFacts]

    /// - Parameters:
    ///   - snapshot: with payees as rules see them.
    ///   - shown: payees as lists show them, by transaction.
    /// - Throws: ``EngineError/noPayee(transaction:)`` and
    ///   ``EngineError/payeeNotAlone(_:transaction:other:)``.
    init(
        of transaction: TransactionFacts, in snapshot: Snapshot, shown: [Int64: String]
    ) throws {
        let own = snapshot.texts[transaction.payee]
        guard !own.allSatisfy(\.isWhitespace) else {
            throw EngineError.noPayee(transaction: transaction.id)
        }
        func isNamedByHand(_ other: TransactionFacts) -> Bool {
            snapshot.decisions.corrections[other.id]?.payee != nil
        }
        // A name that one transaction was given alone says nothing of others.
        guard !isNamedByHand(transaction), let name = shown[transaction.id], name != own else {
            self.shown = own
            names = [own]
            transactions = snapshot.transactions(paidTo: [own])
            return
        }
        self.shown = name
        let texts = Set(
            snapshot.transactions.lazy.filter { shown[$0.id] == name && !isNamedByHand($0) }
                .map(\.payee))
        names = texts.map { snapshot.texts[$0] }.sorted()
        transactions = snapshot.transactions(paidTo: names)
        let other = transactions.lazy.compactMap { isNamedByHand($0) ? nil : shown[$0.id] }
            .first { $0 != name }
        if let other {
            throw EngineError.payeeNotAlone(name, transaction: transaction.id, other: other)
        }
    }
}

extension Snapshot {
    /// The transactions that a rule for some payees holds for.
    fileprivate func transactions(paidTo payees: [String]) -> [TransactionFacts] {
        let wanted = Set(payees.map { SearchText($0) })
        let texts = Set(transactions.map(\.payee)).filter {
            wanted.contains(SearchText(self.texts[$0]))
        }
        return transactions.filter { texts.contains($0.payee) }
    }
}
