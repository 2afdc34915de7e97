public import Model

/// An account as its bank sent it, with noise, and the truth about each row.
public struct SentAccount: Sendable {
    public let id: String
    public let name: String
    public let institution: Institution
    public let type: AccountType
    /// Minor units at the end of the history, as the household itself has it.
    public let balance: Int64
    /// Oldest first and pending ones last.
    public let transactions: [DemoTransaction]
}

extension Household {
    /// The accounts as banks with so much noise sent them.
    ///
    /// The truth goes along: where one side of a transfer was lost, the other
    /// has no partner. The sides of a transfer keep their amount and are at
    /// most three days apart. No row is posted after today.
    ///
    /// Takes some microseconds for each transaction.
    public func accounts(with noise: Noise) -> [SentAccount] {
        var rows = NoisyRows(noise, today: today)
        for account in accounts { rows.send(account) }
        rows.bringPairsTogether()
        return accounts.map { account in
            SentAccount(
                id: account.id, name: account.name, institution: account.institution,
                type: account.type, balance: account.balance(on: today),
                transactions: rows.rows(of: account.id))
        }
    }
}
