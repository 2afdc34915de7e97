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
    /// Oldest first; none where the bank never gave a balance.
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
