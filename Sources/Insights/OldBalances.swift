public import Model
public import Vault

/// Balances of counted accounts that figures use although they are old.
///
/// The balance of yesterday is normal, because many banks report once a day.
public struct OldBalances: Sendable {
    /// The accounts with an old balance.
    public let accounts: [AccountRecord]
    /// The number of all accounts whose balance counts.
    public let known: Int
    /// The day of the oldest balance.
    public let day: CalendarDay

    /// Whether all balances are old and of one day.
    public var areAllOfOneDay: Bool {
        accounts.count == known && accounts.allSatisfy { $0.balanceDay == day }
    }

    /// - Parameter today: the day of the figures.
    /// - Returns: nil if no balance is old.
    public init?(among accounts: [AccountRecord], on today: CalendarDay) {
        let counted = accounts.filter { $0.visibility.isCounted && $0.balanceDay != nil }
        self.accounts = counted.filter { $0.hasOldBalance(on: today) }
        known = counted.count
        guard let day = self.accounts.compactMap(\.balanceDay).min() else { return nil }
        self.day = day
    }
}

extension AccountRecord {
    /// The day of the balance; nil without one.
    public var balanceDay: CalendarDay? {
        balance == nil ? nil : balanceAt.map { CalendarDay(secondsSinceEpoch: $0) }
    }

    /// Whether the balance is older than yesterday, and a bank should have sent a newer one.
    public func hasOldBalance(on today: CalendarDay) -> Bool {
        !isByHand && balanceDay.map { $0.days(until: today) > 1 } ?? false
    }
}
