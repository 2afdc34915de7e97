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

    /// Calls an account by a name of the person's, or by its bank's again.
    public func nameAccount(_ nickname: String?, account: Int64) throws(VaultError) {
        try decide("accounts rename \(account)") { database in
            try database.execute(
                sql: """
                    INSERT INTO account_decisions (account_id, nickname) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET nickname = excluded.nickname
                    """,
                arguments: [account, nickname])
        }
    }

    /// Stores what an account takes part in.
    public func decideVisibility(
        _ visibility: AccountVisibility, account: Int64
    ) throws(VaultError) {
        try decide("accounts: \(account) is \(visibility.rawValue)") { database in
            try database.execute(
                sql: """
                    INSERT INTO account_decisions (account_id, visibility) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET visibility = excluded.visibility
                    """,
                arguments: [account, visibility.isCounted ? nil : visibility.rawValue])
        }
    }
}
