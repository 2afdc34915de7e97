public import Model

/// A transaction of the made-up household as a bank would send it, with the
/// truth about it.
public struct DemoTransaction: Hashable, Sendable {
    /// Unique within the account. A pending row gets another id once it is
    /// posted, as with most banks.
    public let id: String
    /// The day on which the bank booked it, or nil while it is pending.
    public let posted: CalendarDay?
    /// The day of the purchase or transfer itself, never after ``posted``.
    public let transacted: CalendarDay
    /// Cents; positive is money that came in.
    public let amount: Int64
    public let description: String
    public let payee: String?
    public let memo: String?
    /// ISO 18245's four digits.
    public let merchantCode: String?
    public let truth: TruthLabel

    public var isPending: Bool { posted == nil }
}

/// What a transaction truly is: what a perfect classifier would say.
public struct TruthLabel: Hashable, Sendable {
    public let transactionClass: TransactionClass
    /// The category of an expense; nil for income and transfers.
    public let category: String?
    /// The other side of a transfer between the household's accounts; nil
    /// also where that side is not within the history that is shown.
    public let partner: TransactionReference?
    /// The name of the recurring series it is a part of.
    public let series: String?
    /// The clean name of the other party.
    public let payee: String
}

/// The ids that find one transaction in a household.
public struct TransactionReference: Hashable, Sendable {
    public let account: String
    public let transaction: String

    public init(account: String, transaction: String) {
        self.account = account
        self.transaction = transaction
    }
}
