internal import GRDB
public import Model

/// The result of merging two accounts.
public struct AccountMerge: Sendable {
    /// Transactions that moved from the earlier account.
    public let moved: Int
    /// Transactions that both had, counted once now.
    public let doubled: Int
    /// The amounts of the doubled transactions, in minor units.
    public let doubledSum: Int128
    /// The number of doubled transactions that the two have on different days.
    public let onAnotherDay: Int
    /// Transactions that look alike but count twice, as too little confirms that they
    /// are one.
    public let doubtful: [DoubtfulPair]

    /// Two transactions that may be one, by row ID: the earlier account's, and the
    /// remaining one's.
    public struct DoubtfulPair: Sendable {
        public let earlier: Int64
        public let kept: Int64
    }
}

extension Vault {
    /// Merges two accounts by the person's decision: a bank was connected again, or a
    /// card was replaced.
    ///
    /// The remaining account keeps its balance. It gets the other's transactions and
    /// decisions, and the balances of days before its own. Of transactions that both have,
    /// its own are kept. Open questions about vanished pending charges remain. Later
    /// answers about either account go to the remaining one. Undoing the command
    /// reverts all of it.
    ///
    /// - Parameters:
    ///   - earlier: the account that is merged away.
    ///   - account: the account that remains. Both have the same currency.
    ///   - summary: a short description for `history`.
    /// - Throws: ``VaultError/accountsClash(transactions:)`` with nothing
    ///   changed.
    /// - Complexity: linear in the number of the two accounts' transactions.
    public func mergeAccount(
        _ earlier: Int64, into account: Int64, summary: String
    ) throws(VaultError) -> AccountMerge {
        let instant = clock()
        return try write { database in
            let merge = try Journal(database).record(
                summary, madeAt: instant,
                changing: [
                    "transactions", "daily_balances", "holding_days", "mirrored_transactions",
                ]
            ) {
                try AccountMerger(
                    database: database, earlier: earlier, account: account, instant: instant
                ).merge()
            }
            try ImportedTransactions(database).settle(at: instant)
            return merge
        }
    }
}

/// The merge of two accounts in the tables.
struct AccountMerger {
    let database: Database
    let earlier: Int64
    let account: Int64
    /// POSIX seconds.
    let instant: Int64

    @discardableResult
    func merge() throws -> AccountMerge {
        let theirs = try transactions(of: earlier).filter { !$0.isVoid }
        let own = try transactions(of: account)
        let doubles = try DoubledTransactions(
            theirs, own, TextAgreement(try TextStore(database), limits: SettlementLimits()))
        let decisions = try DecisionMove(database)
        let doubts = SettlementDoubts(database: database)
        let waiting = try holdsThatMatter(doubts)
        let voiding = try BoundStatement(
            database,
            // Marks a row as void, whether it was pending or posted.
            sql: "UPDATE transactions SET is_pending = 1, voided_at = ? WHERE id = ?")
        for (double, kept) in doubles.pairs {
            try decisions.move(from: double, to: kept)
            try doubts.offer(kept, where: double)
            try voiding.bind(instant, at: 1)
            try voiding.bind(double, at: 2)
            try voiding.execute()
        }
        try database.execute(
            sql: """
                UPDATE transactions SET account_id = ?
                WHERE account_id = ? AND voided_at IS NULL
                """,
            arguments: [account, earlier])
        let moved = database.changesCount
        for hold in waiting {
            try database.execute(
                sql: "UPDATE transactions SET account_id = ? WHERE id = ?",
                arguments: [account, hold])
        }
        try moveBalances()
        try database.execute(
            sql: """
                INSERT INTO account_decisions 
                    (account_id, type, nickname, visibility, minimum_payment)
                SELECT ?, type, nickname, visibility, minimum_payment
                FROM account_decisions WHERE account_id = ?
                ON CONFLICT DO UPDATE SET type = coalesce(type, excluded.type),
                    nickname = coalesce(nickname, excluded.nickname),
                    visibility = coalesce(visibility, excluded.visibility),
                    minimum_payment = coalesce(minimum_payment, excluded.minimum_payment)
                """,
            arguments: [account, earlier])
        try database.execute(
            sql: "INSERT INTO account_merges (from_account, into_account) VALUES (?, ?)",
            arguments: [earlier, account])
        let void = Set(doubles.pairs.map(\.double))
        return AccountMerge(
            moved: moved, doubled: doubles.pairs.count,
            doubledSum: theirs.reduce(0) { sum, transaction in
                sum + (void.contains(transaction.id) ? Int128(transaction.content.amount) : 0)
            }, onAnotherDay: doubles.onAnotherDay,
            doubtful: doubles.doubtful.sorted { $0.earlier < $1.earlier })
    }

    /// Void transactions of the earlier account with a decision or an open question.
    /// What they became may be in the remaining account, or arrive there later.
    private func holdsThatMatter(_ doubts: SettlementDoubts) throws -> [Int64] {
        let asked = try doubts.asked()
        return try transactions(of: earlier).filter(\.isVoid).map(\.id).filter {
            try asked.contains($0) || doubts.isDecided($0)
        }
    }

    private func transactions(of account: Int64) throws -> [StoredTransaction] {
        var found: [StoredTransaction] = []
        let rows = try RowIterator(
            database,
            sql: """
                SELECT \(StoredTransaction.columns) FROM transactions WHERE account_id = ?
                ORDER BY id
                """)
        try rows.forEach(having: account) { found.append(try StoredTransaction($0)) }
        return found
    }

