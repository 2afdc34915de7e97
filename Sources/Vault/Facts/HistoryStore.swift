internal import GRDB
public import Model

/// What the bank served of one account so far, as a sync plans by it.
public struct AccountProgress: Hashable, Sendable {
    public let id: Int64
    public let institutionKey: String
    public let bankID: String
    /// Days for which every window was answered whole, end exclusive.
    public let coverage: Range<CalendarDay>?
    public let hasWholeHistory: Bool
    /// The day of the newest balance.
    public let balanceDay: CalendarDay?
    /// The day of the oldest posted transaction.
    public let oldestDay: CalendarDay?
    /// The day of the newest posted transaction that is not dated ahead.
    public let newestDay: CalendarDay?
    /// The oldest day of a pending transaction that is neither posted nor void, of those
    /// that are not older than was asked for.
    public let oldestPendingDay: CalendarDay?

    public init(
        id: Int64, institutionKey: String, bankID: String, coverage: Range<CalendarDay>?,
        hasWholeHistory: Bool, balanceDay: CalendarDay?, oldestDay: CalendarDay?,
        newestDay: CalendarDay?, oldestPendingDay: CalendarDay?
    ) {
        self.id = id
        self.institutionKey = institutionKey
        self.bankID = bankID
        self.coverage = coverage
        self.hasWholeHistory = hasWholeHistory
        self.balanceDay = balanceDay
        self.oldestDay = oldestDay
        self.newestDay = newestDay
        self.oldestPendingDay = oldestPendingDay
    }
}

/// How far back a connection's history is asked for, and when again.
public struct HistoryState: Hashable, Sendable {
    /// Nil for the default.
    public let months: Int?
    /// Whether all months are being asked for again, also where nothing is found.
    public let asksAll: Bool
    /// The day on which days without transactions were last asked for again; nil if
    /// they never were.
    public let emptyAskedOn: CalendarDay?
    /// Days to wait after that.
    public let emptyWait: Int
}

