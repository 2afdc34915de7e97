public import Model

/// What the person says that currencies are worth in one of them; comes from
/// `config/rates.toml`.
public struct CurrencyRates: Sendable {
    /// What a unit of a currency was worth from a day on.
    public struct Rate: Sendable {
        public let currency: Currency
        /// Nil where it holds for all days before the first dated one.
        public let day: CalendarDay?
        /// Units of the base, in thousand millionths; above 0.
        public let billionths: Int64

        public init(currency: Currency, day: CalendarDay?, billionths: Int64) {
            self.currency = currency
            self.day = day
            self.billionths = billionths
        }
    }

    public let base: Currency?
    /// By currency, the oldest first.
    private let rates: [Currency: [Rate]]

    /// No currency has a rate.
    public static let none = CurrencyRates(base: nil, rates: [])

    /// - Parameter base: the currency in which the rates are given.
    public init(base: Currency?, rates: [Rate]) {
        self.base = base
        self.rates = Dictionary(grouping: rates, by: \.currency).mapValues { rates in
            rates.sorted { ($0.day ?? .distantPast) < ($1.day ?? .distantPast) }
        }
    }

    /// Whether the person gave any rate.
    public var isEmpty: Bool { rates.isEmpty }

    /// Whether amounts of a currency can be compared.
    public func knows(_ currency: Currency) -> Bool {
        currency == base || rates[currency] != nil
    }

    /// What minor units of a currency are worth on a day, in thousand millionths
    /// of a unit of the base: by the newest rate up to that day, else by the
    /// oldest. Nil without a rate, and beyond 2^100, so that a caller may multiply it.
    func worth(_ minorUnits: Int64, _ currency: Currency, on day: CalendarDay) -> Int128? {
        guard let rate = billionths(currency, on: day) else { return nil }
        var divisor: Int128 = 1
        for _ in 0..<currency.exponent { divisor *= 10 }
        let worth = Int128(minorUnits) * Int128(rate) / divisor
        return worth.magnitude < 1 << 100 ? worth : nil
    }

    private func billionths(_ currency: Currency, on day: CalendarDay) -> Int64? {
        if currency == base { return 1_000_000_000 }
        guard let dated = rates[currency], let oldest = dated.first else { return nil }
        let newest = dated.last { ($0.day ?? .distantPast) <= day }
        return (newest ?? oldest).billionths
    }
}

extension CalendarDay {
    fileprivate static let distantPast = CalendarDay(daysSinceEpoch: .min)
}