    /// Moves balances and holdings of days before those of the remaining account. The others stay
    /// with the earlier one, where nothing counts them.
    private func moveBalances() throws {
        try database.execute(
            sql: """
                UPDATE daily_balances SET account_id = :account
                WHERE account_id = :earlier AND day < coalesce(
                    (SELECT min(day) FROM daily_balances WHERE account_id = :account), 9e9)
                """,
            arguments: ["account": account, "earlier": earlier])
        try database.execute(
            sql: """
                UPDATE holding_days SET account_id = :account
                WHERE account_id = :earlier AND day < coalesce(
                    (SELECT min(day) FROM holding_days WHERE account_id = :account), 9e9)
                """,
            arguments: ["account": account, "earlier": earlier])
    }
}

/// The accounts that the person merged.
struct MergedAccounts {
    private let database: Database
    /// By the account that was merged away.
    private let merges: [Int64: Int64]

    init(_ database: Database) throws {
        self.database = database
        var merges: [Int64: Int64] = [:]
        let rows = try Row.fetchCursor(
            database, sql: "SELECT from_account, into_account FROM account_merges")
        while let row = try rows.next() { try merges[row.value(0)] = row.value(1) }
        self.merges = merges
    }

    /// The account that stands for another, usually itself.
    func account(standingFor account: Int64) -> Int64 {
        var account = account
        var steps = 0
        while let next = merges[account], steps < merges.count {
            account = next
            steps += 1
        }
        return account
    }

    /// The accounts that were merged into this one.
    func accounts(goingOnAs account: Int64) -> [Int64] {
        merges.keys.filter { self.account(standingFor: $0) == account }.sorted()
    }

    /// The transactions under a merged account's earlier id that the account does not
    /// have under its own ids.
    func notDoubled(
        _ transactions: [ReceivedTransaction], in account: Int64
    ) throws -> [ReceivedTransaction] {
        let earlier = accounts(goingOnAs: account)
        let find = try BoundStatement(
            database, sql: "SELECT 1 FROM transactions WHERE account_id = ? AND bank_id = ?")
        return try transactions.filter { transaction in
            try !earlier.contains { account in
                try find.bind(account, at: 1)
                return try find.withText(transaction.bankID, at: 2) {
                    try find.first { _ in true } ?? false
                }
            }
        }
    }
}

extension MergedAccounts {
    /// Notes which transactions came under the id of an account that was merged away.
    ///
    /// - Parameters:
    ///   - account: the one that stands for it.
    ///   - sources: the account that was merged away, by the bank's ids.
    ///   - store: stores transactions.
    func notingArrivals(
        in account: Int64, _ sources: [String: Int64], _ store: () throws -> Void
    ) throws {
        guard !sources.isEmpty else { return try store() }
        let last =
            try Int64.fetchOne(database, sql: "SELECT coalesce(max(id), 0) FROM transactions") ?? 0
        try store()
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, bank_id FROM transactions WHERE id > ? AND account_id = ?",
            arguments: [last, account])
        for row in rows {
            guard let source = try sources[row.value(1)] else { continue }
            try database.execute(
                sql: "INSERT INTO merged_rows (transaction_id, from_account) VALUES (?, ?)",
                arguments: [row.value(0) as Int64, source])
        }
    }

    /// Moves transactions to the account where their own one goes on: back, after a merge was
    /// undone, and there, if it was redone after more of them came.
    func settle() throws {
        let away = merges.keys.sorted()
        for account in away {
            try database.execute(
                sql: """
                    INSERT INTO merged_rows (transaction_id, from_account)
                    SELECT id, account_id FROM transactions
                    WHERE account_id = ? AND voided_at IS NULL ON CONFLICT DO NOTHING
                    """,
                arguments: [account])
        }
        let sources = try Int64.fetchAll(
            database, sql: "SELECT DISTINCT from_account FROM merged_rows")
        for source in sources {
            try database.execute(
                sql: """
                    UPDATE transactions SET account_id = :place WHERE account_id <> :place
                        AND id IN (SELECT transaction_id FROM merged_rows
                            WHERE from_account = :source)
                    """,
                arguments: ["place": account(standingFor: source), "source": source])
            if database.changesCount > 0 { try PassState.noteChange(in: database) }
        }
    }
}

/// When an account was last seen, to recognise its successor.
public struct AccountTrace: Hashable, Sendable {
    /// When an answer last named the account, in POSIX seconds.
    public let lastReceivedAt: Int64
    /// Whether the newest complete sync of its connection did not name it.
    public let isMissing: Bool
}

/// The period in which an account had transactions.
public struct AccountActivity: Hashable, Sendable {
    /// When its first transaction was received, in POSIX seconds; nil if it has none.
    public let firstReceivedAt: Int64?
    /// The day of its newest posted transaction; nil if it has none.
    public let newestDay: CalendarDay?
}

extension Vault {
    /// The traces of all accounts, by row ID.
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
            return try Dictionary(
                rows.map {
                    try (
                        $0.value(0),
                        AccountTrace(lastReceivedAt: $0.value(1), isMissing: $0.value(2))
                    )
                }, uniquingKeysWith: { first, _ in first })
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
            return try AccountActivity(
                firstReceivedAt: row?.value(0),
                newestDay: try row?.optionalDay(1))
        }
    }

    /// The number of transactions that two accounts have in common, one to one by day,
    /// amount and text.
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
