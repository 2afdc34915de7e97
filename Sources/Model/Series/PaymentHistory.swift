/// The newest payments with one payee as the search for series sees them: enough
/// to search again after some changed, without looking at the others.
public struct PaymentHistory: Hashable, Sendable {
    public struct Payment: Hashable, Sendable {
        /// The row ID of the transaction.
        public let transaction: Int64
        /// The row ID of its account.
        public let account: Int64
        public let day: CalendarDay
        public let leaning: PaymentLeaning
        /// Whether it belongs to a series.
        public let isInSeries: Bool
        // A pass over some new transactions reads tens of thousands of payments: small
        // numbers beside each other take the room of one large one.
        private let days: Int32?
        /// Minor units; positive is money that came in.
        public let amount: Int64

        /// Where it gives back what was paid, so many days ago that was.
        public var daysSincePurchase: Int? { days.map { Int($0) } }

        public init(
            transaction: Int64, account: Int64, day: CalendarDay, amount: Int64,
            leaning: PaymentLeaning, isInSeries: Bool, daysSincePurchase: Int? = nil
        ) {
            self.transaction = transaction
            self.account = account
            self.day = day
            self.amount = amount
            self.leaning = leaning
            self.isInSeries = isInSeries
            days = daysSincePurchase.map { Int32(clamping: $0) }
        }
    }

    /// As it was concluded.
    public let payee: String
    /// In the order of the transactions' numbers.
    public let payments: [Payment]
    /// Whether there are older ones.
    public let isCut: Bool

    public init(payee: String, payments: [Payment], isCut: Bool) {
        self.payee = payee
        self.payments = payments
        self.isCut = isCut
    }
}

/// What a payment's words and category say of series before its dates are looked
/// at.
public enum PaymentLeaning: UInt8, Hashable, Sendable {
    /// Nothing.
    case none
    /// It is bought whenever it is needed (groceries, fuel, coffee), so that only
    /// the very same amount in a strict rhythm is a series.
    case everyday
    /// It calls itself a subscription, a premium, a membership.
    case worded
    /// It calls itself something that is never one.
    case never
    /// It is with somebody who sends bills (an insurer, a utility), so that fewer
    /// payments of one amount are a series, and amounts may be any.
    case bill
    /// It came from a person and gives back what was paid, unless it comes
    /// regularly.
    case fromPerson
    /// It came from a merchant and gives back what was paid, unless it comes
    /// regularly.
    case fromMerchant
}
