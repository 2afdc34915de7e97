internal import GRDB
public import Model

extension Vault {
    /// Stores the person's word on an account's type; it outranks every guess
    /// from now on.
    public func decideType(_ type: AccountType, account: Int64) throws(VaultError) {
        try decide("accounts type \(account) \(type.rawValue)") { database in
            try database.execute(
                sql: """
                    INSERT INTO account_decisions (account_id, type) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET type = excluded.type
                    """,
                arguments: [account, type.rawValue])
        }
    }
}
