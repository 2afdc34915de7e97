public import Model
public import Vault

/// The daily balances of one account.
public struct AccountBalances: Sendable {
    public struct Point: Hashable, Sendable {
        public let day: CalendarDay
        public let balance: Money
        /// Whether it was computed from transactions because the bank gave none for
        /// that day.
        public let isEstimated: Bool

        /// The change of the balance since an earlier day.
        public func change(since earlier: Point) -> Money {
            Money(
                sum: balance.minorUnits - earlier.balance.minorUnits, currency: balance.currency)
        }
    }

    /// The accounts with their balances at the end of a day, if their banks have sent
    /// later ones.
    public static func accounts(
        _ accounts: [AccountRecord], of vault: Vault, on day: CalendarDay
    ) throws -> [AccountRecord] {
        let history = try BalanceHistory(vault, of: try vault.accounts(), from: day)
        return try accounts.map { account in
            guard let told = account.balanceAt, CalendarDay(secondsSinceEpoch: told) > day else {
                return account
            }
            let isKnown = try vault.firstKnownDay(of: account.id).map { $0 <= day } ?? false
            let balance = isKnown ? history.balance(of: account.id, on: day) : nil
            return account.having(
                balance: balance.map {
                    Money(sum: $0.minorUnits, currency: account.currency)
                }, on: day)
        }
    }

    public let account: AccountRecord
    /// Oldest first; none if the bank never gave a balance.
    public let points: [Point]
    /// The balance before the first of these days; nil if it can't be known.
    public let before: Point?

    /// The points, each with the change since the one before; nil for the first.
    public var steps: [(point: Point, change: Money?)] {
        points.enumerated().map { ($1, $0 > 0 ? $1.change(since: points[$0 - 1]) : nil) }
    }

    /// - Parameters:
    ///   - days: first and last day, both included; nil for none.
    ///   - newest: the day through which the last balance counts, as a bank's day may
    ///     be ahead of the person's. Nil for the last day itself.
    public init(
        _ vault: Vault, of account: AccountRecord, on days: ClosedRange<CalendarDay>?,
        through newest: CalendarDay? = nil
    ) throws {
        self.account = account
        guard let days else {
            (points, before) = ([], nil)
            return
        }
        let dayBefore = days.lowerBound.adding(days: -1)
        let history = try BalanceHistory(vault, of: try vault.accounts(), from: dayBefore)
        let count = days.lowerBound.days(until: days.upperBound)
        func point(_ day: CalendarDay, countedThrough counted: CalendarDay) -> Point? {
            history.balance(of: account.id, on: counted).map {
                Point(
                    day: day,
                    balance: Money(sum: $0.minorUnits, currency: account.currency),
                    isEstimated: $0.isEstimated)
            }
        }
        points = (0...count).compactMap { number in
            let day = days.lowerBound.adding(days: number)
            return point(day, countedThrough: number == count ? newest ?? day : day)
        }
        before = point(dayBefore, countedThrough: dayBefore)
    }
}

/// The balance of an account on any day: the bank's balance if there is one, else
/// computed from the nearest one and posted transactions.
struct BalanceHistory {
    /// A balance, and whether it was computed.
    struct Balance {
        let minorUnits: Int128
        let isEstimated: Bool
    }

    fileprivate var accounts: [Int64: Account] = [:]

    fileprivate struct Account {
        /// Oldest first.
        var told: [DailyBalance] = []
        /// The days with posted transactions, oldest first, with the running total at
        /// the end of each.
        var days: [CalendarDay] = []
        var sums: [Int128] = []
        /// Whether the first balance says nothing of the days before it.
        var beginsWithFirst = false
    }

    /// - Parameters:
    ///   - accounts: the vault's accounts.
    ///   - earliest: the first day that will be requested; nil for that of the first balance.
    init(_ vault: Vault, of accounts: [AccountRecord], from earliest: CalendarDay? = nil) throws {
        for balance in try vault.dailyBalances() {
            self.accounts[balance.account, default: Account()].told.append(balance)
        }
        for account in accounts where account.isByHand {
            self.accounts[account.id]?.beginsWithFirst = true
        }
        let firstTold = self.accounts.values.compactMap(\.told.first?.day).min()
        guard let first = [earliest, firstTold].compactMap(\.self).min() else { return }
        for flow in try vault.dailyFlows(of: accounts, after: first) {
            let before = self.accounts[flow.account]?.sums.last ?? 0
            self.accounts[flow.account, default: Account()].days.append(flow.day)
            self.accounts[flow.account]?.sums.append(before + flow.minorUnits)
        }
    }

    /// The balance at the end of a day, or nil if the bank never gave one. Takes
    /// logarithmic time in the account's days.
    func balance(of account: Int64, on day: CalendarDay) -> Balance? {
        guard let account = accounts[account], let first = account.told.first else { return nil }
        let position = account.told.boundary { $0.day > day }
        guard position > 0 || !account.beginsWithFirst else { return nil }
        let told = position > 0 ? account.told[position - 1] : first
        let moved = account.posted(through: day) - account.posted(through: told.day)
        // The last balance stands until something moves it, and each one that a person gave.
        let stands = position == account.told.count || account.beginsWithFirst
        return Balance(
            minorUnits: Int128(told.minorUnits) + moved,
            isEstimated: told.day != day && !(stands && moved == 0))
    }

    /// The bank's balances, or those on some days, oldest first, each with what the posted
    /// transactions since the balance before it don't explain.
    func reported(
        of account: Int64, in days: Range<CalendarDay>? = nil
    ) -> [(day: CalendarDay, balance: Int128, gap: Int128)] {
        guard let account = accounts[account] else { return [] }
        return account.told.indices.compactMap { position in
            let told = account.told[position]
            guard days?.contains(told.day) ?? true else { return nil }
            guard position > 0 else {
                guard account.beginsWithFirst, let days else {
                    return (told.day, told.minorUnits, 0)
                }
                // Before it there was nothing but the transactions of these days.
                let eve = days.lowerBound.adding(days: -1)
                let moved = account.posted(through: told.day) - account.posted(through: eve)
                return (told.day, told.minorUnits, told.minorUnits - moved)
            }
            let before = account.told[position - 1]
            let moved = account.posted(through: told.day) - account.posted(through: before.day)
            return (told.day, told.minorUnits, told.minorUnits - before.minorUnits - moved)
        }
    }
}

extension BalanceHistory.Account {
    fileprivate func posted(through day: CalendarDay) -> Int128 {
        let position = days.boundary { $0 > day }
        return position > 0 ? sums[position - 1] : 0
    }
}

extension Array {
    /// The position of the first element that satisfies a predicate, or the count.
    /// Binary search: every element after a match must match.
    func boundary(where isSo: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isSo(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
