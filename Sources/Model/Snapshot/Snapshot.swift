/// All that classification may look at: facts and decisions at one moment, and
/// the day on which it counts as "today". It knows no database and no clock.
public struct Snapshot: Sendable {
    public let asOf: CalendarDay
    public let accounts: [AccountFacts]
    /// In the order of their ids, which is the order in which they arrived.
    public let transactions: [TransactionFacts]
    public let texts: TextTable
    /// The bank's own ids of the transactions, by their positions; nil where
    /// they were not asked for.
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
