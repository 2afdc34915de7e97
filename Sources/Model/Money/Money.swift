/// An exact amount of one currency, or a sum of such amounts.
///
/// Transactions and balances fit 64 bits each. A sum of them may not, so money has 128:
/// more than 10^19 of the largest amounts add up to.
public struct Money: Hashable, Sendable {
    /// The amount in the currency's smallest unit; negative is owed or paid.
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
    /// - Throws: ``MoneyError/currenciesDiffer``.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currenciesDiffer }
        return Money(sum: minorUnits + other.minorUnits, currency: currency)
    }

    /// Whether the amount is more than a number of whole units, such as a limit of 400.
    public func isMore(than number: DecimalAmount) -> Bool {
        difference(from: number) > 0
    }

    /// Whether the amount is less than a number of whole units.
    public func isLess(than number: DecimalAmount) -> Bool {
        difference(from: number) < 0
    }

    /// -1, 0 or 1. Both sides are scaled to whole numbers, which can exceed 128 bits.
    private func difference(from number: DecimalAmount) -> Int {
        let amount = minorUnits.multipliedFullWidth(by: powerOfTen(number.decimals))
        let other = Int128(number.coefficient).multipliedFullWidth(
            by: powerOfTen(currency.exponent))
        if (amount.high, amount.low) == (other.high, other.low) { return 0 }
        return (amount.high, amount.low) < (other.high, other.low) ? -1 : 1
    }

    /// The amount without its sign.
    public var size: Money { Money(sum: abs(minorUnits), currency: currency) }

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
}
