internal import GRDB
internal import Model

/// The table of transactions, for storing answers.
struct TransactionTable {
    private let database: Database
    private let insert: BoundStatement
    private let update: BoundStatement
    private let rename: BoundStatement
    private let void: BoundStatement
    private let noteFormerID: BoundStatement
    private let findByID: BoundStatement
    private let findByFormerID: BoundStatement
    private let withdraw: BoundStatement
    private let noteMissing: BoundStatement
    private let forgetMissing: BoundStatement
    private let findByDay: BoundStatement
    private let findVoidHolds: BoundStatement
    private let findHoldsGoneSince: BoundStatement
    private let hasAny: BoundStatement

    init(_ database: Database) throws {
        self.database = database
        insert = try BoundStatement(
            database,
            sql: """
                INSERT INTO transactions
                    (day, bank_amount, description_id, payee_id, memo_id, merchant_code_id,
                     is_pending, posted_at, transacted_at, account_id, bank_id, first_received_at,
                     amount)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
                    \(Schema.countedAmount("?2", account: "?10")))
                """)
        update = try BoundStatement(
            database,
            sql: """
                UPDATE transactions SET day = ?1, bank_amount = ?2, description_id = ?3,
                    payee_id = ?4, memo_id = ?5, merchant_code_id = ?6, is_pending = ?7,
                    posted_at = ?8, transacted_at = ?9, bank_id = ?10, voided_at = NULL,
                    amount = \(Schema.countedAmount("?2", account: "transactions.account_id"))
                WHERE id = ?11
                """)
        // Passes read no bank ids, so that this is no change for them.
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
            database,
            sql: """
                \(select) WHERE account_id = ? AND bank_id = ? AND import_id IS NULL ORDER BY id
                """)
        findByFormerID = try BoundStatement(
            database,
            sql: """
                \(select) WHERE account_id = ? AND id IN (
                    SELECT transaction_id FROM former_bank_ids WHERE bank_id = ?)
                    AND import_id IS NULL
                ORDER BY id
                """)
        withdraw = try BoundStatement(
            database,
            sql: "UPDATE transactions SET is_pending = 1, voided_at = ? WHERE id = ?")
        noteMissing = try BoundStatement(
            database,
            sql: """
                INSERT INTO missing_transactions (transaction_id, since) VALUES (?, ?)
                ON CONFLICT DO NOTHING
                """)
        forgetMissing = try BoundStatement(
            database, sql: "DELETE FROM missing_transactions WHERE transaction_id = ?")
        findByDay = try BoundStatement(
            database,
            sql: """
                \(select) INDEXED BY transactions_by_day
                WHERE is_pending IN (0, 1) AND day >= ? AND day < ? AND account_id = ?
                    AND import_id IS NULL
                ORDER BY id
                """)
        findVoidHolds = try BoundStatement(
            database,
            sql: """
                \(select) INDEXED BY transactions_by_day
                WHERE is_pending = 1 AND day >= ? AND day <= ? AND account_id = ?
                    AND voided_at IS NOT NULL AND \(Self.wasPending)
                ORDER BY id
                """)
        findHoldsGoneSince = try BoundStatement(
            database,
            sql: """
                \(select) INDEXED BY transactions_by_day
                WHERE is_pending = 1 AND voided_at >= ? AND account_id = ? AND posted_at IS NULL
                    AND \(Self.wasPending)
                ORDER BY id
                """)
        hasAny = try BoundStatement(
            database,
            sql: "SELECT 1 FROM transactions WHERE account_id = ? AND import_id IS NULL LIMIT 1")
    }

    /// Whether a void row is a pending one. A posted one that was removed is also
    /// marked as missing.
    private static let wasPending =
        "id NOT IN (SELECT transaction_id FROM missing_transactions) AND import_id IS NULL"

    func isEmpty(account: Int64) throws -> Bool {
        try hasAny.bind(account, at: 1)
        return try hasAny.first { _ in true } == nil
    }

    /// The transactions with a bank id, which banks may use several times.
    func transactions(named bankID: String, account: Int64) throws -> [StoredTransaction] {
        try findByID.bind(account, at: 1)
        var found: [StoredTransaction] = []
        try findByID.withText(bankID, at: 2) {
            try findByID.forEach { found.append(try StoredTransaction($0)) }
        }
        return found
    }

    /// The transactions that formerly had a bank id.
    func transactions(onceNamed bankID: String, account: Int64) throws -> [StoredTransaction] {
        try findByFormerID.bind(account, at: 1)
        var found: [StoredTransaction] = []
        try findByFormerID.withText(bankID, at: 2) {
            try findByFormerID.forEach { found.append(try StoredTransaction($0)) }
        }
        return found
    }

    /// The transactions of some days by row ID, including void ones.
    func transactions(
        in days: Range<CalendarDay>, account: Int64
    ) throws -> [StoredTransaction] {
        try findByDay.bind(days.lowerBound.daysSinceEpoch, at: 1)
        try findByDay.bind(days.upperBound.daysSinceEpoch, at: 2)
        try findByDay.bind(account, at: 3)
        var found: [StoredTransaction] = []
        try findByDay.forEach { found.append(try StoredTransaction($0)) }
        return found
    }

    /// Void pending transactions of some days, by row ID; without removed posted ones.
    func voidHolds(in days: ClosedRange<Int32>, account: Int64) throws -> [StoredTransaction] {
        try findVoidHolds.bind(days.lowerBound, at: 1)
        try findVoidHolds.bind(days.upperBound, at: 2)
        try findVoidHolds.bind(account, at: 3)
        var found: [StoredTransaction] = []
        try findVoidHolds.forEach { found.append(try StoredTransaction($0)) }
        return found
    }

    /// Void pending transactions that vanished at an instant or later, by row ID;
    /// without removed posted ones.
    func voidHolds(since instant: Int64, account: Int64) throws -> [StoredTransaction] {
        try findHoldsGoneSince.bind(instant, at: 1)
        try findHoldsGoneSince.bind(account, at: 2)
        var found: [StoredTransaction] = []
        try findHoldsGoneSince.forEach { found.append(try StoredTransaction($0)) }
        return found
    }

    /// Returns the row ID of the new transaction.
    func add(
        _ bankID: String, _ content: TransactionContent, account: Int64, receivedAt: Int64
    ) throws -> Int64 {
        try bind(content, to: insert)
        try insert.bind(account, at: 10)
        try insert.bind(receivedAt, at: 12)
        try insert.withText(bankID, at: 11) { try insert.execute() }
        return database.lastInsertedRowID
    }

    /// Stores the bank's newer values of a transaction. A transaction that is listed is
    /// not void.
    func change(_ transaction: Int64, to bankID: String, _ content: TransactionContent) throws {
        try bind(content, to: update)
        try update.bind(transaction, at: 11)
        try update.withText(bankID, at: 10) { try update.execute() }
        try PassState.noteChange(in: database)
    }

    /// Stores a transaction's new bank id.
    func rename(
        _ known: StoredTransaction, to bankID: String, _ content: TransactionContent,
        at instant: Int64
    ) throws {
        try noteFormerID.bind(known.id, at: 1)
        try noteFormerID.bind(instant, at: 3)
        try noteFormerID.withText(known.bankID.text, at: 2) { try noteFormerID.execute() }
        guard content == known.content, !known.isVoid else {
            return try change(known.id, to: bankID, content)
        }
        try rename.bind(known.id, at: 2)
        try rename.withText(bankID, at: 1) { try rename.execute() }
    }

    func void(_ transaction: Int64, at instant: Int64) throws {
        try void.bind(instant, at: 1)
        try void.bind(transaction, at: 2)
        try void.execute()
        try PassState.noteChange(in: database)
    }

    /// Removes a posted transaction. Void rows count as pending, so that they are in no
    /// figure.
    func withdraw(_ transaction: Int64, at instant: Int64) throws {
        try withdraw.bind(instant, at: 1)
        try withdraw.bind(transaction, at: 2)
        try withdraw.execute()
        try PassState.noteChange(in: database)
        _ = try noteMissing(transaction, at: instant)
    }

    /// Marks a posted transaction as missing from an answer.
    ///
    /// - Returns: whether the mark is new.
    func noteMissing(_ transaction: Int64, at instant: Int64) throws -> Bool {
        try noteMissing.bind(transaction, at: 1)
        try noteMissing.bind(instant, at: 2)
        try noteMissing.execute()
        return database.changesCount > 0
    }

    func forgetMissing(_ transaction: Int64) throws {
        try forgetMissing.bind(transaction, at: 1)
        try forgetMissing.execute()
    }

    /// The newest dated day of a posted transaction in the same account; nil if there
    /// is none.
    func newestDatedDay(besides transaction: Int64) throws -> Int32? {
        try Int64.fetchOne(
            database,
            sql: """
                SELECT max(day) FROM transactions
                WHERE account_id = (SELECT account_id FROM transactions WHERE id = ?)
                    AND is_pending = 0 AND coalesce(posted_at, transacted_at) IS NOT NULL
                """,
            arguments: [transaction]
        ).map { Int32(clamping: $0) }
    }

    /// The time since which rows of an account are held back, in POSIX seconds; nil if
    /// none are.
    func heldBackSince(account: Int64) throws -> Int64? {
        try Int64.fetchOne(
            database, sql: "SELECT since FROM held_back_answers WHERE account_id = ?",
            arguments: [account])
    }

    /// The first day of an account's held-back rows; nil if there are none.
    func firstDayHeldBack(account: Int64) throws -> Int32? {
        try Int32.fetchOne(
            database, sql: "SELECT first_day FROM held_back_answers WHERE account_id = ?",
            arguments: [account])
    }

    /// Stores that rows of an account are held back.
    ///
    /// - Returns: the time since which they are, in POSIX seconds.
    func holdBack(account: Int64, firstDay: Int32, at instant: Int64) throws -> Int64 {
        // A clock that was ahead must not extend the wait.
        try Int64.fetchOne(
            database,
            sql: """
                INSERT INTO held_back_answers (account_id, first_day, since) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET first_day = min(first_day, excluded.first_day),
                    since = min(since, excluded.since)
                RETURNING since
                """,
            arguments: [account, firstDay, instant]) ?? instant
    }

    /// Ends the holding back of an account's rows if the first of them is in some days.
    func forgetHeldBack(account: Int64, firstDays: Range<Int32>) throws {
        try database.execute(
            sql: """
                DELETE FROM held_back_answers
                WHERE account_id = ? AND first_day >= ? AND first_day < ?
                """,
            arguments: [account, firstDays.lowerBound, firstDays.upperBound])
    }

    private func bind(
        _ content: TransactionContent, to statement: BoundStatement
    ) throws {
        try statement.bind(content.day, at: 1)
        try statement.bind(content.amount, at: 2)
        try statement.bind(content.description, at: 3)
        try statement.bind(content.payee, at: 4)
        try statement.bind(content.memo, at: 5)
        try statement.bind(content.merchantCode, at: 6)
        try statement.bind(content.isPending, at: 7)
        try statement.bind(content.postedAt, at: 8)
        try statement.bind(content.transactedAt, at: 9)
    }
}

