public import Model

/// What one answer of a bank said, in the vault's own terms: whatever way it
/// came in (SimpleFIN, a file), it is stored from this.
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
    /// What the answer's accounts refer to it by; unique within a connection.
    public let key: String
    public let name: String
    public let url: String?
    /// By which it can be recognised under another key; nil where the bridge sends none.
    public let organizationID: String?

    public init(key: String, name: String, url: String?, organizationID: String? = nil) {
        self.key = key
        self.name = name
        self.url = url
        self.organizationID = organizationID
    }
}

public struct ReceivedAccount: Sendable {
    public let institutionKey: String
    public let bankID: String
    public let name: String
    public let currency: Currency
    /// Nil where the answer's balance may not be kept, since it is that of an
    /// earlier day.
    public let balance: ReceivedBalance?
    public let transactions: [ReceivedTransaction]
    /// The days for which this answer held every transaction, pending ones
    /// too, end exclusive; nil where the bank reported a failure or the answer
    /// was capped.
    public let coverage: Range<CalendarDay>?
    /// The days that were asked for, whether or not the answer holds everything of
    /// them; nil where that is not known.
    public let asked: Range<CalendarDay>?

    /// - Parameter asked: nil for those of the coverage.
    public init(
        institutionKey: String, bankID: String, name: String, currency: Currency,
        balance: ReceivedBalance?, transactions: [ReceivedTransaction],
        coverage: Range<CalendarDay>?, asked: Range<CalendarDay>? = nil
    ) {
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
    /// Minor units; negative is money owed.
    public let minorUnits: Int64
    public let availableMinorUnits: Int64?
    /// POSIX seconds; nil where the bank sent none.
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

/// What storing an answer added to the vault.
public struct StoredAnswer: Hashable, Sendable {
    public var newTransactions = 0
    public var changedTransactions = 0
    /// Known transactions that came with another id and another day or text.
    public var recognised = 0
    /// Posted transactions that the bank had listed twice and took back.
    public var takenBack = 0
    /// Posted transactions that the bank lists no longer, by the vault's numbers: those not known
    /// to be missing before. They still count.
    public var missing: [Int64] = []
    /// Rows that were not stored, since they may be known transactions in another form.
    public var heldBack = 0
    /// The names of accounts of which nothing was stored, since the bank says
    /// another currency than before.
    public var inOtherCurrency: [String] = []

    public init() {}

    /// Adds what another answer of the same sync brought.
    public mutating func add(_ other: StoredAnswer) {
        newTransactions += other.newTransactions
        changedTransactions += other.changedTransactions
        recognised += other.recognised
        takenBack += other.takenBack
        missing += other.missing
        heldBack += other.heldBack
        for name in other.inOtherCurrency where !inOtherCurrency.contains(name) {
            inOtherCurrency.append(name)
        }
    }
}
