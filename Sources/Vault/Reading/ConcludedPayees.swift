internal import GRDB

extension Vault {
    /// Whom the last pass concluded that transactions were paid to, by the numbers
    /// of these: what lists show, whoever named it. Transactions without such a
    /// conclusion are missing.
    public func concludedPayees() throws(VaultError) -> [Int64: String] {
        try read { database in
            // A name is in the vault once for many transactions, and so in memory.
            var names: [Int64: String] = [:]
            try RowWalk(
                database, sql: "SELECT id, payee FROM verdicts WHERE payee IS NOT NULL"
            ).forEach { names[$0.integer(0)] = $0.text(1) }
            var payees: [Int64: String] = [:]
            try RowWalk(
                database, sql: "SELECT transaction_id, verdict_id FROM conclusions"
            ).forEach { payees[$0.integer(0)] = names[$0.integer(1)] }
            return payees
        }
    }
}