extension Vault {
    /// The progress of a connection's accounts; those that are one by the person's word
    /// as the newer one.
    ///
    /// - Parameters:
    ///   - today: the day after which transactions are dated ahead.
    ///   - firstPendingDay: the first day on which pending transactions count.
    /// - Complexity: linear in the number of posted transactions, in an index.
    public func progress(
        connection: Int64, through today: CalendarDay, pendingSince firstPendingDay: CalendarDay
    ) throws(VaultError) -> [AccountProgress] {
        try read { database in
            var found: [AccountProgress] = []
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    WITH posted AS (
                        SELECT account_id, min(day) AS oldest,
                            max(iif(day <= :today, day, NULL)) AS newest
                        FROM transactions WHERE is_pending = 0 GROUP BY account_id),
                    pending AS (
                        SELECT account_id, min(day) AS oldest FROM transactions
                        WHERE is_pending = 1 AND voided_at IS NULL AND day >= :pending
                        GROUP BY account_id)
                    SELECT accounts.id, institutions.bank_key, bank_id, covered_from, covered_to,
                        has_whole_history, balance_at, posted.oldest, posted.newest,
                        pending.oldest
                    FROM accounts JOIN institutions ON institutions.id = institution_id
                    LEFT JOIN posted ON posted.account_id = accounts.id
                    LEFT JOIN pending ON pending.account_id = accounts.id
                    WHERE accounts.connection_id = :connection
                        AND accounts.id NOT IN (SELECT from_account FROM account_merges)
                    ORDER BY accounts.id
                    """,
                arguments: [
                    "connection": connection, "today": today.daysSinceEpoch,
                    "pending": firstPendingDay.daysSinceEpoch,
                ])
            while let row = try rows.next() { found.append(try AccountProgress(row)) }
            return found
        }
    }

    public func historyState(connection: Int64) throws(VaultError) -> HistoryState {
        try read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT history_months, asks_all_history, empty_asked_on, empty_wait
                    FROM connections WHERE id = ?
                    """,
                arguments: [connection])
            guard let row else {
                throw VaultError.database(reason: "there is no connection \(connection)")
            }
            let months: Int? = row[0]
            let wait: Int? = row[3]
            return HistoryState(
                months: months, asksAll: row[1],
                emptyAskedOn: try row.optionalDay(2, of: "connections", row: connection),
                emptyWait: wait ?? 1)
        }
    }

    /// Keeps how many months of history a connection is to bring, unless they are more
    /// already. Where they become more, the history that is here is not the whole.
    public func keepHistoryMonths(_ months: Int, connection: Int64) throws(VaultError) {
        guard try historyState(connection: connection).months ?? 0 < months else { return }
        try write { database in
            try database.execute(
                sql: """
                    UPDATE accounts SET has_whole_history = 0
                    WHERE connection_id = :connection
                        AND (SELECT history_months FROM connections WHERE id = :connection)
                            IS NOT NULL
                    """,
                arguments: ["connection": connection])
            try database.execute(
                sql: "UPDATE connections SET history_months = ? WHERE id = ?",
                arguments: [months, connection])
        }
    }

    /// Notes that all months are asked for again, or that this is done.
    public func setAsksAllHistory(_ asksAll: Bool, connection: Int64) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: "UPDATE connections SET asks_all_history = ? WHERE id = ?",
                arguments: [asksAll, connection])
        }
    }

    /// Notes when days without transactions were asked for again.
    ///
    /// - Parameter wait: days until the next time.
    public func noteEmptyAsked(
        on day: CalendarDay, wait: Int, connection: Int64
    ) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: "UPDATE connections SET empty_asked_on = ?, empty_wait = ? WHERE id = ?",
                arguments: [day.daysSinceEpoch, wait, connection])
        }
    }

    /// Notes that a sync has walked back to the end of these accounts' history.
    public func noteWholeHistory(accounts: [Int64]) throws(VaultError) {
        try write { database in
            for account in accounts {
                try database.execute(
                    sql: "UPDATE accounts SET has_whole_history = 1 WHERE id = ?",
                    arguments: [account])
            }
        }
    }

    /// Has days before a first one count as never asked for.
    ///
    /// - Parameters:
    ///   - firstDays: the first day that stays covered, by account.
    ///   - isUnfinished: whether syncs are to walk back through them at once.
    public func forgetHistory(
        before firstDays: [Int64: CalendarDay], isUnfinished: Bool
    ) throws(VaultError) {
        try write { database in
            for (account, day) in firstDays.sorted(by: { $0.key < $1.key }) {
                try database.execute(
                    sql: """
                        UPDATE accounts SET covered_from = min(max(covered_from, :day), covered_to),
                            has_whole_history = has_whole_history AND NOT :unfinished
                        WHERE id = :account
                        """,
                    arguments: [
                        "day": day.daysSinceEpoch, "unfinished": isUnfinished, "account": account,
                    ])
            }
        }
    }

    /// Takes back the coverage that a wrong clock left behind. Of days to come: an account is
    /// covered to its newest transaction then. Of days before all history, without a transaction:
    /// nothing of the account is covered then.
    ///
    /// A day is to come where the clock, the account's balance and its transactions
    /// agree on that, since a clock may also have been set back.
    ///
    /// - Parameter first: the first day of the history that is asked for.
    public func dropWrongCoverage(
        today: CalendarDay, historyFrom first: CalendarDay, connection: Int64
    ) throws(VaultError) {
        let ahead = """
            connection_id = :connection AND covered_to > 1 + max(:today,
                coalesce(balance_at / 86400, :today), coalesce((SELECT max(day) FROM transactions
                    WHERE account_id = accounts.id AND is_pending = 0), :today))
            """
        let before = """
            connection_id = :connection AND covered_to <= :first AND NOT EXISTS (
                SELECT 1 FROM transactions WHERE account_id = accounts.id AND is_pending = 0
                    AND day < covered_to)
            """
        let arguments: StatementArguments = [
            "connection": connection, "today": today.daysSinceEpoch,
        ]
        let past: StatementArguments = ["connection": connection, "first": first.daysSinceEpoch]
        let isWrong = try read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM accounts WHERE \(ahead))
                        OR EXISTS (SELECT 1 FROM accounts WHERE \(before))
                    """,
                arguments: arguments + ["first": first.daysSinceEpoch])
        }
        guard isWrong == true else { return }
        try write { database in
            try database.execute(
                sql: """
                    UPDATE accounts SET covered_to = coalesce((SELECT max(day) + 1
                        FROM transactions WHERE account_id = accounts.id AND is_pending = 0),
                        covered_from)
                    WHERE \(ahead)
                    """, arguments: arguments)
            try database.execute(
                sql: """
                    UPDATE accounts
                    SET covered_from = NULL, covered_to = NULL, has_whole_history = 0
                    WHERE \(before)
                    """, arguments: past)
            try database.execute(
                sql: """
                    UPDATE accounts
                    SET covered_from = NULL, covered_to = NULL, has_whole_history = 0
                    WHERE connection_id = ? AND covered_to <= covered_from
                    """, arguments: [connection])
        }
    }
}

extension AccountProgress {
    fileprivate init(_ row: Row) throws {
        let account: Int64 = row[0]
        let key: TextBytes = row[1]
        let bankID: TextBytes = row[2]
        var coverage: Range<CalendarDay>?
        if let from = try row.optionalDay(3, of: "accounts", row: account),
            let to = try row.optionalDay(4, of: "accounts", row: account), from <= to
        {
            coverage = from..<to
        }
        self.init(
            id: account, institutionKey: key.text, bankID: bankID.text, coverage: coverage,
            hasWholeHistory: row[5],
            balanceDay: (row[6] as Int64?).map(CalendarDay.init(secondsSinceEpoch:)),
            oldestDay: try row.optionalDay(7), newestDay: try row.optionalDay(8),
            oldestPendingDay: try row.optionalDay(9))
    }
}

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
