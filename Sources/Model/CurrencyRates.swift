/// The person's exchange rates, each the value of one unit of a currency in a base currency.
public struct CurrencyRates: Sendable {
    /// The value of one unit of a currency from a day on.
    public struct Rate: Sendable {
        public let currency: Currency
        /// Nil if the rate applies to all days before the first dated one.
        public let day: CalendarDay?
        /// Units of the base currency, in billionths; above 0.
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

    public static let none = CurrencyRates(base: nil, rates: [])

    /// - Parameter base: the currency in which the rates are given.
    public init(base: Currency?, rates: [Rate]) {
        self.base = base
        self.rates = Dictionary(grouping: rates, by: \.currency).mapValues { rates in
            rates.sorted { ($0.day ?? .distantPast) < ($1.day ?? .distantPast) }
        }
    }

    /// All rates by currency code, the oldest of each first.
    public var all: [Rate] {
        rates.sorted { $0.key.code < $1.key.code }.flatMap(\.value)
    }

    /// Whether the person gave no rate.
    public var isEmpty: Bool { rates.isEmpty }

    /// Whether amounts of a currency can be compared.
    public func knows(_ currency: Currency) -> Bool {
        currency == base || rates[currency] != nil
    }

    /// The value of minor units of a currency on a day, in billionths of a base unit.
    ///
    /// Nil without a rate, and beyond 2^100, so that a caller may multiply it.
    public func worth(_ minorUnits: Int64, _ currency: Currency, on day: CalendarDay) -> Int128? {
        guard currency == base || rates[currency] != nil else { return nil }
        let billionths = rate(of: currency, on: day)?.billionths ?? Self.one
        let worth = Int128(minorUnits) * Int128(billionths) / Self.power(currency.exponent)
        return worth.magnitude < 1 << 100 ? worth : nil
    }

    /// The rate that holds on a day: the newest up to that day, otherwise the oldest. Nil for
    /// the base currency, and for one without a rate.
    public func rate(of currency: Currency, on day: CalendarDay) -> Rate? {
        guard currency != base, let dated = rates[currency] else { return nil }
        return dated.last { ($0.day ?? .distantPast) <= day } ?? dated.first
    }

    private static let one: Int64 = 1_000_000_000

    private static func power(_ exponent: Int) -> Int128 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}

/// An amount in the base currency, with the rates behind it.
public struct ConvertedMoney: Hashable, Sendable {
    public let amount: Money
    /// The rate of each other currency, in order of first use.
    public let rates: [CurrencyRates.Rate]
}

extension CurrencyRates.Rate: Hashable {
    /// The units of the base currency for one unit, "1.0462".
    public var text: String {
        let text = MinorUnits.plainText(Int128(billionths), exponent: 9)
        let digits = text.reversed().drop { $0 == "0" }
        return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
    }
}

extension CurrencyRates {
    /// The value of an amount at the rate of a day, rounded to the base currency's minor unit.
    /// Nil without a rate, and beyond 128 bits.
    public func converted(_ money: Money, on day: CalendarDay) -> ConvertedMoney? {
        total(of: [(money, day)])
    }

    /// The sum of amounts in several currencies at the rates of a day, rounded once. Nil if one
    /// of them has no rate, if there are none, and if all are in the base currency, since then
    /// nothing has to be said.
    public func sum(of amounts: [Money], on day: CalendarDay) -> ConvertedMoney? {
        sum(of: amounts.map { (amount: $0, day: day) })
    }

    /// The sum of amounts, each at the rates of its own day, or its part if it is divided:
    /// rounded once, as ``sum(of:on:)``.
    ///
    /// - Parameter parts: the number of equal parts, above zero.
    public func sum(
        of amounts: [(amount: Money, day: CalendarDay)], dividedBy parts: Int = 1
    ) -> ConvertedMoney? {
        guard amounts.contains(where: { $0.amount.currency != base }) else { return nil }
        return total(of: amounts, dividedBy: parts)
    }

    /// The same, also of amounts in the base currency alone.
    public func total(
        of amounts: [(amount: Money, day: CalendarDay)], dividedBy parts: Int = 1
    ) -> ConvertedMoney? {
        guard let base else { return nil }
        // In billionths of the smallest unit of any of the currencies.
        let exponent = amounts.map(\.amount.currency.exponent).max() ?? 0
        var sum: Int128 = 0
        var rates: [Rate] = []
        for (amount, day) in amounts {
            let rate = rate(of: amount.currency, on: day)
            guard rate != nil || amount.currency == base else { return nil }
            if let rate, !rates.contains(rate) { rates.append(rate) }
            let factors = [
                Int128(rate?.billionths ?? Self.one), Self.power(base.exponent),
                Self.power(exponent - amount.currency.exponent),
            ]
            guard
                let value = factors.reduce(
                    Optional(amount.minorUnits), { $0?.multipliedExactly(by: $1) })
            else { return nil }
            let (next, isTooLarge) = sum.addingReportingOverflow(value)
            guard !isTooLarge else { return nil }
            sum = next
        }
        let unit = Int128(Self.one) * Self.power(exponent) * Int128(parts)
        let (quotient, rest) = sum.quotientAndRemainder(dividingBy: unit)
        let rounded = rest.magnitude * 2 < unit.magnitude ? quotient : quotient + rest.signum()
        return ConvertedMoney(amount: Money(sum: rounded, currency: base), rates: rates)
    }
}

extension Int128 {
    fileprivate func multipliedExactly(by factor: Int128) -> Int128? {
        let (product, isTooLarge) = multipliedReportingOverflow(by: factor)
        return isTooLarge ? nil : product
    }
}

extension CalendarDay {
    fileprivate static let distantPast = CalendarDay(daysSinceEpoch: .min)
}
