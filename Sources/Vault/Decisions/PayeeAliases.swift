internal import GRDB

extension Vault {
    /// The names that the person gave payees, by the payee's key.
    public func payeeAliases() throws(VaultError) -> [String: String] {
        try read { database in try DecisionReader(database: database).decisions().payeeAliases }
    }

    /// Gives a payee a name, in place of the one that it was given before.
    ///
    /// - Parameters:
    ///   - key: the payee's key.
    ///   - name: nil takes the name away.
    ///   - summary: what the person did, in a few words for `history`.
    public func decideAlias(
        ofPayee key: String, _ name: String?, summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            guard let name else {
                try database.execute(
                    sql: "DELETE FROM payee_aliases WHERE payee = ?", arguments: [key])
                return
            }
            try database.execute(
                sql: """
                    INSERT INTO payee_aliases (payee, name) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET name = excluded.name
                    """,
                arguments: [key, name])
        }
    }
}
