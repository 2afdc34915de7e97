/// Something held in an investment account. Outside the protocol's text, and
/// sent differently by each broker, so amounts are kept as the exact texts.
public struct Holding: Hashable, Sendable {
    public let id: String?

    /// When the bridge first saw it, in POSIX seconds.
    public let created: Int64?

    /// As sent; empty where the bank leaves it empty.
    public let currencyCode: String?

    public let symbol: String?

    public let description: String?

    public let shares: String?

    public let marketValue: String?

    public let purchasePrice: String?

    /// Of one share or of all of them: brokers differ.
    public let costBasis: String?
}
