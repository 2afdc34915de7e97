public import Model
package import Vault

/// Which days a sync asks for.
///
/// A request costs the same for one day as for the widest window, so windows
/// are always whole. A bridge serves 90 days and recommends 45 (its answers
/// of 2026); 44 is on the safe side of both.
public enum SyncPlan {
    public static let windowDays = 44

    /// Days before the last complete one that are asked for again, since banks
    /// post late and pending rows settle.
    public static let overlapDays = 14

    /// Requests of a day that back-filling leaves for later syncs.
    static let requestsKept = 4

    /// The limit of the protocol's bridge.
    public static let requestsADay = 24

    /// Windows from the newest back to a first day, for history that was never
    /// asked for. Ends are exclusive, so windows touch and never overlap.
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

    /// The months of history that are asked for where nobody says otherwise.
    public static let historyMonths = 24

    /// The first day of so many months of history, beside the month of the last day.
    static func firstDay(of months: Int, before lastDay: CalendarDay) -> CalendarDay {
        lastDay.month.adding(months: -months).firstDay
    }

    /// The most windows that are asked for because of pending transactions.
    static let pendingWindows = 4

    /// The first day on which a pending transaction is a reason to ask.
    package static func firstPendingDay(today: CalendarDay) -> CalendarDay {
        today.adding(days: 1 - pendingWindows * windowDays)
    }

    /// The days up to which banks served something, for a plan on a day.
    ///
    /// It rests on the dates of balances and transactions: the machine's clock alone may
    /// be years ahead, and a bank may serve nothing new for weeks.
    package struct Served {
        package let today: CalendarDay
        /// The day of the newest thing that any account was served.
        package let newest: CalendarDay

        package init(_ accounts: [AccountProgress], today: CalendarDay) {
            self.today = today
            newest = accounts.compactMap { Self.day(of: $0, today: today) }.max() ?? today
        }

        /// The last day of an account of which the bank can have served everything.
        func day(of account: AccountProgress) -> CalendarDay {
            Self.day(of: account, today: today) ?? newest
        }

        /// The last day to plan for: today, unless everything is much older.
        var lastDay: CalendarDay {
            newest >= today.adding(days: -SyncPlan.windowDays) ? today : newest
        }

        private static func day(of account: AccountProgress, today: CalendarDay) -> CalendarDay? {
            [account.balanceDay, account.newestDay].compactMap(\.self).max().map { min($0, today) }
        }
    }

    /// Windows of the days that are new since the accounts' last complete day, the oldest
    /// first, so that what is covered grows without a gap if one fails. Each is whole: the
    /// first reaches further back where days are left.
    ///
    /// An account of which its bank served nothing new since needs no more than the newest
    /// days, and so does one without any transaction. Pending transactions are asked for
    /// until they are posted.
    package static func recent(
        _ accounts: [AccountProgress], _ served: Served
    ) -> [Range<CalendarDay>] {
        let end = served.lastDay.adding(days: 1)
        var first = end.adding(days: -windowDays)
        for account in accounts {
            if let pending = account.oldestPendingDay { first = min(first, pending) }
            guard let coverage = account.coverage, let newest = account.newestDay else { continue }
            // A day to come is not covered, whatever was noted.
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

/// When and where history that was empty is asked for again.
///
/// A bank that was linked an hour ago is often empty for a day, and some serve a month
/// first and the years later. So the days before an account's oldest transaction are
/// asked for again after 1, 2, 4 … days, a few windows at a time.
struct EmptyHistory {
    static let longestWait = 30
    /// Windows in a row without anything new after which the rest waits.
    static let windows = 4
    /// Requests of the day that are left for other syncs while nothing is found.
    static let requestsKept = SyncPlan.requestsADay / 2

    /// The accounts whose first days are empty.
    let accounts: [AccountProgress]
    /// Whether it begins at the accounts' oldest transactions, and not where it ended last.
    let isFromTheTop: Bool
    /// The first day that is not asked for, by account.
    let ends: [Int64: CalendarDay]

    /// Nil where nothing is to be asked for now.
    ///
    /// - Parameters:
    ///   - first: the first day that was asked for.
    ///   - asked: the first day that this sync has asked for already.
    init?(
        _ accounts: [AccountProgress], _ state: HistoryState, today: CalendarDay,
        first: CalendarDay, asked: CalendarDay
    ) {
        // A day that lies ahead was noted by another clock.
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
            uniqueKeysWithValues: empty.map { account in
                let end =
                    isFromTheTop ? account.oldestDay?.adding(days: 1) : account.coverage?.lowerBound
                return (account.id, min(end ?? asked, asked))
            })
    }
}