/// The content of a transaction without its bank id; strings by row ID.
struct TransactionContent: Hashable {
    var day: Int32
    /// As the bank said it, whatever the person decided about signs.
    var amount: Int64
    var description: Int64
    var payee: Int64
    var memo: Int64
    var merchantCode: Int64
    var isPending: Bool
    var postedAt: Int64?
    var transactedAt: Int64?

    /// The content that stays equal under another id or day.
    var identity: Identity {
        Identity(amount: amount, description: description, payee: payee, memo: memo)
    }

    /// Whether the bank sent a day of posting or payment. Without one the day is that
    /// of the first answer.
    var isDated: Bool { postedAt != nil || transactedAt != nil }

    /// The content that equal transactions of two merged accounts share.
    var likeness: Likeness { Likeness(identity: identity, day: day, isPending: isPending) }

    struct Likeness: Hashable {
        let identity: Identity
        let day: Int32
        let isPending: Bool
    }

    /// The day of payment, if the bank sends one.
    var paidDay: Int32? {
        transactedAt.map { CalendarDay(secondsSinceEpoch: $0).daysSinceEpoch }
    }

    struct Identity: Hashable {
        let amount: Int64
        let description: Int64
        let payee: Int64
        let memo: Int64
    }
}

/// A transaction row in the vault.
struct StoredTransaction {
    let id: Int64
    let bankID: ExactText
    let content: TransactionContent
    let isVoid: Bool
    /// POSIX seconds.
    let firstReceivedAt: Int64

    static let columns = """
        id, bank_id, day, bank_amount, description_id, payee_id, memo_id, merchant_code_id,
        is_pending, posted_at, transacted_at, voided_at, first_received_at
        """

    /// - Parameter row: with ``columns``.
    init(_ row: CursorRow) throws {
        id = row.integer(0)
        bankID = ExactText(row.text(1))
        content = TransactionContent(
            day: try row.int32(2, of: "transactions", row: id), amount: row.integer(3),
            description: row.integer(4), payee: row.integer(5), memo: row.integer(6),
            merchantCode: row.integer(7), isPending: row.integer(8) != 0,
            postedAt: row.optionalInteger(9), transactedAt: row.optionalInteger(10))
        isVoid = !row.isNull(11)
        firstReceivedAt = row.integer(12)
    }

    /// A row of a file that is not stored yet.
    init(id: Int64, bankID: String, content: TransactionContent, firstReceivedAt: Int64) {
        self.id = id
        self.bankID = ExactText(bankID)
        self.content = content
        isVoid = false
        self.firstReceivedAt = firstReceivedAt
    }
}
