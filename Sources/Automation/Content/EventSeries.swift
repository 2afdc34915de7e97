public import Model

/// A series of recurring payments as an event tells of it.
public struct EventSeries: EventPart {
    public var seriesName: String
    /// What one payment comes to; told without its sign, as all amounts of a
    /// series are.
    public var amount: Money
    public var frequency: Frequency
    /// The day of the payment that is expected or was missed.
    public var nextDay: CalendarDay?
    /// What a payment came to before its price changed.
    public var from: Money?
    public var to: Money?

    public init(
        name: String, amount: Money, frequency: Frequency, nextDay: CalendarDay?,
        from: Money? = nil, to: Money? = nil
    ) {
        seriesName = name
        self.amount = amount
        self.frequency = frequency
        self.nextDay = nextDay
        self.from = from
        self.to = to
    }

    static let name = "series"

    static var fields: [EventPartField<EventSeries>] {
        [
            .text("name", "The name that `ghostvault recurring` shows.") { $0.seriesName },
            .text("currency", "The currency's code, `\"USD\"`.") { $0.amount.currency.code },
            .money("amount", "What one payment comes to, without a sign.") { $0.amount.size },
            .moneyText(of: "amount") { $0.amount.size },
            .text("frequency", "`\"monthly\"`, `\"yearly\"` and so on.") {
                $0.frequency.rawValue
            },
            .optionalDay("next_day", "The day on which a payment is expected, or was.") {
                $0.nextDay
            },
            .money(
                "from", isOptional: true, "What a payment came to before; of `price_changed` only."
            ) { $0.from?.size },
            .moneyText(of: "from", isOptional: true) { $0.from?.size },
            .money("to", isOptional: true, "What it comes to now; of `price_changed` only.") {
                $0.to?.size
            },
            .moneyText(of: "to", isOptional: true) { $0.to?.size },
        ]
    }
}
