public import Model

/// A position of an investment account as its bank sent it.
public struct ReceivedHolding: Hashable, Sendable {
    /// May be empty, as may the name.
    public let symbol: String
    public let name: String
    public let currency: Currency
    /// Nil if unknown, as are the amounts.
    public let shares: LongDecimal?
    /// Minor units.
    public let value: Int64?
    /// The cost of all shares in minor units.
    public let cost: Int64?
    /// The market value, the cost and the price of a share as the bank wrote them: they may have
    /// more decimals than the currency, and the cost may be that of one share.
    public let sentValue: String
    public let sentCost: String
    public let sentPrice: String

    public init(
        symbol: String, name: String, currency: Currency, shares: LongDecimal?, value: Int64?,
        cost: Int64?, sentValue: String = "", sentCost: String = "", sentPrice: String = ""
    ) {
        (self.symbol, self.name, self.currency) = (symbol, name, currency)
        (self.shares, self.value, self.cost) = (shares, value, cost)
        (self.sentValue, self.sentCost, self.sentPrice) = (sentValue, sentCost, sentPrice)
    }
}
