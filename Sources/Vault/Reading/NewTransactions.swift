internal import GRDB

extension Vault {
    /// The row IDs of transactions first received at or after an instant that the vault still
    /// has, the newest day first; none of hidden accounts.
    ///
    /// Cost: one scan of all transactions.
    ///
    /// - Parameter instant: POSIX seconds.
    public func transactions(receivedSince instant: Int64) throws(VaultError) -> [Int64] {
        try read { database in
            try Int64.fetchAll(
                database,
                sql: """
                    SELECT id FROM transactions
                    WHERE first_received_at >= ? AND voided_at IS NULL
                        AND account_id NOT IN \(Vault.hiddenAccounts)
                    ORDER BY day DESC, id DESC
                    """, arguments: [instant])
        }
    }
}
