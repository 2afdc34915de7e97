/// An exact amount in one currency, or a sum of such amounts.
///
/// A transaction or a balance fits 64 bits. A sum may not, so money has 128: enough for
/// more than 10^19 of the largest amounts.
public struct Money: Hashable, Sendable {
    /// The amount in minor units; negative is owed or paid.
    public let minorUnits: Int128
    public let currency: Currency

    /// A transaction's amount or a balance.
    public init(minorUnits: Int64, currency: Currency) {
        self.init(sum: Int128(minorUnits), currency: currency)
    }

    /// - Parameter sum: minor units.
    public init(sum: Int128, currency: Currency) {
        minorUnits = sum
        self.currency = currency
    }

    /// Parses an amount such as "-05.50" or "105884.8" exactly.
    ///
    /// - Throws: ``AmountError`` if the string is not a number, has more decimals than
    ///   the currency, or is too large.
    public init(exactly text: some StringProtocol, currency: Currency) throws(AmountError) {
        self.init(
            minorUnits: try MinorUnits.exactly(text, exponent: currency.exponent),
            currency: currency)
    }

    /// The sum of two amounts of one currency.
    ///
    /// - Throws: ``MoneyError/currenciesDiffer``.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currenciesDiffer }
        return Money(sum: minorUnits + other.minorUnits, currency: currency)
    }

    /// Whether the amount exceeds a number of whole units, such as a limit of 400.
    public func isMore(than number: DecimalAmount) -> Bool {
        difference(from: number) > 0
    }

    /// Whether the amount is below a number of whole units.
    public func isLess(than number: DecimalAmount) -> Bool {
        difference(from: number) < 0
    }

    /// -1, 0 or 1. Both sides are scaled to integers, which can exceed 128 bits.
    private func difference(from number: DecimalAmount) -> Int {
        let amount = minorUnits.multipliedFullWidth(by: powerOfTen(number.decimals))
        let other = Int128(number.coefficient).multipliedFullWidth(
            by: powerOfTen(currency.exponent))
        if (amount.high, amount.low) == (other.high, other.low) { return 0 }
        return (amount.high, amount.low) < (other.high, other.low) ? -1 : 1
    }

    /// The amount with the other sign.
    public var negated: Money { Money(sum: -minorUnits, currency: currency) }

    /// The amount without its sign.
    public var size: Money { Money(sum: abs(minorUnits), currency: currency) }

    /// The exact amount for JSON and files, "-1234.50", with as many decimals as the
    /// currency has.
    public var plainText: String {
        MinorUnits.plainText(minorUnits, exponent: currency.exponent)
    }

    /// The amount for display, "-1,234.50".
    public var groupedText: String {
        MinorUnits.groupedText(minorUnits, exponent: currency.exponent)
    }

    /// The amount for display with its currency, "-1,234.50 USD".
    public var text: String {
        currency.code.isEmpty
            ? groupedText : "\(groupedText) \(SafeText.neutralised(currency.code))"
    }
}

/// Why two amounts could not be added.
public enum MoneyError: Error, Hashable, Sendable {
    case currenciesDiffer
}

/// A currency by its code, with the exponent its amounts are stored at.
///
/// Two currencies are the same only if code and exponent agree. Stored minor units mean
/// nothing without their exponent.
public struct Currency: Hashable, Sendable {
    /// An ISO 4217 code ("USD"), the bank's own name ("BTC"), a URL that describes a
    /// custom currency, or empty if the bank sent none.
    public let code: String

    /// Decimals of one minor unit, 0 to 18 (2 for dollars and cents).
    public let exponent: Int

    public static func == (left: Currency, right: Currency) -> Bool {
        left.exponent == right.exponent && ExactText(left.code) == ExactText(right.code)
    }

    public init(code: String, exponent: Int) {
        self.code = code
        self.exponent = min(max(exponent, 0), 18)
    }

    /// A currency from the bank's code, at its customary exponent: that of ISO 4217, 8
    /// for bitcoin, else 2.
    public init(code: String) {
        self.init(code: code, exponent: Self.customaryExponents[code.uppercased()] ?? 2)
    }

    /// The currencies of ISO 4217 whose exponent is not 2, and bitcoin with 8.
    private static let customaryExponents: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0,
        "PYG": 0, "RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0,
        "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
        "CLF": 4, "UYW": 4, "BTC": 8, "XBT": 8,
    ]
}

extension Sequence<Currency> {
    /// The distinct currencies, in order of first appearance.
    public var distinct: [Currency] {
        reduce(into: []) { distinct, next in
            if !distinct.contains(next) { distinct.append(next) }
        }
    }
}

/// The order of figures in several currencies: one currency first, the others by code.
public struct CurrencyOrder: Sendable {
    /// The person's base currency; nil for none.
    public let first: Currency?

    /// All currencies by code.
    public static let byCode = CurrencyOrder(first: nil)

    public init(first: Currency?) {
        self.first = first
    }

    /// A value for comparing two currencies.
    public func place(of currency: Currency) -> (Int, String) {
        (currency == first ? 0 : 1, currency.code)
    }

    /// Elements by currency; those of one currency keep their order.
    public func sorted<Element>(
        _ elements: some Sequence<Element>, by currency: (Element) -> Currency
    ) -> [Element] {
        elements.enumerated().map { (place: place(of: currency($1)), index: $0, element: $1) }
            .sorted { ($0.place.0, $0.place.1, $0.index) < ($1.place.0, $1.place.1, $1.index) }
            .map(\.element)
    }
}
