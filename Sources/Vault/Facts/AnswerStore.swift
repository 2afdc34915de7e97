internal import GRDB
internal import Model

extension Vault {
    /// Stores what a bank said.
    ///
    /// A transaction that is known by its account and the bank's id takes the
    /// bank's later word. One that is there under a new id, while the old id is
    /// gone from days that the answer has whole, stays the row that it was, and
    /// so does a hold that was posted as something else. Everything else is
    /// added.
    ///
    /// - Parameters:
    ///   - sync: the sync that asked for the answer, if one did.
    ///   - limits: how far a posted transaction may be from its hold.
    /// - Returns: what was new; an answer that brings nothing new changes no
    ///   transaction.
    public func store(
        _ answer: ReceivedAnswer, connection: Int64, sync: Int64?,
        limits: SettlementLimits = SettlementLimits()
    ) throws(VaultError) -> StoredAnswer {
        let compressed = try CompressedBytes.compressed(answer.body)
        return try write { database in
            try database.execute(
                sql: """
                    INSERT INTO answers
                        (connection_id, sync_id, received_at, byte_count, compressed_body)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    connection, sync, answer.receivedAt, answer.body.count, compressed,
                ])
            let signs = try AccountSigns(database)
            let accounts = AccountStore(
                database: database, connection: connection, answer: answer, signs: signs)
            let transactions = try TransactionStore(
                database: database, receivedAt: answer.receivedAt, limits: limits)
            let institutions = try accounts.store(answer.institutions)
            let merged = try MergedAccounts(database)
            var words: [Int64: AccountWords] = [:]
            var order: [Int64] = []
            var inOtherCurrency: [String] = []
            for account in answer.accounts {
                let stored = try accounts.store(
                    account, institutions: institutions, receivedAt: answer.receivedAt)
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
                    words.transactions.withoutRepeatedIDs, coverage: words.coverage,
                    asked: words.asked, account: id)
            }
            try transactions.voidOldHolds()
            var outcome = transactions.outcome
            outcome.inOtherCurrency = inOtherCurrency
            return outcome
        }
    }
}

/// What one answer says of one account of the vault, which a bank may name by
/// several ids.
private struct AccountWords {
    private var own: [ReceivedTransaction] = []
    private var earlier: [ReceivedTransaction] = []
    /// What the bank said of an account under an id of before tells nothing of
    /// what is missing.
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

    /// Each transaction once that is said under both ids, by the account's own.
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
    /// What two ids of one transaction have in common.
    fileprivate var withoutID: ReceivedTransaction {
        ReceivedTransaction(
            bankID: "", day: day, amount: amount, description: description, payee: payee,
            memo: memo, merchantCode: "", isPending: isPending, postedAt: nil, transactedAt: nil)
    }
}

extension Vault {
    /// Notes that a sync has walked back to the end of these accounts'
    /// history, so that no later one needs to.
    public func noteWholeHistory(accounts: [Int64]) throws(VaultError) {
        try write { database in
            for account in accounts {
                try database.execute(
                    sql: "UPDATE accounts SET has_whole_history = 1 WHERE id = ?",
                    arguments: [account])
            }
        }
    }
}

extension [ReceivedTransaction] {
    /// The protocol forbids one id twice within an account. Where a bank does
    /// it all the same, the posted row is the truth about the pending one, and
    /// the later row about the earlier.
    var withoutRepeatedIDs: [ReceivedTransaction] {
        var positions: [ExactText: Int] = [:]
        positions.reserveCapacity(count)
        var kept: [ReceivedTransaction] = []
        kept.reserveCapacity(count)
        for transaction in self {
            let id = ExactText(transaction.bankID)
            if let earlier = positions[id] {
                if kept[earlier].isPending || !transaction.isPending {
                    kept[earlier] = transaction
                }
            } else {
                positions[id] = kept.count
                kept.append(transaction)
            }
        }
        return kept
    }
}
