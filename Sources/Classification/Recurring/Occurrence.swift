public import Model

/// A transaction as the search for recurring payments sees it.
public struct Occurrence: Hashable, Sendable {
    /// What a transaction's words and category say before its dates are looked
    /// at.
    public enum Leaning: Hashable, Sendable {
        /// Nothing.
        case none
        /// It is bought whenever it is needed (groceries, fuel, coffee), so
        /// that only the very same amount in a strict rhythm is a series.
        case everyday
        /// It calls itself a subscription, a premium, a membership.
        case worded
    }

    public let day: CalendarDay
    /// Minor units; positive is money that came in.
    public let amount: Int64
    public let leaning: Leaning

    public init(day: CalendarDay, amount: Int64, leaning: Leaning = .none) {
        self.day = day
        self.amount = amount
        self.leaning = leaning
    }
}
