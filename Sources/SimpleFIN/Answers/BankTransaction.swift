public import Model

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
