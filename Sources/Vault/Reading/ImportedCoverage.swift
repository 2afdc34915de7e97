internal import GRDB
public import Model

/// How much of an account's history is in the vault.
public struct ImportedCoverage: Hashable, Sendable {
    public let account: Int64
    /// Posted transactions.
    public let count: Int
    /// The days of the oldest and the newest of them.
    public let days: ClosedRange<CalendarDay>
}

extension Vault {
    /// What was brought in for each account that has posted transactions. Looks
    /// at every one of them, in an index.
    public func importedCoverage() throws(VaultError) -> [ImportedCoverage] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT account_id, count(*), min(day), max(day) FROM transactions
                    WHERE is_pending = 0 GROUP BY account_id ORDER BY account_id
                    """
            ).map {
                ImportedCoverage(
                    account: $0[0], count: $0[1],
                    days: try $0.day(2)...$0.day(3))
            }
        }
    }
}
