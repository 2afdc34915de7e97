/// A transaction as classification sees it: numbers, and texts by their id in
/// the snapshot's ``TextTable``.
///
/// Plain and small (at most 64 bytes), since a snapshot holds millions of them.
public struct TransactionFacts: Sendable {
    /// The vault's number of the transaction.
    public let id: Int64
    /// Minor units of the account's currency; positive is money that came in.
    public let amount: Int64
    public let day: CalendarDay
    /// The account's position in ``Snapshot/accounts``.
    public let account: Int32
    public let description: TextID
    /// Whom it names; the same as ``bankPayee`` until its texts were read.
    public var payee: TextID
    /// The bank's payee or, where it sent none, its description.
    public let bankPayee: TextID
    public let memo: TextID
    /// ISO 18245's four digits, or empty.
    public let merchantCode: TextID
    public let isPending: Bool
    /// The day on which the transaction was made, or nil where the bank sent
    /// none; ``day`` is the one on which it was posted.
    public let transactedDay: CalendarDay?

    /// - Parameter bankPayee: the same as the payee where nothing is said.
    public init(
        id: Int64, amount: Int64, day: CalendarDay, account: Int32, description: TextID,
        payee: TextID, bankPayee: TextID? = nil, memo: TextID, merchantCode: TextID,
        isPending: Bool, transactedDay: CalendarDay? = nil
    ) {
        self.id = id
        self.amount = amount
        self.day = day
        self.account = account
        self.description = description
        self.payee = payee
        self.bankPayee = bankPayee ?? payee
        self.memo = memo
        self.merchantCode = merchantCode
        self.isPending = isPending
        self.transactedDay = transactedDay
    }
}
