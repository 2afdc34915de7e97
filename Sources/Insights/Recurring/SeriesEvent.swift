public import Model

/// Something in the life of a series that a person may want to know.
public struct SeriesEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// It is a new one: there was none with this payee before.
        case new
        /// A payment costs something else than the ones before. Minor units,
        /// with their sign.
        case priceChanged(from: Int64, to: Int64)
        /// No payment came on about the expected day.
        case missed
        /// A payment was made twice.
        case duplicate
    }

    public let kind: Kind
    /// The day of the payment; of a missed one, the day on which it was
    /// expected.
    public let day: CalendarDay
    /// The vault's number of the payment; nil of one that was missed.
    public let transaction: Int64?

    init(_ kind: Kind, on day: CalendarDay, _ transaction: Int64? = nil) {
        self.kind = kind
        self.day = day
        self.transaction = transaction
    }
}
