import Classification
import DemoHousehold
import Model

/// A household as a first synchronisation brings it, made without a database,
/// with the truth about each row.
struct LabelledSnapshot {
    let snapshot: Snapshot
    /// By the rows of the snapshot.
    let truths: [TruthLabel]
    /// The row of each true partner.
    let partners: [Int?]

    /// - Parameter guesser: says what type each account is, as in a vault.
    init(_ household: Household, noise: Noise, guesser: AccountTypeGuesser) {
        var texts = TextTable()
        var accounts: [AccountFacts] = []
        var transactions: [TransactionFacts] = []
        var truths: [TruthLabel] = []
        var rows: [TransactionReference: Int] = [:]
        for (position, account) in household.accounts(with: noise).enumerated() {
            let institution = account.institution.name
            let guess = guesser.guess(
                name: account.name, institution: institution, balance: account.balance)
            accounts.append(
                AccountFacts(
                    id: Int64(position + 1), name: account.name, institution: institution,
                    type: guess.type, currency: Currency(code: "USD"), bankID: account.id,
                    balance: account.balance, balanceDay: household.today))
            for transaction in account.transactions {
                let place = TransactionReference(
                    account: account.id, transaction: transaction.id)
                rows[place] = transactions.count
                truths.append(transaction.truth)
                transactions.append(
                    TransactionFacts(
                        transaction, id: Int64(transactions.count + 1), account: position,
                        texts: &texts))
            }
        }
        snapshot = Snapshot(
            asOf: household.today, accounts: accounts, transactions: transactions, texts: texts)
        self.truths = truths
        partners = truths.map { truth in truth.partner.flatMap { rows[$0] } }
    }
}

extension TransactionFacts {
    fileprivate init(
        _ transaction: DemoTransaction, id: Int64, account: Int, texts: inout TextTable
    ) {
        let description = texts.id(of: transaction.description)
        self.init(
            id: id, amount: transaction.amount, day: transaction.posted ?? transaction.transacted,
            account: Int32(account), description: description,
            payee: transaction.payee.map { texts.id(of: $0) } ?? description,
            memo: texts.id(of: transaction.memo ?? ""),
            merchantCode: texts.id(of: transaction.merchantCode ?? ""),
            isPending: transaction.isPending, transactedDay: transaction.transacted)
    }
}
