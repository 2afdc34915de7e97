/// All that classification may look at: facts and decisions at one moment, and
/// the day on which it counts as "today". It knows no database and no clock.
public struct Snapshot: Sendable {
    public let asOf: CalendarDay
    public let accounts: [AccountFacts]
    /// In the order of their ids, which is the order in which they arrived.
    public let transactions: [TransactionFacts]
    public let texts: TextTable
    /// The bank's own ids of the transactions, by their positions; nil if they were not
    /// asked for.
    public let bankIDs: TextColumn?
    public let decisions: Decisions

    public init(
        asOf: CalendarDay, accounts: [AccountFacts], transactions: [TransactionFacts],
        texts: TextTable, bankIDs: TextColumn? = nil, decisions: Decisions = .none
    ) {
        self.asOf = asOf
        self.accounts = accounts
        self.transactions = transactions
        self.texts = texts
        self.bankIDs = bankIDs
        self.decisions = decisions
    }

    public func account(of transaction: TransactionFacts) -> AccountFacts {
        accounts[Int(transaction.account)]
    }
}

/// A transaction as classification sees it: numbers, and texts by their id in
/// the snapshot's ``TextTable``.
///
/// Plain and small (at most 64 bytes), since a snapshot holds millions of them.
public struct TransactionFacts: Sendable {
    /// The row ID of the transaction.
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
    /// The day on which the transaction was made, or nil if the bank sent none; ``day``
    /// is the one on which it was posted.
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
