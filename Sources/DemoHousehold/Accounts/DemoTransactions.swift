import Model

/// The transactions of one account, oldest first and pending ones last.
///
/// A collection that makes each transaction's texts when it is asked for, at
/// about a microsecond each, so that a million of them need little memory.
public struct DemoTransactions: RandomAccessCollection, Sendable {
    let entries: [LedgerEntry]
    let catalogue: EntryCatalogue

    public var startIndex: Int { entries.startIndex }
    public var endIndex: Int { entries.endIndex }

    public subscript(position: Int) -> DemoTransaction {
        let entry = entries[position]
        let kind = catalogue[entry.kind]
        let wording = BankWording(kind: kind, entryNumber: entry.number)
        return DemoTransaction(
            id: entry.bankID, posted: entry.isPending ? nil : entry.posted,
            transacted: entry.transacted, amount: entry.amount,
            description: wording.description, payee: wording.payee, memo: wording.memo,
            merchantCode: entry.account.isCard ? wording.merchantCode : nil,
            truth: TruthLabel(
                transactionClass: kind.transactionClass, category: kind.category,
                partner: entry.partner.map {
                    TransactionReference(
                        account: AccountProfile.of($0.account).id,
                        transaction: LedgerEntry.bankID(of: $0.number, isPending: false))
                },
                series: kind.series, paysOff: kind.paysOff, payee: kind.payee))
    }
}
