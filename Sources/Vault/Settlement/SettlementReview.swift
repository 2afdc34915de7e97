internal import GRDB

/// A hold that its bank no longer lists, with the posted transactions that it may
/// have become.
public struct DoubtfulHold: Sendable {
    public let hold: TransactionRecord
    /// At least one, in the order of arrival.
    public let candidates: [TransactionRecord]
}

extension Vault {
    /// Holds that need a decision, newest first.
    public func doubtfulHolds() throws(VaultError) -> [DoubtfulHold] {
        try read { database in
            let open = try SettlementDoubts(database: database).open()
            let reader = try TransactionReader(database)
            let find = try database.cachedStatement(
                sql: TransactionReader.select + " WHERE transactions.id = ?")
            // Equal holds share their candidates.
            var records: [Int64: TransactionRecord] = [:]
            for id in Set(open.flatMap { [$0.hold] + $0.posted }) {
                if let row = try Row.fetchOne(find, arguments: [id]) {
                    records[id] = try reader.record(row)
                }
            }
            return open.compactMap { hold, posted in
                records[hold].map {
                    DoubtfulHold(hold: $0, candidates: posted.compactMap { records[$0] })
                }
            }
        }
    }

    /// The number of holds that need a decision.
    public func doubtfulHoldCount() throws(VaultError) -> Int {
        try read { try SettlementDoubts(database: $0).openCount() }
    }

    /// The posted version of a hold that the person chose; nil if they chose none.
    public func settlement(ofHold hold: Int64) throws(VaultError) -> Int64? {
        try read { database in
            try Int64.fetchOne(
                database, sql: "SELECT posted_id FROM settlement_decisions WHERE hold_id = ?",
                arguments: [hold])
        }
    }

    /// Stores the person's decision on what a hold became. Decisions about the hold then
    /// apply to the posted transaction; the hold stays void.
    ///
    /// - Parameters:
    ///   - posted: nil if the vault has no posted version.
    ///   - summary: the person's action, in a few words for `history`.
    public func settle(
        hold: Int64, as posted: Int64?, summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            try database.execute(
                sql: """
                    INSERT INTO settlement_decisions (hold_id, posted_id) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET posted_id = excluded.posted_id
                    """,
                arguments: [hold, posted])
            if let posted { try DecisionMove(database).move(from: hold, to: posted) }
        }
    }

    /// The time since which the bank no longer lists a posted transaction, in POSIX
    /// seconds; nil if it does.
    public func missingSince(_ transaction: Int64) throws(VaultError) -> Int64? {
        try read { database in
            try Int64.fetchOne(
                database, sql: "SELECT since FROM missing_transactions WHERE transaction_id = ?",
                arguments: [transaction])
        }
    }

    /// Posted transactions that their banks no longer list, by number. Without those
    /// that are excluded, that the person keeps, or that belong to hidden accounts.
    public func missingTransactions() throws(VaultError) -> [Int64] {
        try read { database in
            try Int64.fetchAll(
                database,
                sql: """
                    SELECT transactions.id FROM missing_transactions
                    CROSS JOIN transactions ON transactions.id = missing_transactions.transaction_id
                    LEFT JOIN transaction_corrections AS corrections
                        ON corrections.transaction_id = transactions.id
                    LEFT JOIN conclusions ON conclusions.transaction_id = transactions.id
                    LEFT JOIN verdicts ON verdicts.id = verdict_id
                    WHERE voided_at IS NULL AND corrections.is_excluded IS NULL
                        AND coalesce(verdicts.is_excluded, 0) = 0
                        AND account_id NOT IN (SELECT from_account FROM account_merges)
                        AND account_id NOT IN \(Self.hiddenAccounts)
                    ORDER BY transactions.id
                    """)
        }
    }

    /// The former bank ids of a transaction, oldest first.
    public func formerBankIDs(of transaction: Int64) throws(VaultError) -> [String] {
        try read { database in
            var ids: [String] = []
            let rows = try RowIterator(
                database,
                sql: """
                    SELECT bank_id FROM former_bank_ids WHERE transaction_id = ?
                    ORDER BY replaced_at, bank_id
                    """)
            try rows.forEach(having: transaction) { ids.append($0.text(0)) }
            return ids
        }
    }
}
