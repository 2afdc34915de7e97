internal import GRDB
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
    public let url: String?
    /// Identifies it under another key; nil if the bridge sends none.
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
    /// Nil if the balance is that of an earlier day and must not be stored.
    public let balance: ReceivedBalance?
    public let transactions: [ReceivedTransaction]
    /// The days for which the answer is complete, including pending transactions, end
    /// exclusive; nil if the bank reported a failure or the answer was capped.
    public let coverage: Range<CalendarDay>?
    /// The requested days, whether or not the answer is complete; nil if unknown.
    public let asked: Range<CalendarDay>?

    /// - Parameter asked: nil for the coverage.
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
    /// The names of accounts that were not stored, as their currency has changed.
    public var inOtherCurrency: [String] = []

    public init() {}

    /// Adds the changes of another answer in the same sync.
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

extension Vault {
    /// Stores an answer.
    ///
    /// A known transaction, by account and bank id, takes the bank's newer values. A
    /// transaction under a new id keeps its row if the old id is missing from fully
    /// answered days. So does a pending one that was posted. Everything else is added.
    ///
    /// - Parameters:
    ///   - sync: the sync that requested the answer, if any.
    ///   - limits: the allowed difference between a pending charge and its posted
    ///     version.
    /// - Returns: the changes. An answer without news changes no transaction.
    public func store(
        _ answer: ReceivedAnswer, connection: Int64, sync: Int64?,
        limits: SettlementLimits = SettlementLimits()
    ) throws(VaultError) -> StoredAnswer {
        try write { database in
            let signs = try AccountSigns(database)
            let accounts = AccountStore(
                database: database, connection: connection, sync: sync, answer: answer,
                signs: signs)
            let transactions = try TransactionStore(
                database: database, receivedAt: answer.receivedAt, limits: limits)
            let institutions = try accounts.store(answer.institutions)
            let moved = try accounts.movedAccounts(institutions)
            let merged = try MergedAccounts(database)
            var words: [Int64: AccountWords] = [:]
            var order: [Int64] = []
            var inOtherCurrency: [String] = []
            for account in answer.accounts {
                let stored = try accounts.store(
                    account, institutions: institutions, moved: moved)
                guard let id = stored else {
                    inOtherCurrency.append(account.name)
                    continue
                }
                let account = try signs.turned(account, of: id)
                let place = merged.account(standingFor: id)
                if words[place] == nil { order.append(place) }
                if id == place {
                    words[place, default: AccountWords()].hear(account)
                } else {
                    words[place, default: AccountWords()].hear(
                        try merged.notDoubled(account.transactions, in: place))
                }
            }
            for id in order {
                guard let words = words[id] else { continue }
                try transactions.store(
                    words.transactions.withoutRepeats, coverage: words.coverage,
                    asked: words.asked, account: id)
            }
            try transactions.voidOldHolds()
            var outcome = transactions.outcome
            outcome.inOtherCurrency = inOtherCurrency
            return outcome
        }
    }
}

/// The content of one answer about one account, which a bank may send under several
/// ids.
private struct AccountWords {
    private var own: [ReceivedTransaction] = []
    private var earlier: [ReceivedTransaction] = []
    /// Content under an earlier id says nothing about missing transactions.
    private(set) var coverage: Range<CalendarDay>?
    private(set) var asked: Range<CalendarDay>?

    mutating func hear(_ account: ReceivedAccount) {
        own += account.transactions
        coverage = account.coverage
        asked = account.asked
    }

    mutating func hear(_ transactions: [ReceivedTransaction]) {
        earlier += transactions
    }

    /// The transactions of both ids, each once, preferring the account's own.
    var transactions: [ReceivedTransaction] {
        guard !earlier.isEmpty else { return own }
        var said: [ReceivedTransaction: Int] = [:]
        for transaction in own { said[transaction.withoutID, default: 0] += 1 }
        return own
            + earlier.filter { transaction in
                guard let count = said[transaction.withoutID], count > 0 else { return true }
                said[transaction.withoutID] = count - 1
                return false
            }
    }
}

extension ReceivedTransaction {
    /// The transaction without its ids, for comparison.
    fileprivate var withoutID: ReceivedTransaction {
        ReceivedTransaction(
            bankID: "", day: day, amount: amount, description: description, payee: payee,
            memo: memo, merchantCode: "", isPending: isPending, postedAt: nil, transactedAt: nil)
    }
}

extension [ReceivedTransaction] {
    /// The rows without the bank's repetitions.
    ///
    /// The protocol forbids one id twice within an account, but banks do it. Rows with
    /// one id are one transaction if day, amount and text agree, or if one is pending
    /// and the other is what it became. Otherwise they are separate, and so are equal
    /// rows whose id others share.
    var withoutRepeats: [ReceivedTransaction] {
        guard Set(map { ExactText($0.bankID) }).count < count else { return self }
        let places = Dictionary(grouping: indices) { ExactText(self[$0].bankID) }
        var dropped: Set<Int> = []
        for (id, places) in places where places.count > 1 && !id.text.isEmpty {
            dropped.formUnion(repeats(in: places))
        }
        return indices.filter { !dropped.contains($0) }.map { self[$0] }
    }

    private func repeats(in places: [Int]) -> [Int] {
        let posted = places.filter { !self[$0].isPending }
        let pending = places.filter { self[$0].isPending }
        var dropped: [Int] = []
        for rows in [posted, pending] {
            guard let last = rows.last, rows.count > 1 else { continue }
            // If all are the same transaction, the last row wins.
            let isOne = rows.allSatisfy { self[$0].isRepeat(of: self[last]) }
            if isOne { dropped += rows.dropLast() }
        }
        if let posted = posted.last {
            dropped += pending.filter { self[$0].becomes(self[posted]) }
        }
        return dropped
    }
}

extension ReceivedTransaction {
    fileprivate func isRepeat(of other: ReceivedTransaction) -> Bool {
        day == other.day && amount == other.amount && agrees(with: other)
    }

    fileprivate func becomes(_ posted: ReceivedTransaction) -> Bool {
        amount == posted.amount || agrees(with: posted)
    }

    private func agrees(with other: ReceivedTransaction) -> Bool {
        if description == other.description && payee == other.payee { return true }
        return PayeeWords(payee: payee, description: description).agreement(
            with: PayeeWords(payee: other.payee, description: other.description))
            >= SettlementLimits().commonWordsPercent
    }
}
