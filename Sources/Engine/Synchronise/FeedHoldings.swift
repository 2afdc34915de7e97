internal import Model
internal import SimpleFIN
internal import Vault

extension ReceivedHolding {
    /// A holding in the vault's terms. A number that can't be read is unknown.
    ///
    /// - Parameter currency: the account's, for a holding without its own.
    init(_ holding: Holding, in currency: Currency) {
        let code = holding.currencyCode ?? ""
        let own = code.isEmpty ? currency : Currency(code: code)
        let shares = Self.number(holding.shares)
        let price = Self.number(holding.purchasePrice)
        let cost = Self.number(holding.costBasis)
        // Some brokers send the cost of one share, which then equals the purchase price.
        let units = price?.rounded(toDecimals: own.exponent)
        let isPerShare =
            units != nil && units != 0 && cost?.rounded(toDecimals: own.exponent) == units
        var total = cost
        if isPerShare, let cost, let shares { total = cost * shares }
        self.init(
            symbol: Self.bounded(holding.symbol), name: Self.bounded(holding.description),
            currency: own, shares: shares,
            value: Self.number(holding.marketValue)?.rounded(toDecimals: own.exponent),
            cost: total?.rounded(toDecimals: own.exponent),
            sentValue: Self.bounded(holding.marketValue),
            sentCost: Self.bounded(holding.costBasis),
            sentPrice: Self.bounded(holding.purchasePrice))
    }

    private static func number(_ text: String?) -> LongDecimal? {
        text.flatMap { $0.utf8.count <= mostLetters ? LongDecimal($0) : nil }
    }

    private static func bounded(_ text: String?) -> String {
        String(String.UnicodeScalarView((text ?? "").unicodeScalars.prefix(mostLetters)))
    }

    /// A longer name is cut.
    private static let mostLetters = 200
}
