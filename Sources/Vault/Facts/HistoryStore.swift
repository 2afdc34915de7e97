internal import GRDB
public import Model

/// The progress of one account's history, for planning a sync.
public struct AccountProgress: Hashable, Sendable {
    public let id: Int64
    public let institutionKey: String
    public let bankID: String
    /// Days with complete answers, end exclusive.
    public let coverage: Range<CalendarDay>?
    public let hasWholeHistory: Bool
    /// The day of the newest balance.
    public let balanceDay: CalendarDay?
    /// The day of the oldest posted transaction.
    public let oldestDay: CalendarDay?
    /// The day of the newest posted transaction, without those dated in the future.
    public let newestDay: CalendarDay?
    /// The oldest day of a pending transaction that is neither posted nor void, within
    /// the requested days.
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

/// The extent of a connection's history, and when to request empty days again.
public struct HistoryState: Hashable, Sendable {
    /// Nil for the default.
    public let months: Int?
    /// Whether all months are being requested again, even after empty ones.
    public let asksAll: Bool
    /// The day on which days without transactions were last requested again; nil for
    /// never.
    public let emptyAskedOn: CalendarDay?
    /// Days to wait after that.
    public let emptyWait: Int
}

extension Vault {
    /// The progress of a connection's accounts; merged accounts as the remaining one.
    ///
    /// - Parameters:
    ///   - today: the day after which transactions are dated in the future.
    ///   - firstPendingDay: the first day for pending transactions.
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
            let months: Int? = try row.value(0)
            let wait: Int? = try row.value(3)
            return try HistoryState(
                months: months, asksAll: row.value(1),
                emptyAskedOn: try row.optionalDay(2, of: "connections", row: connection),
                emptyWait: wait ?? 1)
        }
    }

    /// Extends a connection's history to a number of months, unless it is longer
    /// already. An extended history is no longer complete.
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

    /// Begins or ends requesting all months again.
    public func setAsksAllHistory(_ asksAll: Bool, connection: Int64) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: "UPDATE connections SET asks_all_history = ? WHERE id = ?",
                arguments: [asksAll, connection])
        }
    }

    /// Stores when days without transactions were requested again.
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

    /// Stores that the accounts' history is complete.
    public func noteWholeHistory(accounts: [Int64]) throws(VaultError) {
        try write { database in
            for account in accounts {
                try database.execute(
                    sql: "UPDATE accounts SET has_whole_history = 1 WHERE id = ?",
                    arguments: [account])
            }
        }
    }

    /// Marks days before a first one as never requested.
    ///
    /// - Parameters:
    ///   - firstDays: the first day that stays covered, by account.
    ///   - isUnfinished: whether syncs have to request them again.
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

    /// Removes coverage that a wrong clock left behind. Future days: coverage ends at
    /// the newest transaction. Days before the whole history, without a transaction:
    /// the account has no coverage then.
    ///
    /// A day is in the future if the clock, the balance and the transactions agree, as
    /// the clock may also have been set back.
    ///
    /// - Parameter first: the first day of the requested history.
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
        let account: Int64 = try row.value(0)
        let key: TextBytes = try row.value(1)
        let bankID: TextBytes = try row.value(2)
        var coverage: Range<CalendarDay>?
        if let from = try row.optionalDay(3, of: "accounts", row: account),
            let to = try row.optionalDay(4, of: "accounts", row: account), from <= to
        {
            coverage = from..<to
        }
        try self.init(
            id: account, institutionKey: key.text, bankID: bankID.text, coverage: coverage,
            hasWholeHistory: row.value(5),
            balanceDay: (row.value(6) as Int64?).map(CalendarDay.init(secondsSinceEpoch:)),
            oldestDay: try row.optionalDay(7), newestDay: try row.optionalDay(8),
            oldestPendingDay: try row.optionalDay(9))
    }
}

/// The extent of an account's history in the vault.
public struct ImportedCoverage: Hashable, Sendable {
    public let account: Int64
    /// Posted transactions.
    public let count: Int
    /// The days of the oldest and the newest one.
    public let days: ClosedRange<CalendarDay>
}

extension Vault {
    /// The coverage of each account with posted transactions. Scans an index of all of
    /// them.
    public func importedCoverage() throws(VaultError) -> [ImportedCoverage] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT account_id, count(*), min(day), max(day) FROM transactions
                    WHERE is_pending = 0 GROUP BY account_id ORDER BY account_id
                    """
            ).map {
                try ImportedCoverage(
                    account: $0.value(0), count: $0.value(1),
                    days: try $0.day(2)...$0.day(3))
            }
        }
    }
}
