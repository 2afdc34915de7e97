internal import GRDB

extension Vault {
    /// Every tag that some transaction has, in order.
    public func tags() throws(VaultError) -> [String] {
        try read { database in
            let lists = try String.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT tags FROM verdicts
                    WHERE tags IS NOT NULL AND id IN (SELECT verdict_id FROM conclusions)
                    """)
            // Tags are kept a line each.
            return Set(lists.flatMap { $0.split(separator: "\n").map(String.init) }).sorted()
        }
    }
}
