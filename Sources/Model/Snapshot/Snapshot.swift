/// The input of classification: facts and decisions at one moment, and the day that
/// counts as today. Independent of database and clock.
public struct Snapshot: Sendable {
    public let asOf: CalendarDay
    public let accounts: [AccountFacts]
    /// By id, which is the order of arrival.
    public let transactions: [TransactionFacts]
    public let texts: TextTable
    /// The bank's ids of the transactions, by position; nil if they were not requested.
    public let bankIDs: TextColumn?
    public let decisions: Decisions
    /// The stages' decisions so far; nil before they ran.
    public let decided: DecidedColumn?
    private let earlier = EarlierPaymentsColumn()

    public init(
        asOf: CalendarDay, accounts: [AccountFacts], transactions: [TransactionFacts],
        texts: TextTable, bankIDs: TextColumn? = nil, decisions: Decisions = .none,
        decided: DecidedColumn? = nil
    ) {
        self.asOf = asOf
        self.accounts = accounts
        self.transactions = transactions
        self.texts = texts
        self.bankIDs = bankIDs
        self.decisions = decisions
        self.decided = decided
    }

    /// The most bytes of a bank's text that rules and stages see; no bank's own has a tenth of them.
    public static let mostBytesOfText = 4_000

    /// The snapshot as rules and stages see it, with the beginnings of very long texts.
    ///
    /// Each stage looks at each text, and some more than once.
    public var withBeginnings: Snapshot {
        guard let beginnings = texts.beginnings(ofBytes: Self.mostBytesOfText) else { return self }
        return Snapshot(
            asOf: asOf, accounts: accounts, transactions: transactions, texts: beginnings,
            bankIDs: bankIDs, decisions: decisions, decided: decided)
    }

    /// By row, what was paid earlier to or by the same payee.
    ///
    /// - Complexity: the first time some 0.2 µs a row.
    public var earlierPayments: [EarlierPayments] { earlier.values(of: self) }

    public func account(of transaction: TransactionFacts) -> AccountFacts {
        accounts[Int(transaction.account)]
    }
}

/// The stages' decisions for each transaction, each distinct one stored once.
public struct DecidedColumn: Sendable {
    /// The parts of split transactions, by row.
    public let parts: [Int: [SplitPart]]
    private let values: [DecidedValues]
    private let valueOfRow: [Int32]

    /// - Parameters:
    ///   - values: the distinct answers.
    ///   - valueOfRow: by row, an index into the values.
    ///   - parts: of split transactions, by row.
    public init(
        values: [DecidedValues], valueOfRow: [Int32], parts: [Int: [SplitPart]] = [:]
    ) {
        self.parts = parts
        self.values = values
        self.valueOfRow = valueOfRow
    }

    public subscript(row: Int) -> DecidedValues { values[Int(valueOfRow[row])] }
}

/// The stages' decisions about a transaction that rules can read.
public struct DecidedValues: Hashable, Sendable {
    public var transactionClass: TransactionClass
    /// A category's id.
    public var category: String
    public var lens: Lens?
    /// Whether the category is a guess.
    public var isGuess: Bool
    /// The name of the series that it belongs to.
    public var series: String?
    public var isExcluded: Bool

    public init(
        transactionClass: TransactionClass, category: String, lens: Lens? = nil,
        isGuess: Bool = false, series: String? = nil, isExcluded: Bool = false
    ) {
        self.series = series
        self.isExcluded = isExcluded
        self.transactionClass = transactionClass
        self.category = category
        self.lens = lens
        self.isGuess = isGuess
    }
}

/// A transaction as classification sees it: numbers, and strings by their id in the
/// snapshot's ``TextTable``.
///
/// Plain and small (at most 64 bytes), as a snapshot may hold millions.
public struct TransactionFacts: Sendable {
    /// The row ID of the transaction.
    public let id: Int64
    /// Minor units of the account's currency; positive is money that came in.
    public let amount: Int64
    public let day: CalendarDay
    /// The account's position in ``Snapshot/accounts``.
    public let account: Int32
    public let description: TextID
    /// The payee; the same as ``bankPayee`` until payees are normalised.
    public var payee: TextID
    /// The bank's payee or, if it sent none, the description.
    public let bankPayee: TextID
    public let memo: TextID
    /// The four digits of ISO 18245, or empty.
    public let merchantCode: TextID
    public let isPending: Bool
    /// The day of the purchase, or nil if the bank sent none; ``day`` is the day of
    /// posting.
    public let transactedDay: CalendarDay?

    /// - Parameter bankPayee: nil for the payee.
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
