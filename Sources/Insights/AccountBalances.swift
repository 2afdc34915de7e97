public import Model
public import Vault

/// One account's balance at the end of each of some days.
public struct AccountBalances: Sendable {
    public struct Point: Hashable, Sendable {
        public let day: CalendarDay
        public let balance: Money
        /// Whether it was counted from transactions, since the bank gave none
        /// for that day.
        public let isRebuilt: Bool

        /// What the balance changed by since an earlier day.
        public func change(since earlier: Point) -> Money {
            Money(
                sum: balance.minorUnits - earlier.balance.minorUnits, currency: balance.currency)
        }
    }

    /// Accounts with their balances at the end of a day, where their banks
    /// gave later ones.
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

    /// - Parameters:
    ///   - days: from the first to the last, both included; nil for none.
    ///   - newest: the day through which the last one is counted: a bank's day may be
    ///     ahead of the person's. Nil for the last day itself.
    public init(
        _ vault: Vault, of account: AccountRecord, on days: ClosedRange<CalendarDay>?,
        through newest: CalendarDay? = nil
    ) throws {
        self.account = account
        guard let days else {
            points = []
            return
        }
        let history = try BalanceHistory(
            vault, of: try vault.accounts(), from: days.lowerBound)
        let count = days.lowerBound.days(until: days.upperBound)
        points = (0...count).compactMap { number in
            let day = days.lowerBound.adding(days: number)
            let counted = number == count ? newest ?? day : day
            return history.balance(of: account.id, on: counted).map {
                Point(
                    day: day,
                    balance: Money(sum: $0.minorUnits, currency: account.currency),
                    isRebuilt: $0.isRebuilt)
            }
        }
    }
}

/// What an account's balance was on any day: the bank's word where it gave
/// one, and else counted on from the nearest word by posted transactions.
struct BalanceHistory {
    /// A balance, and whether it was counted instead of told.
    struct Balance {
        let minorUnits: Int128
        let isRebuilt: Bool
    }

    fileprivate var accounts: [Int64: Account] = [:]

    fileprivate struct Account {
        /// Oldest first.
        var told: [DailyBalance] = []
        /// The days on which something was posted, oldest first, with the sum
        /// of all that was posted up to their ends.
        var days: [CalendarDay] = []
        var sums: [Int128] = []
    }

    /// - Parameters:
    ///   - accounts: the vault's accounts.
    ///   - earliest: the first day that will be asked for.
    init(_ vault: Vault, of accounts: [AccountRecord], from earliest: CalendarDay) throws {
        for balance in try vault.dailyBalances() {
            self.accounts[balance.account, default: Account()].told.append(balance)
        }
        let firstTold = self.accounts.values.compactMap(\.told.first?.day).min() ?? earliest
        for flow in try vault.dailyFlows(of: accounts, after: min(earliest, firstTold)) {
            let before = self.accounts[flow.account]?.sums.last ?? 0
            self.accounts[flow.account, default: Account()].days.append(flow.day)
            self.accounts[flow.account]?.sums.append(before + flow.minorUnits)
        }
    }

    /// The balance at the end of a day, or nil if the bank never gave one. Takes a
    /// logarithm of the account's days.
    func balance(of account: Int64, on day: CalendarDay) -> Balance? {
        guard let account = accounts[account], let first = account.told.first else { return nil }
        let position = account.told.boundary { $0.day > day }
        let told = position > 0 ? account.told[position - 1] : first
        let moved = account.posted(through: day) - account.posted(through: told.day)
        return Balance(
            minorUnits: Int128(told.minorUnits) + moved, isRebuilt: told.day != day)
    }
}

extension BalanceHistory.Account {
    fileprivate func posted(through day: CalendarDay) -> Int128 {
        let position = days.boundary { $0 > day }
        return position > 0 ? sums[position - 1] : 0
    }
}

extension Array {
    /// The position of the first element for which something is so, or the
    /// count, where it is so for all elements behind one for which it is.
    fileprivate func boundary(where isSo: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isSo(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
