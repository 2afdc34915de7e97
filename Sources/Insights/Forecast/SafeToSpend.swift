public import Model

/// What can be spent now without missing a payment until a day.
///
/// It counts what is in accounts for spending, and what they are known to pay and receive:
/// series, planned items and statements of cards. Everyday spending is what it is for, so that
/// isn't taken off.
public struct SafeToSpend: Sendable {
    /// Whether an account is counted, and why not.
    public enum Verdict: Hashable, Sendable {
        case counted
        /// Counted with its balance of an earlier day.
        case stale(since: CalendarDay)
        /// Savings are not for spending.
        case savings
        /// Purchases on it count when its statement is paid.
        case card
        case loan
        /// The person left it out of totals.
        case leftOut
        /// The forecast can't tell.
        case unknown(AccountForecast.Verdict)

        public var isCounted: Bool {
            switch self {
            case .counted, .stale: true
            case .savings, .card, .loan, .leftOut, .unknown: false
            }
        }
    }

    public struct Account: Sendable {
        public let account: ForecastFacts.Account
        public let verdict: Verdict
        /// The balance that the bank told last; nil if the forecast can't tell.
        public let balance: Money?
    }

    /// What is left until a day.
    public struct Left: Sendable {
        /// The first day that is no longer counted.
        public let until: CalendarDay
        /// What moves until the day of the lowest balance, oldest first: with it the balance
        /// becomes the amount.
        public let movements: [ForecastMovement]
        /// The lowest balance before that day, negative if the money doesn't last.
        public let amount: Money
        /// The day of the lowest balance.
        public let lowest: CalendarDay
        /// The days until then, today included.
        public let days: Int
        /// The amount for each day, rounded down; nil if nothing is left.
        public var aDay: Money? {
            amount.minorUnits > 0
                ? Money(sum: amount.minorUnits / Int128(days), currency: amount.currency) : nil
        }
    }

    public let today: CalendarDay
    public let currency: Currency
    public let accounts: [Account]
    /// The balances of counted accounts.
    public let balance: Money
    /// The day of the oldest of these.
    public let balanceDay: CalendarDay
    /// Until the next regular income; nil if none is expected within two months.
    public let untilPay: Left?
    public let untilMonthEnd: Left
    /// In the next 31 days, with the income that is due.
    public let inMonth: Left
    /// What can be spent: what is left until the next regular income, or in the next 31 days
    /// without one, but no more than leaves enough for all of the next 31 days.
    public let safe: Left
    /// The largest payments after the days of ``safe``, three at most, oldest first.
    public let after: [ForecastMovement]

    /// The days ahead that a forecast for it needs.
    public static let days = 62

    /// One for each currency with an account that counts.
    ///
    /// - Parameters:
    ///   - forecast: of at least ``days``; its range isn't needed.
    ///   - withSavings: counts savings accounts as well.
    public static func all(_ forecast: Forecast, withSavings: Bool = false) -> [SafeToSpend] {
        let accounts = forecast.accounts.map { one in
            Account(
                account: one.account, verdict: one.spending(withSavings: withSavings),
                balance: one.days.isEmpty
                    ? nil
                    : one.account.balance.map { Money(sum: $0, currency: one.account.currency) })
        }
        return accounts.filter { $0.verdict.isCounted }.map(\.account.currency).distinct.map {
            SafeToSpend(forecast, accounts, in: $0)
        }
    }

    private init(_ forecast: Forecast, _ all: [Account], in currency: Currency) {
        let accounts = all.filter { $0.account.currency == currency }
        let counted = Set(accounts.filter { $0.verdict.isCounted }.map(\.account.id))
        let forecasts = forecast.accounts.filter { counted.contains($0.account.id) }
        let today = forecast.today
        // A transfer between two counted accounts leaves their sum alone. What should have come
        // by today, and isn't in the balance, has yet to come.
        let movements = forecasts.flatMap(\.days).flatMap(\.movements)
            .filter { movement in !(movement.other.map(counted.contains) ?? false) }
            .sorted { ($0.day, $0.name, $0.amount) < ($1.day, $1.name, $1.amount) }
        let start = accounts.filter { counted.contains($0.account.id) }
            .reduce(Int128(0)) { $0 + ($1.balance?.minorUnits ?? 0) }
        func left(until day: CalendarDay) -> Left {
            let before = movements.filter { $0.day < day }
            var (balance, lowest, lowestDay) = (start, start, today)
            // What comes and what goes on one day meet at its end, and what is late today.
            let days = Dictionary(grouping: before) { max($0.day, today) }
            for (day, ofDay) in days.sorted(by: { $0.key < $1.key }) {
                balance += ofDay.reduce(0) { $0 + $1.amount }
                if balance < lowest { (lowest, lowestDay) = (balance, day) }
            }
            let needed = lowest == start ? [] : before.filter { $0.day <= lowestDay }
            return Left(
                until: day, movements: needed, amount: Money(sum: lowest, currency: currency),
                lowest: lowestDay, days: today.days(until: day))
        }
        // Interest of a few cents makes no payday.
        let largest = movements.filter(\.isPay).map(\.amount).max() ?? 0
        let pay = movements.first { $0.isPay && $0.day > today && $0.amount * 4 >= largest }?.day
        self.today = today
        self.currency = currency
        self.accounts = accounts
        balance = Money(sum: start, currency: currency)
        balanceDay = forecasts.map(\.account.knownDay).min() ?? today
        untilPay = pay.map(left)
        untilMonthEnd = left(until: today.month.next.firstDay)
        inMonth = left(until: today.adding(days: 31))
        let next = untilPay ?? inMonth
        safe =
            inMonth.amount.minorUnits < next.amount.minorUnits
            ? left(until: inMonth.lowest.adding(days: 1)) : next
        let horizon = safe.until
        var names: Set<String> = []
        after = movements.filter {
            $0.day >= horizon && $0.amount < 0 && names.insert($0.name).inserted
        }
        .sorted { ($0.amount, $0.day, $0.name) < ($1.amount, $1.day, $1.name) }.prefix(3)
        .sorted { ($0.day, $0.amount, $0.name) < ($1.day, $1.amount, $1.name) }
    }
}

extension AccountForecast {
    fileprivate func spending(withSavings: Bool) -> SafeToSpend.Verdict {
        guard account.visibility.isCounted else { return .leftOut }
        switch verdict {
        case .counted, .stale: break
        case .silent, .noBalance, .investment, .asset: return .unknown(verdict)
        }
        switch account.type {
        case .credit: return .card
        case .loan, .mortgage: return .loan
        case .savings where !withSavings: return .savings
        case .checking, .savings, .cash, .other, .investment, .brokerage, .asset: break
        }
        if case .stale(let since) = verdict { return .stale(since: since) }
        return .counted
    }
}
