internal import GRDB

/// A hold that its bank no longer names, with the posted transactions that it
/// may have become.
public struct DoubtfulHold: Sendable {
    public let hold: TransactionRecord
    /// In the order in which they came, at least one.
    public let candidates: [TransactionRecord]
}

extension Vault {
    /// Holds about which the person has to decide, the newest first.
    public func doubtfulHolds() throws(VaultError) -> [DoubtfulHold] {
        let open = try read { try SettlementDoubts(database: $0).open() }
        var found: [DoubtfulHold] = []
        for (hold, posted) in open {
            guard let record = try vanishedHold(hold) else { continue }
            var candidates: [TransactionRecord] = []
            for id in posted {
                if let candidate = try transaction(id) { candidates.append(candidate) }
            }
            found.append(DoubtfulHold(hold: record, candidates: candidates))
        }
        return found
    }

    /// What a hold became by the person's word, or nil where they have named
    /// nothing.
    public func settlement(ofHold hold: Int64) throws(VaultError) -> Int64? {
        try read { database in
            try Int64.fetchOne(
                database, sql: "SELECT posted_id FROM settlement_decisions WHERE hold_id = ?",
                arguments: [hold])
        }
    }

    /// Stores the person's word on what a vanished hold became. What they had
    /// said about the hold is said about the posted transaction then; the hold
    /// stays void.
    ///
    /// - Parameters:
    ///   - posted: nil where it became nothing that the vault has.
    ///   - summary: what the person did, in a few words for `history`.
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

    /// Since when the bank no longer lists a posted transaction, in POSIX seconds; nil if it does.
    public func missingSince(_ transaction: Int64) throws(VaultError) -> Int64? {
        try read { database in
            try Int64.fetchOne(
                database, sql: "SELECT since FROM missing_transactions WHERE transaction_id = ?",
                arguments: [transaction])
        }
    }

    /// The ids that a transaction's bank gave it before the one that it has,
    /// the oldest first.
    public func formerBankIDs(of transaction: Int64) throws(VaultError) -> [String] {
        try read { database in
            var ids: [String] = []
            let rows = try RowWalk(
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
