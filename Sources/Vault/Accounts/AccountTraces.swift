internal import GRDB
public import Model

/// When an account was heard of: by what a successor of it is recognised.
public struct AccountTrace: Hashable, Sendable {
    /// When an answer named the account last, in POSIX seconds.
    public let lastReceivedAt: Int64
    /// Whether the newest sync of its connection that went through whole did
    /// not name it.
    public let isMissing: Bool
}

/// When an account had transactions.
public struct AccountActivity: Hashable, Sendable {
    /// When its first transaction was received, in POSIX seconds; nil where it
    /// has none.
    public let firstReceivedAt: Int64?
    /// The day of its newest posted transaction; nil where it has none.
    public let newestDay: CalendarDay?
}

extension Vault {
    /// The traces of all accounts, by the vault's numbers of them.
    public func accountTraces() throws(VaultError) -> [Int64: AccountTrace] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT accounts.id, last_received_at, coalesce(
                        iif(last_sync_id IS NULL, last_received_at < started_at,
                            last_sync_id < syncs.id), 0)
                    FROM accounts LEFT JOIN syncs ON syncs.id = (
                        SELECT max(id) FROM syncs
                        WHERE syncs.connection_id = accounts.connection_id
                            AND outcome = 'complete' AND syncs.institution_id IS NULL)
                    """)
            return Dictionary(
                uniqueKeysWithValues: rows.map {
                    ($0[0], AccountTrace(lastReceivedAt: $0[1], isMissing: $0[2]))
                })
        }
    }

    /// - Complexity: linear in the number of the account's transactions.
    public func activity(ofAccount account: Int64) throws(VaultError) -> AccountActivity {
        try read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT min(first_received_at), max(iif(is_pending = 0, day, NULL))
                    FROM transactions
                    WHERE account_id = ? AND voided_at IS NULL
                    """,
                arguments: [account])
            return AccountActivity(
                firstReceivedAt: row?[0],
                newestDay: try row?.optionalDay(1))
        }
    }

    /// How many transactions two accounts have in common, one to one by day,
    /// amount and texts.
    ///
    /// - Complexity: linear in the number of their transactions.
    public func commonTransactions(
        ofAccounts one: Int64, _ other: Int64
    ) throws(VaultError) -> Int {
        try read { database in
            try Int.fetchOne(
                database,
                sql: """
                    WITH alike AS (
                        SELECT account_id, day, amount, description_id, payee_id, memo_id,
                            count(*) AS number
                        FROM transactions
                        WHERE account_id IN (:one, :other) AND voided_at IS NULL
                        GROUP BY account_id, day, amount, description_id, payee_id, memo_id)
                    SELECT coalesce(sum(min(ones.number, others.number)), 0)
                    FROM alike AS ones JOIN alike AS others
                        USING (day, amount, description_id, payee_id, memo_id)
                    WHERE ones.account_id = :one AND others.account_id = :other
                    """,
                arguments: ["one": one, "other": other]) ?? 0
        }
    }
}
