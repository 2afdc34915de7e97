internal import GRDB
public import Model

extension Vault {
    /// Confirmations, by the transaction's row ID.
    public func confirmations() throws(VaultError) -> [Int64: ConfirmedValues] {
        try read { try DecisionReader(database: $0).confirmations() }
    }

    /// Stores what the person saw of transactions and left as it was, by row ID. It
    /// replaces what they saw earlier.
    ///
    /// - Parameter summary: a short description for `history`.
    public func confirm(
        _ confirmations: [Int64: ConfirmedValues], summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            let store = ConfirmationStore(database: database)
            for (transaction, confirmation) in confirmations {
                try store.store(confirmation, transaction: transaction)
            }
        }
    }
}

struct ConfirmationStore {
    let database: Database

    func store(_ confirmation: ConfirmedValues, transaction: Int64) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO confirmations (transaction_id, class, category) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET class = excluded.class, category = excluded.category
                """
        ).execute(
            arguments: [
                transaction, confirmation.transactionClass.rawValue, confirmation.category,
            ])
    }

    func remove(_ transactions: some Sequence<Int64>) throws {
        for transaction in transactions {
            try database.execute(
                sql: "DELETE FROM confirmations WHERE transaction_id = ?",
                arguments: [transaction])
        }
    }

    /// Moves a confirmation to another transaction of the same purchase, whose own one
    /// wins.
    func move(from old: Int64, to new: Int64) throws {
        try database.execute(
            sql: """
                INSERT INTO confirmations (transaction_id, class, category)
                SELECT ?, class, category FROM confirmations WHERE transaction_id = ?
                ON CONFLICT DO NOTHING
                """,
            arguments: [new, old])
        try remove([old])
    }
}
