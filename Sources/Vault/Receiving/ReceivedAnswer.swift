public import Model

/// The content of one answer in the vault's terms, whatever its source (SimpleFIN, a
/// file).
public struct ReceivedAnswer: Sendable {
    public let institutions: [ReceivedInstitution]
    public let accounts: [ReceivedAccount]
    /// POSIX seconds.
    public let receivedAt: Int64

    public init(
        institutions: [ReceivedInstitution], accounts: [ReceivedAccount], receivedAt: Int64
    ) {
        self.institutions = institutions
        self.accounts = accounts
        self.receivedAt = receivedAt
    }
}

public struct ReceivedInstitution: Sendable {
    /// The key that the answer's accounts refer to; unique within a connection.
    public let key: String
    public let name: String
    /// Whether that is the bank's name. What stands in for it never replaces a name.
    public let isNamed: Bool
    public let url: String?
    /// Identifies it under another key; nil if the bridge sends none.
    public let organizationID: String?

    public init(
        key: String, name: String, isNamed: Bool = true, url: String?,
        organizationID: String? = nil
    ) {
        self.key = key
        self.name = name
        self.isNamed = isNamed
        self.url = url
        self.organizationID = organizationID
    }
}

public struct ReceivedAccount: Sendable {
    public let institutionKey: String
    public let bankID: String
    public let name: String
    public let currency: Currency
    /// Nil if the balance is that of an earlier day and must not be stored.
    public let balance: ReceivedBalance?
    public let transactions: [ReceivedTransaction]
    /// What the account holds at the time of its balance; nil if the bank didn't say.
    public let holdings: [ReceivedHolding]?
    /// The days for which the answer is complete, including pending transactions, end
    /// exclusive; nil if the bank reported a failure or the answer was capped.
    public let coverage: Range<CalendarDay>?
    /// The requested days, whether or not the answer is complete; nil if unknown.
    public let asked: Range<CalendarDay>?
    /// The ids of transactions that can't be read; an empty one if one has none.
    public let unreadable: Set<ExactText>

    /// - Parameter asked: nil for the coverage.
    public init(
        institutionKey: String, bankID: String, name: String, currency: Currency,
        balance: ReceivedBalance?, transactions: [ReceivedTransaction],
        coverage: Range<CalendarDay>?, asked: Range<CalendarDay>? = nil,
        unreadable: Set<ExactText> = [], holdings: [ReceivedHolding]? = nil
    ) {
        self.unreadable = unreadable
        self.holdings = holdings
        self.institutionKey = institutionKey
        self.bankID = bankID
        self.name = name
        self.currency = currency
        self.balance = balance
        self.transactions = transactions
        self.coverage = coverage
        self.asked = asked ?? coverage
    }
}

public struct ReceivedBalance: Sendable {
    /// Minor units; negative if money is owed.
    public let minorUnits: Int64
    public let availableMinorUnits: Int64?
    /// POSIX seconds; nil if the bank sent none.
    public let at: Int64?

    public init(minorUnits: Int64, availableMinorUnits: Int64?, at: Int64?) {
        self.minorUnits = minorUnits
        self.availableMinorUnits = availableMinorUnits
        self.at = at
    }
}

public struct ReceivedTransaction: Hashable, Sendable {
    public let bankID: String
    public let day: CalendarDay
    /// Minor units; positive is money that came in.
    public let amount: Int64
    public let description: String
    public let payee: String
    public let memo: String
    public let merchantCode: String
    public let isPending: Bool
    /// POSIX seconds.
    public let postedAt: Int64?
    public let transactedAt: Int64?

    public init(
        bankID: String, day: CalendarDay, amount: Int64, description: String, payee: String,
        memo: String, merchantCode: String, isPending: Bool, postedAt: Int64?,
        transactedAt: Int64?
    ) {
        self.bankID = bankID
        self.day = day
        self.amount = amount
        self.description = description
        self.payee = payee
        self.memo = memo
        self.merchantCode = merchantCode
        self.isPending = isPending
        self.postedAt = postedAt
        self.transactedAt = transactedAt
    }
}

/// The changes made by storing an answer.
public struct StoredAnswer: Hashable, Sendable {
    public var newTransactions = 0
    public var changedTransactions = 0
    /// Known transactions with another id and another day or text.
    public var recognised = 0
    /// Posted transactions that the bank had listed twice and removed.
    public var takenBack = 0
    /// Posted transactions that the bank no longer lists, by row ID, if this is new.
    /// They still count.
    public var missing: [Int64] = []
    /// Rows that were not stored, as they may be known transactions in another form.
    public var heldBack = 0
    /// Accounts that were not stored, as their currency has changed.
    public var inOtherCurrency: [AccountInOtherCurrency] = []

    public init() {}

    /// Adds the changes of another answer in the same sync.
    public mutating func add(_ other: StoredAnswer) {
        newTransactions += other.newTransactions
        changedTransactions += other.changedTransactions
        recognised += other.recognised
        takenBack += other.takenBack
        missing += other.missing
        heldBack += other.heldBack
        for account in other.inOtherCurrency where !inOtherCurrency.contains(account) {
            inOtherCurrency.append(account)
        }
    }
}

/// An account whose bank reports its amounts in another currency than those stored.
public struct AccountInOtherCurrency: Hashable, Sendable {
    public let name: String
    public let institutionKey: ExactText
    /// The bank's id of the account.
    public let bankID: ExactText
    /// The currency's code in the answer.
    public let currency: String

    init(_ account: ReceivedAccount) {
        name = account.name
        institutionKey = ExactText(account.institutionKey)
        bankID = ExactText(account.bankID)
        currency = account.currency.code
    }
}

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
