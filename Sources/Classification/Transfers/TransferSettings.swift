public import Rules

/// How transfers between a person's own accounts are recognised; comes from
/// `config/transfers.toml`.
public struct TransferSettings: Sendable {
    /// Calendar days that may lie between the two sides, 0 and more. Either
    /// side may come first.
    public let maximumDays: Int
    /// Texts that speak for a transfer ("TRANSFER TO").
    public let wording: Condition
    /// Texts that rule a transfer out, whatever the amounts say ("PAYROLL").
    public let contradictions: Condition
    /// Rules that recognise a merchant. What they match is a purchase or its
    /// refund unless it also words itself as a transfer.
    public let merchants: [Rule]

    public init(
        maximumDays: Int, wording: Condition, contradictions: Condition, merchants: [Rule]
    ) {
        self.maximumDays = maximumDays
        self.wording = wording
        self.contradictions = contradictions
        self.merchants = merchants
    }
}
