public import Model
public import Vault

/// The last day that banks' answers and statements reach. A running period is compared until then.
///
/// Without a newer answer nothing is known of the days after it, not even that nothing
/// was spent.
public struct AnsweredDays: Sendable {
    /// A bank whose answers end earlier than those of others.
    public struct BankBehind: Hashable, Sendable {
        public let name: String
        /// The last day that is known.
        public let last: CalendarDay
    }

    /// An account of which earlier days are unknown.
    public struct Beginning: Hashable, Sendable {
        public let account: String
        /// The first day that is known.
        public let first: CalendarDay
    }

    /// The last day that any counted account is known for, no later than today.
    public let last: CalendarDay
    /// Whether a statement reaches that day and no answer does.
    public let isOfStatement: Bool
    /// The banks that are known less far by more than a day, by name.
    private let behind: [BankBehind]
    /// The last known day of each account of those.
    private let earlier: [Int64: CalendarDay]
    /// From the first posted transaction of a currency to the last day of its accounts.
    private let known: [Currency: Range<CalendarDay>]
    /// By day.
    private let beginnings: [Beginning]

    /// - Parameter today: the day of the figures.
    public init(_ vault: Vault, on today: CalendarDay) throws {
        let bridges = Set(
            try vault.connections().filter { $0.kind == .simplefin }.map(\.id))
        let accounts = try vault.accounts().filter(\.visibility.isCounted)
        // An account that its bank lists no more may be closed; the others speak for it.
        let statements = try vault.newestDaysOfFiles()
        let banks = Dictionary(grouping: accounts) { Bank($0) }
            .compactMapValues { accounts in
                accounts.compactMap { account in
                    [account.lastAnsweredDay, statements[account.id]].compactMap(\.self).max()
                }.max()
            }
        let newest = banks.values.max()
        isOfStatement =
            !banks.contains { bridges.contains($0.key.connection) && $0.value == newest }
            && !statements.isEmpty
        let last = try min(today, newest ?? vault.newestDay() ?? today)
        let behind = banks.filter { bridges.contains($0.key.connection) && $0.value < last }
        self.last = last
        self.behind = behind.filter { $0.value.days(until: last) > 1 }.map {
            BankBehind(name: $0.key.name, last: $0.value)
        }
        .sorted { ($0.name, $0.last) < ($1.name, $1.last) }
        earlier = Dictionary(
            uniqueKeysWithValues: accounts.compactMap { account in
                behind[Bank(account)].map { (account.id, $0) }
            })
        var known: [Currency: Range<CalendarDay>] = [:]
        for (currency, own) in Dictionary(grouping: accounts, by: \.currency) {
            guard let first = try vault.oldestDay(of: own.map(\.id)) else { continue }
            let ends = own.compactMap { account in
                bridges.contains(account.connection)
                    ? banks[Bank(account)]
                    : [account.lastAnsweredDay, statements[account.id]].compactMap(\.self).max()
            }
            let end = min(today, ends.max() ?? last).adding(days: 1)
            known[currency] = first..<max(first, end)
        }
        self.known = known
        beginnings = try accounts.filter { !$0.isByHand && !$0.hasWholeHistory }
            .compactMap { account in
                try [account.coverage?.lowerBound, vault.oldestDay(of: [account.id])]
                    .compactMap(\.self).min().map { Beginning(account: account.name, first: $0) }
            }
            .sorted { ($0.first, $0.account) < ($1.first, $1.account) }
    }

    private struct Bank: Hashable {
        let connection: Int64
        let name: String

        init(_ account: AccountRecord) {
            connection = account.connection
            name = account.institution
        }
    }

    /// Whether nothing is known of some days yet.
    public func isBefore(_ days: Range<CalendarDay>) -> Bool { last < days.lowerBound }

    /// The banks that are behind in some days.
    public func behind(in days: Range<CalendarDay>) -> [BankBehind] {
        behind.filter { $0.last.adding(days: 1) < days.upperBound }
    }

    /// The accounts that are known from within some days on, and not from their first week.
    public func beginnings(in days: Range<CalendarDay>) -> [Beginning] {
        let week = days.lowerBound.adding(days: 7)
        return beginnings.filter { $0.first > week && $0.first < days.upperBound }
    }

    /// The fully known months of a currency; empty for none.
    ///
    /// They begin no earlier than its first transaction, and its answers or statements reach their
    /// end. Every average counts these months alone.
    public func wholeMonths(in currency: Currency) -> Range<CalendarMonth> {
        guard let days = known[currency] else {
            return CalendarMonth(year: 1, month: 1)..<CalendarMonth(year: 1, month: 1)
        }
        let first = days.lowerBound.month
        let start = days.lowerBound == first.firstDay ? first : first.next
        return start..<max(start, days.upperBound.month)
    }

    /// The day of the first posted transaction in a currency.
    func firstDay(in currency: Currency) -> CalendarDay? { known[currency]?.lowerBound }

    /// Those of a number of months before a month.
    public func wholeMonths(
        _ count: Int, before month: CalendarMonth, in currency: Currency
    ) -> Range<CalendarMonth> {
        wholeMonths(in: currency).clamped(to: month.adding(months: -count)..<month)
    }

    /// A month as far as it is known; nil if all of it is.
    public func soFar(of month: CalendarMonth) -> MonthSoFar? {
        guard last < month.lastDay || earlier.values.contains(where: { $0 < month.lastDay })
        else { return nil }
        return MonthSoFar(month: month, answered: self)
    }

    /// The part of a period that corresponds to what is known of a later one: the same days
    /// of its months, or as many days from its beginning.
    public func sameDays(
        of period: Range<CalendarDay>, in earlier: Range<CalendarDay>
    ) -> CountedDays {
        func end(after day: CalendarDay) -> CalendarDay {
            let shifted = day.shifted(from: period.lowerBound, to: earlier.lowerBound)
            return day.adding(days: 1) >= period.upperBound
                ? earlier.upperBound
                : max(earlier.lowerBound, min(earlier.upperBound, shifted.adding(days: 1)))
        }
        let ends = self.earlier.mapValues(end).filter { $0.value < end(after: last) }
        return CountedDays(earlier.lowerBound..<end(after: last), ends: ends)
    }
}

/// A month that is not known to its end.
public struct MonthSoFar: Sendable {
    public let month: CalendarMonth
    let answered: AnsweredDays

    /// The number of first days that any account is known for; 0 for none.
    public var days: Int {
        min(month.dayCount, max(0, month.firstDay.days(until: answered.last) + 1))
    }

    /// The last of those days.
    public var last: CalendarDay { month.firstDay.adding(days: days - 1) }

    /// The same days of another month.
    func sameDays(of other: CalendarMonth) -> CountedDays {
        answered.sameDays(
            of: month.firstDay..<month.next.firstDay, in: other.firstDay..<other.next.firstDay)
    }
}

extension AccountRecord {
    /// The last day that an answer covers, else that of the balance.
    fileprivate var lastAnsweredDay: CalendarDay? {
        coverage?.upperBound.adding(days: -1) ?? balanceDay
    }
}

extension CalendarDay {
    /// The day that lies as far behind another start: the same day of a month, no later
    /// than its last, if both starts begin a month, else by the count of days.
    fileprivate func shifted(from start: CalendarDay, to other: CalendarDay) -> CalendarDay {
        guard start == start.month.firstDay, other == other.month.firstDay else {
            return other.adding(days: start.days(until: self))
        }
        let month = month.adding(months: start.month.months(until: other.month))
        return month.firstDay.adding(days: min(components.day, month.dayCount) - 1)
    }
}
