internal import GRDB
internal import Model

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
            let accounts = AccountStore(
                database: database, connection: connection, sync: sync, answer: answer)
            let transactions = try TransactionStore(
                database: database, receivedAt: answer.receivedAt, limits: limits)
            let institutions = try accounts.store(answer.institutions)
            let moved = try accounts.movedAccounts(institutions)
            let merged = try MergedAccounts(database)
            var rows: [Int64: AccountRows] = [:]
            var order: [Int64] = []
            var inOtherCurrency: [AccountInOtherCurrency] = []
            for account in answer.accounts {
                let stored = try accounts.store(
                    account, institutions: institutions, moved: moved)
                guard let id = stored else {
                    inOtherCurrency.append(AccountInOtherCurrency(account))
                    continue
                }
                let place = merged.account(standingFor: id)
                if rows[place] == nil { order.append(place) }
                if id == place {
                    rows[place, default: AccountRows()].add(account)
                } else {
                    rows[place, default: AccountRows()].add(
                        try merged.notDoubled(account.transactions, in: place), of: id)
                }
            }
            for id in order {
                guard let rows = rows[id] else { continue }
                transactions.unreadable = rows.unreadable
                try merged.notingArrivals(in: id, rows.accountsOfEarlier) {
                    try transactions.store(
                        rows.transactions.withoutRepeats, coverage: rows.coverage,
                        asked: rows.asked, account: id)
                }
                try ImportedTransactions(database).giveWay(
                    in: id, texts: transactions.agreement, at: answer.receivedAt)
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
private struct AccountRows {
    private var own: [ReceivedTransaction] = []
    private var earlier: [ReceivedTransaction] = []
    /// The account that was merged away, by the bank's ids of its transactions.
    private(set) var accountsOfEarlier: [String: Int64] = [:]
    /// Content under an earlier id says nothing about missing transactions.
    private(set) var coverage: Range<CalendarDay>?
    private(set) var asked: Range<CalendarDay>?
    private(set) var unreadable: Set<ExactText> = []

    mutating func add(_ account: ReceivedAccount) {
        unreadable.formUnion(account.unreadable)
        own += account.transactions
        coverage = account.coverage
        asked = account.asked
    }

    /// - Parameter account: the one that was merged away.
    mutating func add(_ transactions: [ReceivedTransaction], of account: Int64) {
        earlier += transactions
        for transaction in transactions { accountsOfEarlier[transaction.bankID] = account }
    }

    /// The transactions of both ids, each once, preferring the account's own.
    var transactions: [ReceivedTransaction] {
        guard !earlier.isEmpty else { return own }
        var counts: [ReceivedTransaction: Int] = [:]
        for transaction in own { counts[transaction.withoutID, default: 0] += 1 }
        return own
            + earlier.filter { transaction in
                guard let count = counts[transaction.withoutID], count > 0 else { return true }
                counts[transaction.withoutID] = count - 1
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
        return PayeeTextWords(payee: payee, description: description).agreement(
            with: PayeeTextWords(payee: other.payee, description: other.description))
            >= SettlementLimits().commonWordsPercent
    }
}
