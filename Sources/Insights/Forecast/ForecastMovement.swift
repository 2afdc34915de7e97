public import Model

/// One movement of an account that is expected on a day.
public struct ForecastMovement: Hashable, Sendable {
    /// Where it comes from.
    public enum Source: Hashable, Sendable {
        /// A recurring series, paid last on a day.
        case series(name: String, last: CalendarDay)
        /// The payment of a card's statement; its closing day, and whether the balance of that
        /// day is itself a forecast.
        case statement(series: String, closing: CalendarDay, isForecast: Bool)
        case planned(name: String)
        /// A pending transaction, which the balance lacks.
        case pending(transaction: Int64, payee: String)
    }

    public let account: Int64
    public let day: CalendarDay
    /// Minor units, signed.
    public let amount: Int128
    public let source: Source
    /// The own account on the other side of a transfer.
    public let other: Int64?
    /// Whether the day was expected to be earlier, so that it counts as the next one.
    public let isLate: Bool
    /// Whether it will count as income or spending: not what changes its place between own
    /// accounts, or pays a card or a loan.
    public let isCounted: Bool
    /// Whether the amount is only about right: payments of the series vary.
    public let isEstimate: Bool
    /// Whether it is regular income from outside.
    public let isPay: Bool
    /// The id of its category; nil if it has none.
    public let category: String?

    init(
        account: Int64, day: CalendarDay, amount: Int128, source: Source, other: Int64? = nil,
        isLate: Bool = false, isCounted: Bool = false,
        isEstimate: Bool = false, isPay: Bool = false, category: String? = nil
    ) {
        self.account = account
        self.day = day
        self.amount = amount
        self.source = source
        self.other = other
        self.isLate = isLate
        self.isCounted = isCounted
        self.isEstimate = isEstimate
        self.isPay = isPay
        self.category = category
    }

    /// Whether it is still to be paid, rather than made already.
    var isBill: Bool {
        if case .pending = source { return false }
        return amount < 0
    }

    /// The name of what moves.
    public var name: String {
        switch source {
        case .series(let name, _), .statement(let name, _, _), .planned(let name),
            .pending(_, let name):
            name
        }
    }
}
