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
        let known = try guessedTypes()
        let other = types.filter { guess in
            known[guess.account].map { $0 != (guess.type.rawValue, guess.reason) } ?? true
        }
        guard !other.isEmpty else { return 0 }
        return try write { database in
            var changed = 0
            for (account, type, reason) in other {
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

    /// By account.
    private func guessedTypes() throws(VaultError) -> [Int64: (type: String, reason: String)] {
        try read { database in
            var types: [Int64: (type: String, reason: String)] = [:]
            try RowWalk(database, sql: "SELECT account_id, type, reason FROM account_conclusions")
                .forEach { types[$0.integer(0)] = ($0.text(1), $0.text(2)) }
            return types
        }
    }
}
