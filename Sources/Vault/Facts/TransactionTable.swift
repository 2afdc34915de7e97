internal import GRDB
internal import Model

/// The table of transactions, as storing an answer reads and writes it.
struct TransactionTable {
    private let database: Database
    private let insert: BoundStatement
    private let update: BoundStatement
    private let rename: BoundStatement
    private let void: BoundStatement
    private let noteFormerID: BoundStatement
    private let findByID: BoundStatement
    private let findByDay: BoundStatement
    private let findVoidHolds: BoundStatement
    private let hasAny: BoundStatement

    init(_ database: Database) throws {
        self.database = database
        insert = try BoundStatement(
            database,
            sql: """
                INSERT INTO transactions
                    (day, amount, description_id, payee_id, memo_id, merchant_code_id,
                     is_pending, posted_at, transacted_at, account_id, bank_id, first_received_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        update = try BoundStatement(
            database,
            sql: """
                UPDATE transactions SET day = ?, amount = ?, description_id = ?, payee_id = ?,
                    memo_id = ?, merchant_code_id = ?, is_pending = ?, posted_at = ?,
                    transacted_at = ?, bank_id = ?, voided_at = NULL
                WHERE id = ?
                """)
        // Without the other columns, whose change would be looked at anew.
        rename = try BoundStatement(
            database, sql: "UPDATE transactions SET bank_id = ? WHERE id = ?")
        void = try BoundStatement(
            database, sql: "UPDATE transactions SET voided_at = ? WHERE id = ?")
        noteFormerID = try BoundStatement(
            database,
            sql: """
                INSERT INTO former_bank_ids (transaction_id, bank_id, replaced_at) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET replaced_at = excluded.replaced_at
                """)
        let select = "SELECT \(StoredTransaction.columns) FROM transactions"
        findByID = try BoundStatement(
            database, sql: "\(select) WHERE account_id = ? AND bank_id = ?")
        findByDay = try BoundStatement(
            database,
            sql: """
                \(select) INDEXED BY transactions_by_day
                WHERE is_pending IN (0, 1) AND day >= ? AND day < ? AND account_id = ? ORDER BY id
                """)
        findVoidHolds = try BoundStatement(
            database,
            sql: """
                \(select) INDEXED BY transactions_by_day
                WHERE is_pending = 1 AND day >= ? AND day <= ? AND account_id = ?
                    AND voided_at IS NOT NULL
                ORDER BY id
                """)
        hasAny = try BoundStatement(
            database, sql: "SELECT 1 FROM transactions WHERE account_id = ? LIMIT 1")
    }

    func isEmpty(account: Int64) throws -> Bool {
        hasAny.bind(account, at: 1)
        return try hasAny.first { _ in true } == nil
    }

    func find(_ bankID: String, account: Int64) throws -> StoredTransaction? {
        findByID.bind(account, at: 1)
        return try findByID.withText(bankID, at: 2) {
            try findByID.first(StoredTransaction.init)
        }
    }

    /// The transactions of some days, in the order of their numbers, void ones
    /// too.
    func transactions(
        in days: Range<CalendarDay>, account: Int64
    ) throws -> [StoredTransaction] {
        findByDay.bind(days.lowerBound.daysSinceEpoch, at: 1)
        findByDay.bind(days.upperBound.daysSinceEpoch, at: 2)
        findByDay.bind(account, at: 3)
        var found: [StoredTransaction] = []
        try findByDay.forEach { found.append(StoredTransaction($0)) }
        return found
    }

    /// The void holds of some days, in the order of their numbers.
    func voidHolds(in days: ClosedRange<Int32>, account: Int64) throws -> [StoredTransaction] {
        findVoidHolds.bind(days.lowerBound, at: 1)
        findVoidHolds.bind(days.upperBound, at: 2)
        findVoidHolds.bind(account, at: 3)
        var found: [StoredTransaction] = []
        try findVoidHolds.forEach { found.append(StoredTransaction($0)) }
        return found
    }

    /// Returns the vault's number of the new transaction.
    func add(
        _ bankID: String, _ words: TransactionWords, account: Int64, receivedAt: Int64
    ) throws -> Int64 {
        bind(words, to: insert)
        insert.bind(account, at: 10)
        insert.bind(receivedAt, at: 12)
        try insert.withText(bankID, at: 11) { try insert.execute() }
        return database.lastInsertedRowID
    }

    /// Takes the bank's later word on a transaction. One that it names is not
    /// void.
    func change(_ transaction: Int64, to bankID: String, _ words: TransactionWords) throws {
        bind(words, to: update)
        update.bind(transaction, at: 11)
        try update.withText(bankID, at: 10) { try update.execute() }
    }

    /// Takes the bank's word that a transaction has another id now.
    func rename(
        _ known: StoredTransaction, to bankID: String, _ words: TransactionWords, at instant: Int64
    ) throws {
        noteFormerID.bind(known.id, at: 1)
        noteFormerID.bind(instant, at: 3)
        try noteFormerID.withText(known.bankID.text, at: 2) { try noteFormerID.execute() }
        guard words == known.words, !known.isVoid else {
            return try change(known.id, to: bankID, words)
        }
        rename.bind(known.id, at: 2)
        try rename.withText(bankID, at: 1) { try rename.execute() }
    }

    func void(_ transaction: Int64, at instant: Int64) throws {
        void.bind(instant, at: 1)
        void.bind(transaction, at: 2)
        try void.execute()
    }

    private func bind(_ words: TransactionWords, to statement: BoundStatement) {
        statement.bind(words.day, at: 1)
        statement.bind(words.amount, at: 2)
        statement.bind(words.description, at: 3)
        statement.bind(words.payee, at: 4)
        statement.bind(words.memo, at: 5)
        statement.bind(words.merchantCode, at: 6)
        statement.bind(words.isPending, at: 7)
        statement.bind(words.postedAt, at: 8)
        statement.bind(words.transactedAt, at: 9)
    }
}
