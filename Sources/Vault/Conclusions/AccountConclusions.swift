internal import GRDB
public import Model

extension Vault {
    /// Stores what was concluded about accounts' types, with the reason; only
    /// what differs is written.
    ///
    /// - Returns: how many accounts changed.
    @discardableResult
    public func storeTypes(
        _ types: [(account: Int64, type: AccountType, reason: String)]
    ) throws(VaultError) -> Int {
        try write { database in
            var changed = 0
            for (account, type, reason) in types {
                try database.execute(
                    sql: """
                        INSERT INTO account_conclusions (account_id, type, reason)
                        VALUES (?, ?, ?)
                        ON CONFLICT DO UPDATE SET type = excluded.type, reason = excluded.reason
                        WHERE type <> excluded.type OR reason <> excluded.reason
                        """,
                    arguments: [account, type.rawValue, reason])
                changed += database.changesCount
            }
            return changed
        }
    }
}
