/// An exact amount of one currency.
public struct Money: Hashable, Sendable {
    /// The amount in the currency's smallest unit; negative is owed or paid.
    public let minorUnits: Int64
    public let currency: Currency

    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Reads an amount such as "-05.50" or "105884.8" exactly.
    ///
    /// - Throws: ``AmountError`` where the text is no number, has more
    ///   decimals than the currency, or is too large.
    public init(exactly text: some StringProtocol, currency: Currency) throws(AmountError) {
        self.init(
            minorUnits: try MinorUnits.exactly(text, exponent: currency.exponent),
            currency: currency)
    }

    /// The sum of two amounts of one currency.
    ///
    /// - Throws: ``MoneyError/currenciesDiffer`` or ``MoneyError/overflow``.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currenciesDiffer }
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow else { throw .overflow }
        return Money(minorUnits: sum, currency: currency)
    }

    /// The plain exact text of the amount, "-1234.50", with as many decimals
    /// as the currency has: what JSON and files carry.
    public var plainText: String {
        MinorUnits.plainText(minorUnits, exponent: currency.exponent)
    }

    /// The amount as a person reads it, "-1,234.50".
    public var groupedText: String {
        MinorUnits.groupedText(minorUnits, exponent: currency.exponent)
    }
}

/// Why two amounts could not be added.
public enum MoneyError: Error, Hashable, Sendable {
    case currenciesDiffer
    case overflow
}
