public import Model

/// A transaction as the search for recurring payments sees it.
public struct Occurrence: Hashable, Sendable {
    public let day: CalendarDay
    /// Minor units; positive is money that came in.
    public let amount: Int64
    public let leaning: PaymentLeaning

    public init(day: CalendarDay, amount: Int64, leaning: PaymentLeaning = .none) {
        self.day = day
        self.amount = amount
        self.leaning = leaning
    }
}
