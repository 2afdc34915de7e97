public import Model

/// A transaction of the made-up household as a bank would send it, with the
/// truth about it.
public struct DemoTransaction: Hashable, Sendable {
    /// Unique within the account. A pending row gets another id once it is
    /// posted, as with most banks.
    public let id: String
    /// The day on which the bank booked it, or nil while it is pending.
    public internal(set) var posted: CalendarDay?
    /// The day of the purchase or transfer itself, never after ``posted``.
    public internal(set) var transacted: CalendarDay
    /// Cents; positive is money that came in.
    public internal(set) var amount: Int64
    public internal(set) var description: String
    public internal(set) var payee: String?
    public internal(set) var memo: String?
    /// ISO 18245's four digits.
    public internal(set) var merchantCode: String?
    public internal(set) var truth: TruthLabel

    public var isPending: Bool { posted == nil }
}
