internal import GRDB
public import Model

/// The result of merging two accounts.
public struct AccountMerge: Hashable, Sendable {
    /// Transactions that moved from the earlier account.
    public let moved: Int
    /// Transactions that both had, counted once now.
    public let doubled: Int

    public init(moved: Int, doubled: Int) {
        self.moved = moved
        self.doubled = doubled
    }
}

extension Vault {
    /// Merges two accounts by the person's decision: a bank was connected again, or a
    /// card was replaced.
    ///
    /// The remaining account keeps its balance. It gets the other's transactions and
    /// decisions, and the balances of days before its own. Transactions of both
    /// accounts are paired one to one, and its own are kept. They are equal by id and
    /// amount, or by day, amount and payee. Pending ones without a day are equal by
    /// amount and text. Open questions about vanished pending charges remain. Later
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
            try Journal(database).record(
                summary, madeAt: instant, changing: ["transactions", "daily_balances"]
            ) {
                try AccountMerger(
                    database: database, earlier: earlier, account: account, instant: instant
                ).merge()
            }
        }
    }
}

/// The merge of two accounts in the tables.
private struct AccountMerger {
    let database: Database
    let earlier: Int64
    let account: Int64
    /// POSIX seconds.
    let instant: Int64

    func merge() throws -> AccountMerge {
        let theirs = try transactions(of: earlier).filter { !$0.isVoid }
        let own = try transactions(of: account)
        let doubles = try Doubles(
            theirs, own, TextAgreement(try TextStore(database), limits: SettlementLimits()))
        let decisions = try DecisionMove(database)
        let doubts = SettlementDoubts(database: database)
        let waiting = try holdsThatMatter(doubts)
        let void = try BoundStatement(
            database,
            // Marks a row as void, whether it was pending or posted.
            sql: "UPDATE transactions SET is_pending = 1, voided_at = ? WHERE id = ?")
        for (double, kept) in doubles.pairs {
            try decisions.move(from: double, to: kept)
            try doubts.offer(kept, where: double)
            try void.bind(instant, at: 1)
            try void.bind(double, at: 2)
            try void.execute()
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
        return AccountMerge(moved: moved, doubled: doubles.pairs.count)
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

    /// Moves balances of days before those of the remaining account. The others stay
    /// with the earlier one, where nothing counts them.
    private func moveBalances() throws {
        try database.execute(
            sql: """
                UPDATE daily_balances SET account_id = :account
                WHERE account_id = :earlier AND day < coalesce(
                    (SELECT min(day) FROM daily_balances WHERE account_id = :account), 9e9)
                """,
            arguments: ["account": account, "earlier": earlier])
    }
}

/// The transactions that two accounts have in common.
private struct Doubles {
    /// A transaction of the earlier account and its equal.
    private(set) var pairs: [(double: Int64, kept: Int64)] = []
    /// Paired transactions of the remaining account.
    private var paired: Set<Int64> = []

    /// - Parameter own: the transactions of the remaining account, including void ones.
    init(_ theirs: [StoredTransaction], _ own: [StoredTransaction], _ texts: TextAgreement) throws {
        let counting = own.filter { !$0.isVoid }
        let alike = Dictionary(grouping: counting, by: \.content.likeness)
        let byID = Dictionary(grouping: counting, by: \.bankID)
        var rest = pair(theirs) { transaction, open in
            let equal = open(alike[transaction.content.likeness])
            return equal.first { $0.bankID == transaction.bankID } ?? equal.first
        }
        rest = pair(rest) { transaction, open in
            open(byID[transaction.bankID]).first { $0.content.amount == transaction.content.amount }
        }
        // An undated transaction has the day of an answer, which differs in each
        // account. A posted one from a later answer may be another purchase.
        let firstDay = (own.map(\.firstReceivedAt).min() ?? 0) + 86_400
        let undated = Dictionary(
            grouping: counting.filter { transaction in
                !transaction.content.isDated
                    && (transaction.content.isPending || transaction.firstReceivedAt < firstDay)
            }, by: \.content.undatedLikeness)
        rest = pair(rest) { transaction, open in
            guard !transaction.content.isDated else { return nil }
            return open(undated[transaction.content.undatedLikeness]).first
        }
        // Banks word the payees of a new connection differently.
        let byAmount = Dictionary(grouping: counting, by: Purchase.init)
        rest = try pair(rest) { transaction, open in
            try open(byAmount[Purchase(transaction)]).first {
                try texts.agreeOrEnclose(transaction.content, $0.content)
            }
        }
        let ids = Set(own.map(\.bankID))
        let clashes = rest.count { ids.contains($0.bankID) }
        // A bank that restarts its ids with each connection reuses them. Then most of
        // the common transactions are equal all the same.
        guard clashes == 0 || clashes < pairs.count else {
            throw VaultError.accountsClash(transactions: clashes)
        }
    }

    /// Pairs each transaction with the one chosen among those that are unpaired.
    /// Returns those without a match.
    private mutating func pair(
        _ theirs: [StoredTransaction],
        _ choose: (StoredTransaction, ([StoredTransaction]?) -> [StoredTransaction]) throws ->
            StoredTransaction?
    ) rethrows -> [StoredTransaction] {
        var rest: [StoredTransaction] = []
        for transaction in theirs {
            let kept = try choose(transaction) { candidates in
                (candidates ?? []).filter { !paired.contains($0.id) }
            }
            guard let kept else {
                rest.append(transaction)
                continue
            }
            pairs.append((transaction.id, kept.id))
            paired.insert(kept.id)
        }
        return rest
    }

    /// The part of a purchase that stays the same if a bank words it differently.
    private struct Purchase: Hashable {
        let day: Int32
        let amount: Int64
        let isPending: Bool

        init(_ transaction: StoredTransaction) {
            day = transaction.content.day
            amount = transaction.content.amount
            isPending = transaction.content.isPending
        }
    }
}

extension TransactionContent {
    /// What equal transactions of two merged accounts share, if neither answer gave a
    /// day.
    fileprivate var undatedLikeness: Likeness {
        Likeness(identity: identity, day: 0, isPending: isPending)
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
        while let row = try rows.next() { merges[row[0]] = row[1] }
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
