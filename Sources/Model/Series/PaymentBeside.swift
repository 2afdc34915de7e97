/// Something that the payee of a series was paid and that belongs to no series.
///
/// It may be the payment that the series expects: one that was left out of
/// figures, or one that came to another amount or on another day than usual.
public struct PaymentBeside: Hashable, Sendable {
    public let payment: SeriesPayment
    /// Whether the person or a rule left it out of figures.
    public let isLeftOut: Bool

    public init(_ payment: SeriesPayment, isLeftOut: Bool) {
        self.payment = payment
        self.isLeftOut = isLeftOut
    }
}
