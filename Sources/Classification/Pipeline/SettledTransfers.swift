public import Model

/// What an earlier pass found about the transfers of transactions that this
/// pass can't look for again, since not all possible partners are at hand.
public struct SettledTransfers: Sendable {
    /// The other side of a transfer, and why it is.
    public struct Partner: Hashable, Sendable {
        public let transaction: Int64
        public let reason: Reason

        public init(transaction: Int64, reason: Reason) {
            self.transaction = transaction
            self.reason = reason
        }
    }

    /// The vault's numbers of the transactions to look for partners of; nil for
    /// all.
    let open: Set<Int64>?
    /// Of the others, by the vault's numbers, those that have a partner.
    let partners: [Int64: Partner]

    /// Nothing is settled.
    public static let none = SettledTransfers(open: nil, partners: [:])

    /// - Parameters:
    ///   - open: the transactions to look for partners of, with all their
    ///     possible partners and all of those' possible partners.
    ///   - partners: what holds of the others, as far as it is a transfer.
    public init(lookingOnlyAt open: Set<Int64>, partners: [Int64: Partner]) {
        self.init(open: open, partners: partners)
    }

    private init(open: Set<Int64>?, partners: [Int64: Partner]) {
        self.open = open
        self.partners = partners
    }

    func isOpen(_ transaction: Int64) -> Bool { open?.contains(transaction) ?? true }
}
