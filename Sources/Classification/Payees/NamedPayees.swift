public import Model

/// A snapshot in which every transaction's payee is whom its texts name, and
/// not what the bank calls it: what rules look at.
struct NamedPayees {
    let snapshot: Snapshot
    /// By row, a position in ``names``.
    let payeeOfRow: [Int32]
    /// The distinct payees; empty of a text without a letter or digit, which
    /// leaves the bank's word.
    let names: [String]
    /// Whether the person gave each its name.
    let isAlias: [Bool]

    /// - Complexity: some microseconds for each distinct text, and some
    ///   nanoseconds for each transaction.
    init(_ snapshot: Snapshot, by normaliser: PayeeNormaliser) {
        var payees = SnapshotPayees(normaliser, snapshot: snapshot)
        var texts = snapshot.texts
        var textOfPayee: [TextID] = []
        var payeeOfRow: [Int32] = []
        payeeOfRow.reserveCapacity(snapshot.transactions.count)
        var transactions = snapshot.transactions
        for row in transactions.indices {
            let payee = payees.payee(ofRow: row)
            payeeOfRow.append(Int32(payee))
            while textOfPayee.count < payees.names.count {
                textOfPayee.append(texts.id(of: payees.names[textOfPayee.count]))
            }
            if textOfPayee[payee] != .empty { transactions[row].payee = textOfPayee[payee] }
        }
        self.payeeOfRow = payeeOfRow
        names = payees.names
        isAlias = payees.isAlias
        self.snapshot = Snapshot(
            asOf: snapshot.asOf, accounts: snapshot.accounts, transactions: transactions,
            texts: texts, bankIDs: snapshot.bankIDs, decisions: snapshot.decisions)
    }
}

extension Pipeline {
    /// A snapshot in which every transaction's payee is whom its texts name, as
    /// the person's rules see it. Not to be done twice: a name that the person
    /// gave may have another of theirs.
    public func namingPayees(in snapshot: Snapshot) -> Snapshot {
        payeeNormaliser.map { NamedPayees(snapshot, by: $0).snapshot } ?? snapshot
    }

    /// What reads payees; nil where no stage does.
    public var payeeNormaliser: PayeeNormaliser? {
        for stage in stages {
            if case .payees(let normaliser) = stage.kind { return normaliser }
        }
        return nil
    }
}
