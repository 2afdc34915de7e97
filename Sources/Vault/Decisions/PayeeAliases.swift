internal import GRDB
internal import Model

extension Vault {
    /// The names that the person gave payees, by the payee's key.
    public func payeeAliases() throws(VaultError) -> [String: String] {
        try read { database in try DecisionReader(database: database).decisions().payeeAliases }
    }

    /// Gives payees names, in place of those that they were given before.
    ///
    /// - Parameters:
    ///   - names: by the payee's key; nil takes the name away.
    ///   - summary: what the person did, in a few words for `history`.
    public func decideAliases(
        _ names: [String: String?], summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            for (key, name) in names {
                if let name {
                    try database.execute(
                        sql: """
                            INSERT INTO payee_aliases (payee, name) VALUES (?, ?)
                            ON CONFLICT DO UPDATE SET name = excluded.name
                            """,
                        arguments: [key, name])
                } else {
                    try database.execute(
                        sql: "DELETE FROM payee_aliases WHERE payee = ?", arguments: [key])
                }
            }
        }
    }
}
