public import Model

/// An account as the bank describes it.
public struct BankAccount: Hashable, Sendable {
    /// The bank's id, unique within its institution.
    public let id: String

    public let name: String

    /// The ``Institution/key`` of its bank; nil where the bridge names none.
    public let institutionKey: String?

    public let currency: Currency

    /// What is in the account, signed as the bank signs it. Nil where the
    /// bank sent no exact amount, which ``AccountSet/rejected`` then lists.
    public let balance: Money?

    /// What can be spent; nil where the bank does not say.
    public let availableBalance: Money?

    /// The instant of the balance in POSIX seconds; nil where the bank sent
    /// none.
    public let balanceDate: Int64?

    /// In the bank's order. Two equal ones are two transactions.
    public let transactions: [BankTransaction]

    public let holdings: [Holding]
}
