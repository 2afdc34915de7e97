/// One transaction of a series.
public struct SeriesPayment: Hashable, Sendable {
    /// The vault's number of the transaction.
    public let transaction: Int64
    public let day: CalendarDay
    /// Minor units, with their sign.
    public let amount: Int64

    public init(transaction: Int64, day: CalendarDay, amount: Int64) {
        self.transaction = transaction
        self.day = day
        self.amount = amount
    }
}
