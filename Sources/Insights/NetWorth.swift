public import Model
public import Vault

/// Assets less liabilities in one currency.
public struct NetWorth: Sendable {
    public let day: CalendarDay
    public let assets: Money
    /// Debts as a positive amount.
    public let liabilities: Money
    public let net: Money
    /// Whether a balance was computed from transactions because the bank gave none for
    /// that day.
    public let isEstimated: Bool
    /// The balances that ``net`` is the sum of, with the accounts' ids.
    public let balances: [(account: Int64, balance: Money)]

    /// The change since an earlier day; nil if the currencies differ.
    public func change(since earlier: NetWorth) -> Money? {
        guard net.currency == earlier.net.currency else { return nil }
        return Money(sum: net.minorUnits - earlier.net.minorUnits, currency: net.currency)
    }
}

/// Net worth today and on earlier days.
public struct NetWorthHistory: Sendable {
    /// The figures of one currency, oldest first and today last; none if nothing is
    /// known yet.
    public struct Series: Sendable {
        public let currency: Currency
        public let points: [NetWorth]
        /// The day of the oldest balance of a bank in today's figures; nil without one.
        public let balanceDay: CalendarDay?
        /// Whether it has accounts of investments, whose gains an estimate leaves out.
        public let hasInvestments: Bool

        public var now: NetWorth? { points.last }

        /// The figures of each day from the first point to the last one.
        public func daily(in vault: Vault) throws -> [NetWorth] {
            guard let first = points.first, let last = points.last, first.day < last.day else {
                return points
            }
            let days = try NetWorthHistory(vault, on: first.day...last.day.adding(days: -1))
            let own = days.series.first { $0.currency == currency }?.points ?? []
            return own + [last]
        }
    }

    public private(set) var series: [Series]
    /// Accounts without a balance from their bank.
    public let accountsWithoutBalance: [AccountRecord]

    /// The history with its currencies in an order.
    public func sorted(by order: CurrencyOrder) -> NetWorthHistory {
        var history = self
        history.series = order.sorted(series, by: \.currency)
        return history
    }

    /// Net worth at the end of each of the last months, and today.
    ///
    /// - Parameters:
    ///   - today: the as-of day.
    ///   - newest: the day through which today's figures count, as a bank's day may be
    ///     ahead of the person's. Nil for today.
    ///   - months: the number of month ends before today, 0 and more.
    public init(
        _ vault: Vault, today: CalendarDay, through newest: CalendarDay? = nil, months: Int
    ) throws {
        let ends = (0..<max(0, months)).map {
            today.month.adding(months: -1 - $0).lastDay
        }
        try self.init(vault, at: ends.reversed() + [today], through: newest)
    }

    /// Net worth at the end of each of some days.
    ///
    /// - Parameter newest: as above.
    public init(
        _ vault: Vault, on days: ClosedRange<CalendarDay>, through newest: CalendarDay? = nil
    ) throws {
        let first = days.lowerBound
        let count = first.days(until: days.upperBound)
        try self.init(vault, at: (0...count).map { first.adding(days: $0) }, through: newest)
    }

    /// - Parameter days: oldest first, at least one.
    private init(_ vault: Vault, at days: [CalendarDay], through newest: CalendarDay?) throws {
        // A day before the first known one has no figures, instead of those of later
        // days.
        var days = days
        if let first = try vault.firstKnownDay(), let last = newest ?? days.last, last < first {
            days = []
        }
        let accounts = try vault.accounts().filter(\.visibility.isCounted)
        let history = try BalanceHistory(
            vault, of: accounts, from: days.first ?? CalendarDay(daysSinceEpoch: 0))
        let currencies = accounts.map(\.currency).distinct
        series = currencies.map { currency in
            let accounts = accounts.filter { $0.currency == currency }
            // Nothing is known where no account has a balance, which isn't worth nothing.
            let isKnown = accounts.contains { $0.balance != nil }
            let points = (isKnown ? days : []).map { day in
                NetWorth(
                    accounts, on: day, through: day == days.last ? newest ?? day : day,
                    currency: currency, history: history)
            }
            let balanceDays = accounts.filter { !$0.isByHand }.compactMap(\.balanceDay)
            return Series(
                currency: currency, points: points,
                balanceDay: (balanceDays + [newest ?? days.last].compactMap(\.self)).min(),
                hasInvestments: accounts.contains { $0.type.netWorthGroup == .investments })
        }
        accountsWithoutBalance = accounts.filter { $0.balance == nil }
    }
}

extension NetWorth {
    fileprivate init(
        _ accounts: [AccountRecord], on day: CalendarDay, through counted: CalendarDay,
        currency: Currency, history: BalanceHistory
    ) {
        var assets: Int128 = 0
        var owed: Int128 = 0
        var isEstimated = false
        var balances: [(account: Int64, balance: Money)] = []
        for account in accounts {
            guard let balance = history.balance(of: account.id, on: counted) else { continue }
            isEstimated = isEstimated || balance.isEstimated
            balances.append((account.id, Money(sum: balance.minorUnits, currency: currency)))
            if account.type.isLiability {
                owed -= balance.minorUnits
            } else {
                assets += balance.minorUnits
            }
        }
        self.init(
            day: day, assets: Money(sum: assets, currency: currency),
            liabilities: Money(sum: owed, currency: currency),
            net: Money(sum: assets - owed, currency: currency),
            isEstimated: isEstimated, balances: balances)
    }
}
