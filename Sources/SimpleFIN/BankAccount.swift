public import Model

/// An account as the bank describes it.
public struct BankAccount: Hashable, Sendable {
    /// The bank's id, unique within its institution.
    public let id: String

    public let name: String

    /// The ``Institution/key`` of its bank; nil if the bridge names none.
    public let institutionKey: String?

    public let currency: Currency

    /// The balance, with the bank's sign. Nil if the bank sent no exact amount,
    /// which ``AccountSet/rejected`` then lists.
    public let balance: Money?

    /// The available balance; nil if the bank doesn't send it.
    public let availableBalance: Money?

    /// The time of the balance in POSIX seconds; nil if the bank sent none.
    public let balanceDate: Int64?

    /// In the bank's order. Two equal entries are two transactions.
    public let transactions: [BankTransaction]

    /// In the bank's order; nil if the bank sent no list.
    public let holdings: [Holding]?
}

/// A bank as the bridge knows it: an `org` in version 1, a connection in 2.
public struct Institution: Hashable, Sendable {
    /// Identifies this institution among those of one access URL.
    ///
    /// In version 2 it is the connection's id, in version 1 the organisation's id.
    /// If the bridge sends none, it is domain and name together: several names can
    /// share a domain, and several domains a name.
    public let key: String

    /// The display name: the bridge's, else the domain or host, else the key.
    public let name: String

    /// Whether the bridge gives a name, rather than something that stands in for it.
    public let isNamed: Bool

    /// The organisation's id, which links an institution of version 1 to the same
    /// one in version 2.
    public let organizationID: String?

    /// The bank's site according to the bridge, unchecked.
    public let url: String?
}

/// A transaction as the bank describes it.
public struct BankTransaction: Hashable, Sendable {
    /// The bank's id, unique within its account.
    public let id: String

    /// When it was posted, in POSIX seconds; nil if it has not been.
    public let posted: Int64?

    /// When the person paid, in POSIX seconds; nil if the bank doesn't say.
    public let transactedAt: Int64?

    /// Whether the bank marks it as pending or sent 0 as the posting date. A
    /// missing posting date alone does not make a transaction pending.
    public let isPending: Bool

    /// Positive for money coming in, unless the bank reverses signs.
    public let amount: Money

    public let description: String

    public let payee: String?

    public let memo: String?

    /// ISO 18245, four digits, as sent by the bank.
    public let merchantCategoryCode: String?

    /// The day of the transaction: the UTC day of posting, else of the payment,
    /// else the day the response was received.
    public func day(receivedOn received: CalendarDay) -> CalendarDay {
        (posted ?? transactedAt).map { CalendarDay(secondsSinceEpoch: $0) } ?? received
    }
}

/// A position in an investment account. The protocol doesn't specify holdings and
/// each broker sends them differently, so amounts are kept as exact strings.
public struct Holding: Hashable, Sendable {
    public let id: String?

    /// When the bridge first saw it, in POSIX seconds.
    public let created: Int64?

    /// Without invisible characters; may be empty.
    public let currencyCode: String?

    public let symbol: String?

    public let description: String?

    public let shares: String?

    public let marketValue: String?

    public let purchasePrice: String?

    /// Per share or in total: brokers differ.
    public let costBasis: String?
}
