/// The newest payments to one payee, stored so that events and reports need not read the
/// others.
public struct PaymentHistory: Hashable, Sendable {
    public struct Payment: Hashable, Sendable {
        /// The row ID of the transaction.
        public let transaction: Int64
        /// The row ID of the account.
        public let account: Int64
        public let day: CalendarDay
        /// Minor units; positive is money that came in.
        public let amount: Int64
        /// Whether it belongs to a series.
        public let isInSeries: Bool

        public init(
            transaction: Int64, account: Int64, day: CalendarDay, amount: Int64,
            isInSeries: Bool
        ) {
            self.transaction = transaction
            self.account = account
            self.day = day
            self.amount = amount
            self.isInSeries = isInSeries
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
