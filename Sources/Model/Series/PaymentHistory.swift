/// The newest payments to one payee, stored so that a pass can search for series again
/// without reading the other transactions.
public struct PaymentHistory: Hashable, Sendable {
    public struct Payment: Hashable, Sendable {
        /// The row ID of the transaction.
        public let transaction: Int64
        /// The row ID of the account.
        public let account: Int64
        public let day: CalendarDay
        public let leaning: PaymentLeaning
        /// Whether it belongs to a series.
        public let isInSeries: Bool
        // A pass over new transactions reads tens of thousands of payments. Small
        // adjacent fields keep a payment small.
        private let days: Int32?
        /// Minor units; positive is money that came in.
        public let amount: Int64

        /// For money back, the days since the purchase.
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

    /// As concluded.
    public let payee: String
    /// By row ID.
    public let payments: [Payment]
    /// Whether older payments were dropped.
    public let isCut: Bool

    public init(payee: String, payments: [Payment], isCut: Bool) {
        self.payee = payee
        self.payments = payments
        self.isCut = isCut
    }
}

/// How a payment's wording and category bear on series, before its dates are
/// considered.
public enum PaymentLeaning: UInt8, Hashable, Sendable {
    case none
    /// Bought when needed (groceries, fuel, coffee). Only identical amounts in a strict
    /// rhythm make a series.
    case everyday
    /// Worded as a subscription, premium or membership.
    case worded
    /// Worded as something that is never a series.
    case never
    /// To a payee that sends bills (an insurer, a utility). Fewer payments make a
    /// series, and amounts may vary.
    case bill
    /// Money back from a person, unless it comes regularly.
    case fromPerson
    /// Money back from a merchant, unless it comes regularly.
    case fromMerchant
}
