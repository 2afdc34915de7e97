public import Model
package import Vault

/// The days that a sync requests.
///
/// A request costs the same for one day as for the widest window, so windows are always
/// full. Bridges serve 90 days and recommend 45 (as of 2026); 44 is safe for both.
public enum SyncPlan {
    public static let windowDays = 44

    /// Days before the last complete one to request again, since banks post late and pending
    /// charges settle.
    public static let overlapDays = 14

    /// Requests that back-filling leaves for later syncs of the day.
    static let requestsKept = 4

    /// The requests of a sync without missing history.
    static let requestsOfSync = 2

    /// The daily limit of the protocol's bridge.
    public static let requestsADay = 24

    /// The windows for new history, newest first. Ends are exclusive, so windows touch without
    /// overlapping.
    public static func backwards(
        from end: CalendarDay, to first: CalendarDay
    ) -> [Range<CalendarDay>] {
        var windows: [Range<CalendarDay>] = []
        var end = end
        while end > first {
            let start = max(first, end.adding(days: -windowDays))
            windows.append(start..<end)
            end = start
        }
        return windows
    }

    /// The default length of the history in months.
    public static let historyMonths = 24

    /// The first day of the history, beside the month of the last day.
    static func firstDay(of months: Int, before lastDay: CalendarDay) -> CalendarDay {
        lastDay.month.adding(months: -months).firstDay
    }

    /// The largest number of windows to request for pending transactions.
    static let pendingWindows = 4

    /// The first day on which a pending transaction is worth requesting.
    package static func firstPendingDay(today: CalendarDay) -> CalendarDay {
        today.adding(days: 1 - pendingWindows * windowDays)
    }

    /// The days that banks have covered, for planning.
    ///
    /// Based on the dates of balances and transactions. The machine's clock may be years ahead,
    /// and a bank may have nothing new for weeks.
    package struct Served {
        package let today: CalendarDay
        /// The latest day with data for any account.
        package let newest: CalendarDay

        package init(_ accounts: [AccountProgress], today: CalendarDay) {
            self.today = today
            newest = accounts.compactMap { Self.day(of: $0, today: today) }.max() ?? today
        }

        /// The last day that an account's bank can have covered.
        func day(of account: AccountProgress) -> CalendarDay {
            Self.day(of: account, today: today) ?? newest
        }

        /// The last day to plan for: today, unless all data is much older.
        var lastDay: CalendarDay {
            newest >= today.adding(days: -SyncPlan.windowDays) ? today : newest
        }

        private static func day(of account: AccountProgress, today: CalendarDay) -> CalendarDay? {
            [account.balanceDay, account.newestDay].compactMap(\.self).max().map { min($0, today) }
        }
    }

    /// The windows since the accounts' last complete day, oldest first, so that a failure
    /// leaves no gap. All are full: the first one reaches back further if days are left.
    ///
    /// An account without news from its bank, or without any transaction, needs only the latest
    /// days. Pending transactions are requested until they are posted.
    package static func recent(
        _ accounts: [AccountProgress], _ served: Served
    ) -> [Range<CalendarDay>] {
        let end = served.lastDay.adding(days: 1)
        var first = end.adding(days: -windowDays)
        for account in accounts {
            if let pending = account.oldestPendingDay { first = min(first, pending) }
            guard let coverage = account.coverage, let newest = account.newestDay else { continue }
            // A future day is never covered, whatever was recorded.
            let isAhead = coverage.upperBound > served.today.adding(days: 1)
            let covered = isAhead ? newest.adding(days: 1) : coverage.upperBound
            guard served.day(of: account) >= covered else { continue }
            first = min(first, covered.adding(days: -overlapDays))
        }
        let windows = backwards(from: end, to: first).reversed()
        guard served.lastDay < served.today else { return Array(windows) }
        let tomorrow = served.today.adding(days: 1)
        return windows + [tomorrow.adding(days: -windowDays)..<tomorrow]
    }
}

/// The schedule for requesting empty history again.
///
/// A newly linked bank is often empty for a day, and some deliver a month first and years
/// later. The days before an account's oldest transaction are therefore requested again,
/// a few windows at a time, after 1, 2, 4 … days.
struct EmptyHistory {
    static let longestWait = 30
    /// Consecutive windows without news before the rest is postponed.
    static let windows = 4
    /// Requests left for other syncs while nothing is found.
    static let requestsKept = SyncPlan.requestsADay / 2

    /// The accounts whose first days are empty.
    let accounts: [AccountProgress]
    /// Whether to start at the accounts' oldest transactions instead of where the last attempt
    /// ended.
    let isFromTheTop: Bool
    /// The first day not to request, by account.
    let ends: [Int64: CalendarDay]

    /// Nil if nothing is to be requested now.
    ///
    /// - Parameters:
    ///   - first: the first day of the history.
    ///   - asked: the first day that this sync has already requested.
    init?(
        _ accounts: [AccountProgress], _ state: HistoryState, today: CalendarDay,
        first: CalendarDay, asked: CalendarDay
    ) {
        // A future day was recorded by another clock.
        if let last = state.emptyAskedOn, today >= last,
            today < last.adding(days: state.emptyWait)
        {
            return nil
        }
        let settled = first.adding(days: SyncPlan.windowDays)
        let empty = accounts.filter { account in
            account.coverage != nil && account.oldestDay.map { $0 > settled } ?? true
        }
        guard !empty.isEmpty, first < asked else { return nil }
        let isFromTheTop =
            state.emptyWait <= 1
            || empty.allSatisfy { $0.coverage.map { $0.lowerBound <= first } ?? true }
        self.accounts = empty
        self.isFromTheTop = isFromTheTop
        ends = Dictionary(
            empty.map { account in
                let end =
                    isFromTheTop ? account.oldestDay?.adding(days: 1) : account.coverage?.lowerBound
                return (account.id, min(end ?? asked, asked))
            }, uniquingKeysWith: { first, _ in first })
    }
}
