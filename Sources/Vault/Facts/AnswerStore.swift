internal import GRDB
internal import Model

extension Vault {
    /// Stores what a bank said. A transaction that is known by its account and
    /// the bank's id takes the bank's later word; everything else is added.
    ///
    /// - Parameter sync: the sync that asked for the answer, if one did.
    /// - Returns: what was new; an answer that brings nothing new changes no
    ///   transaction.
    public func store(
        _ answer: ReceivedAnswer, connection: Int64, sync: Int64?
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
            let accounts = AccountStore(
                database: database, connection: connection, answer: answer)
            let transactions = try TransactionStore(
                database: database, receivedAt: answer.receivedAt)
            let institutions = try accounts.store(answer.institutions)
            for account in answer.accounts {
                let id = try accounts.store(
                    account, institutions: institutions, receivedAt: answer.receivedAt)
                for transaction in account.transactions.withoutRepeatedIDs {
                    try transactions.store(transaction, account: id)
                }
                if let window = account.coverage {
                    try transactions.voidPending(
                        missingFrom: account.transactions, in: window, account: id)
                }
            }
            return transactions.outcome
        }
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
        var kept: [ReceivedTransaction] = []
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
