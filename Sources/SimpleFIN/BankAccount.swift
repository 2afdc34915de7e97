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

/// A bank as a bridge knows it: an `org` of version 1, a connection of 2.
public struct Institution: Hashable, Sendable {
    /// What tells this institution from the others of one access URL.
    ///
    /// In version 2 the connection's id. In version 1 the organisation's id;
    /// where the bridge sends none, its domain and name together, as several
    /// names can share a domain and several domains a name.
    public let key: String

    /// The name to show: the bridge's, else the domain or host, else the key.
    public let name: String

    /// The organisation's id, by which an institution of version 1 and one of
    /// version 2 can be recognised as the same.
    public let organizationID: String?

    /// The bank's site as the bridge gives it, unchecked.
    public let url: String?
}

/// A transaction as the bank describes it.
public struct BankTransaction: Hashable, Sendable {
    /// The bank's id, unique within its account.
    public let id: String

    /// The instant of posting in POSIX seconds; nil where there is none yet.
    public let posted: Int64?

    /// When the person paid, in POSIX seconds; nil where the bank does not say.
    public let transactedAt: Int64?

    /// Whether the bank says so, or sent 0 as the posting date. A posting date
    /// that is merely missing does not make a transaction pending.
    public let isPending: Bool

    /// Positive is money that came in, unless the bank turns signs around.
    public let amount: Money

    public let description: String

    public let payee: String?

    public let memo: String?

    /// ISO 18245, four digits, as the bank sent it.
    public let merchantCategoryCode: String?

    /// The day of the transaction: the UTC day of posting, else of the
    /// payment, else the day on which the answer was received.
    public func day(receivedOn received: CalendarDay) -> CalendarDay {
        (posted ?? transactedAt).map { CalendarDay(secondsSinceEpoch: $0) } ?? received
    }
}

/// Something held in an investment account. Outside the protocol's text, and
/// sent differently by each broker, so amounts are kept as the exact texts.
public struct Holding: Hashable, Sendable {
    public let id: String?

    /// When the bridge first saw it, in POSIX seconds.
    public let created: Int64?

    /// As sent; empty where the bank leaves it empty.
    public let currencyCode: String?

    public let symbol: String?

    public let description: String?

    public let shares: String?

    public let marketValue: String?

    public let purchasePrice: String?

    /// Of one share or of all of them: brokers differ.
    public let costBasis: String?
}
