public import Model

/// A transaction with what the bank said and what was concluded.
public struct TransactionRecord: Sendable {
    public let id: Int64
    public let account: Int64
    public let bankID: String
    public let day: CalendarDay
    public let amount: Money
    public let description: String
    /// The bank's payee, or empty where it sent none.
    public let bankPayee: String
    public let memo: String
    public let merchantCode: String
    public let isPending: Bool
    /// Nil until the first pass has looked at the transaction.
    public let verdict: Verdict?
    /// The other side of a transfer.
    public let partner: Int64?
    /// The parts that count in figures in place of the whole, where the
    /// transaction is split; they add up to its amount.
    public let splits: [SplitPart]

    /// Who to show: what was concluded, else the bank's payee, else its
    /// description.
    public var payee: String {
        verdict?.payee?.value ?? (bankPayee.isEmpty ? description : bankPayee)
    }
}

/// Which transactions to read, and in what order.
public struct TransactionQuery: Sendable {
    public enum Order: Sendable {
        case newestFirst, oldestFirst
    }

    public var days: Range<CalendarDay>?
    public var account: Int64?
    public var transactionClass: TransactionClass?
    /// The ids of categories, of which it has one; of a split transaction, one of its
    /// parts does. Empty for all.
    public var categories: [String] = []
    /// Tags that the transaction has all of, A to Z without case.
    public var tags: [String] = []
    /// The least amount and the greatest one. Where neither has a sign, money that
    /// went out counts as much as money that came in.
    public var least: AmountBound?
    public var greatest: AmountBound?
    /// Only expenses of which this stage, the last one, gave the category: nobody
    /// else had one. Parts of a split transaction have theirs.
    public var uncategorisedBy: String?
    /// Holds for the description, the payee, as the bank or as the person sees it,
    /// or the memo. It is asked once about each text of the vault.
    public var hasText: (@Sendable (String) -> Bool)?
    /// Leaves transfers and ignored transactions out.
    public var hidesTransfers = false
    /// Leaves transactions of accounts out that the person hides.
    public var leavesOutHiddenAccounts = false
    public var order = Order.newestFirst
    public var limit: Int?
    public var offset = 0

    public init() {}
}
