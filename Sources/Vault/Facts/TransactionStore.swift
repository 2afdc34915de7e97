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
                    is_pending, posted_at, transacted_at
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
                    transacted_at = ?
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
        let received = words.map { $0?.databaseValue ?? .null }
        guard !stored.elementsEqual(received) else { return }
        // A pending row that overlaps its own posted one brings nothing new.
        let wasPosted = !(known["is_pending"] as Bool)
        guard !(wasPosted && transaction.isPending) else { return }
        let id: Int64 = known["id"]
        try update.execute(arguments: StatementArguments(words + [id]))
        outcome.changedTransactions += 1
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
