internal import GRDB
internal import Model

/// Writes the transactions of one answer, each text once.
final class TransactionStore {
    private(set) var outcome = StoredAnswer()

    private let receivedAt: Int64
    private let find: Statement
    private let insert: Statement
    private let update: Statement
    private let findText: Statement
    private let insertText: Statement
    private let database: Database
    private var textIDs: [ExactText: Int64] = [ExactText(""): 0]

    init(database: Database, receivedAt: Int64) throws {
        self.database = database
        self.receivedAt = receivedAt
        find = try database.cachedStatement(
            sql: """
                SELECT id, day, amount, description_id, payee_id, memo_id, merchant_code_id,
                    is_pending, posted_at, transacted_at, voided_at
                FROM transactions WHERE account_id = ? AND bank_id = CAST(? AS TEXT)
                """)
        insert = try database.cachedStatement(
            sql: """
                INSERT INTO transactions
                    (day, amount, description_id, payee_id, memo_id, merchant_code_id,
                     is_pending, posted_at, transacted_at, account_id, bank_id, first_received_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT), ?)
                """)
        update = try database.cachedStatement(
            sql: """
                UPDATE transactions SET day = ?, amount = ?, description_id = ?, payee_id = ?,
                    memo_id = ?, merchant_code_id = ?, is_pending = ?, posted_at = ?,
                    transacted_at = ?, voided_at = NULL
                WHERE id = ?
                """)
        findText = try database.cachedStatement(
            sql: "SELECT id FROM texts WHERE value = CAST(? AS TEXT)")
        insertText = try database.cachedStatement(
            sql: "INSERT INTO texts (value) VALUES (CAST(? AS TEXT))")
    }

    func store(_ transaction: ReceivedTransaction, account: Int64) throws {
        let words: [(any DatabaseValueConvertible)?] = [
            transaction.day.daysSinceEpoch, transaction.amount,
            try textID(of: transaction.description), try textID(of: transaction.payee),
            try textID(of: transaction.memo), try textID(of: transaction.merchantCode),
            transaction.isPending, transaction.postedAt, transaction.transactedAt,
        ]
        let bankID = ExactText(transaction.bankID)
        guard let known = try Row.fetchOne(find, arguments: [account, bankID]) else {
            try insert.execute(
                arguments: StatementArguments(words + [account, bankID, receivedAt]))
            outcome.newTransactions += 1
            return
        }
        let stored = known.databaseValues.dropFirst()
        // What comes again is not void.
        let received = words.map { $0?.databaseValue ?? .null } + [.null]
        guard !stored.elementsEqual(received) else { return }
        // A pending row that overlaps its own posted one brings nothing new.
        let wasPosted = !(known["is_pending"] as Bool)
        guard !(wasPosted && transaction.isPending) else { return }
        let id: Int64 = known["id"]
        try update.execute(arguments: StatementArguments(words + [id]))
        outcome.changedTransactions += 1
    }

    /// Voids the pending rows of an account that an answer should have held
    /// and did not.
    ///
    /// - Parameter window: the days that the answer held whole.
    func voidPending(
        missingFrom transactions: [ReceivedTransaction], in window: Range<CalendarDay>,
        account: Int64
    ) throws {
        let pending = try Row.fetchAll(
            database,
            sql: """
                SELECT id, CAST(bank_id AS BLOB) FROM transactions
                WHERE is_pending = 1 AND day >= ? AND day < ? AND account_id = ?
                    AND voided_at IS NULL
                """,
            arguments: [
                window.lowerBound.daysSinceEpoch, window.upperBound.daysSinceEpoch, account,
            ])
        guard !pending.isEmpty else { return }
        let received = Set(transactions.map { ExactText($0.bankID) })
        for row in pending where !received.contains(row[1]) {
            let id: Int64 = row[0]
            try database.execute(
                sql: "UPDATE transactions SET voided_at = ? WHERE id = ?",
                arguments: [receivedAt, id])
            outcome.changedTransactions += 1
        }
    }

    private func textID(of text: String) throws -> Int64 {
        let text = ExactText(text)
        if let known = textIDs[text] { return known }
        let id: Int64
        if let stored = try Int64.fetchOne(findText, arguments: [text]) {
            id = stored
        } else {
            try insertText.execute(arguments: [text])
            id = database.lastInsertedRowID
        }
        textIDs[text] = id
        return id
    }
}
