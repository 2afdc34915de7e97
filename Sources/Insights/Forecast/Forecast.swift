public import Model

/// The balances of accounts on the coming days.
///
/// A pure function of its facts: the same facts give the same days.
public struct Forecast: Sendable {
    public let today: CalendarDay
    /// In the order of accounts, hidden ones left out.
    public let accounts: [AccountForecast]
    /// The bank accounts and cards of each currency together, if they are several.
    public let totals: [AccountForecast]
    /// Planned items that aren't simply in it, in their order.
    public let notes: [PlanNote]
    /// Recurring income and spending of accounts whose value something else moves.
    public let heldOut: [ForecastMovement]

    /// - Parameters:
    ///   - end: the last day, not before today.
    ///   - withRange: false leaves the range out, which takes most of the time.
    public init(_ facts: ForecastFacts, through end: CalendarDay, withRange: Bool = true) {
        let today = facts.today
        self.today = today
        let end = max(today, end)
        let recognised = RecognisedPayments(facts)
        var everyday: [Int64: EverydayMovement] = [:]
        for account in facts.accounts where account.verdict(on: today).isCounted {
            guard let first = account.firstDay else { continue }
            everyday[account.id] = EverydayMovement(
                of: account.id, facts, recognised, from: first, through: account.knownDay)
        }
        let schedule = ForecastSchedule(facts, recognised, everyday: everyday, through: end)
        let byAccount = Dictionary(grouping: schedule.movements, by: \.account)
        let span = today...end
        accounts = facts.accounts.map { account in
            let verdict = account.verdict(on: today)
            let movement = everyday[account.id] ?? EverydayMovement(days: [])
            return AccountForecast(
                account, verdict, movements: byAccount[account.id] ?? [], movement, on: span,
                withRange: withRange)
        }
        let counted = accounts.filter {
            $0.verdict.isCounted && $0.account.visibility.isCounted && !$0.days.isEmpty
                && !$0.account.type.isLoan
        }
        let currencies = counted.map(\.account.currency).distinct
        totals = currencies.compactMap { currency in
            let ofCurrency = counted.filter { $0.account.currency == currency }
            guard ofCurrency.count > 1 else { return nil }
            return AccountForecast(sumOf: ofCurrency, on: span, withRange: withRange)
        }
        notes = schedule.notes
        let moved = facts.accounts.filter {
            [.investment, .asset].contains($0.verdict(on: today)) && $0.visibility.isCounted
        }.map(\.id)
        heldOut = moved.flatMap { byAccount[$0] ?? [] }.filter(\.isCounted)
    }
}

extension Forecast {
    /// Bills with the amounts that the forecast expects: a card takes what its statement has, and
    /// is no bill if that has nothing.
    public func expected(_ bills: [UpcomingBill]) -> [UpcomingBill] {
        let paid = accounts.flatMap(\.days).flatMap(\.movements).filter { movement in
            guard case .statement = movement.source else { return false }
            return movement.amount < 0
        }
        let statements = Dictionary(grouping: paid, by: \.name)
        return bills.compactMap { bill in
            guard let own = statements[bill.bill.series.name] else { return bill }
            let due = own.first { $0.day == bill.day || $0.isLate && bill.daysUntil < 0 }
            guard let due else { return nil }
            var exact = bill
            exact.amount = Money(sum: due.amount, currency: bill.amount.currency)
            return exact
        }
    }
}

/// The balance of one account on the coming days.
public struct AccountForecast: Sendable {
    /// Whether an account is in a forecast, and why not.
    public enum Verdict: Hashable, Sendable {
        case counted
        /// Its balance is of an earlier day.
        case stale(since: CalendarDay)
        /// Its bank has been silent for too long.
        case silent(since: CalendarDay)
        case noBalance
        /// The market moves its value.
        case investment
        /// It is worth something, and nothing is paid from it.
        case asset

        public var isCounted: Bool {
            switch self {
            case .counted, .stale: true
            case .silent, .noBalance, .investment, .asset: false
            }
        }
    }

    public struct Day: Hashable, Sendable {
        public let day: CalendarDay
        /// Minor units at its end.
        public let expected: Int128
        /// 8 of 10 such days end within these; nil for too short a history.
        public let range: ClosedRange<Int128>?
        /// What everyday spending takes from it, or brings.
        public let everyday: Int128
        /// What else moves.
        public let movements: [ForecastMovement]
    }

    /// Its id is 0 for a sum of accounts.
    public let account: ForecastFacts.Account
    public let verdict: Verdict
    /// Today and the days after it; none of an account that isn't counted.
    public let days: [Day]
    /// The four weeks in the middle of its past, besides what is recurring.
    public let fourWeeks: Int128
    /// The days of its past that the range was made from.
    public let historyDays: Int

    private let everyday: EverydayMovement

    /// The day with the lowest expected balance, the first of several.
    public var lowest: Day? { days.min { ($0.expected, $0.day) < ($1.expected, $1.day) } }

    /// The first day whose balance is below a limit.
    public func firstDay(below limit: Int128) -> Day? { days.first { $0.expected < limit } }

    init(
        _ account: ForecastFacts.Account, _ verdict: Verdict, movements: [ForecastMovement],
        _ everyday: EverydayMovement, on span: ClosedRange<CalendarDay>, withRange: Bool
    ) {
        self.account = account
        self.verdict = verdict
        self.everyday = everyday
        fourWeeks = everyday.fourWeeks
        historyDays = everyday.days.count
        guard verdict.isCounted, let balance = account.balance else {
            days = []
            return
        }
        let ofDay = Dictionary(grouping: movements) { max($0.day, span.lowerBound) }
        var scheduled = balance
        days = (0...span.lowerBound.days(until: span.upperBound)).map { position in
            let day = span.lowerBound.adding(days: position)
            let ahead = account.knownDay.days(until: day)
            let today = ofDay[day] ?? []
            scheduled += today.reduce(0) { $0 + $1.amount }
            let spent = everyday.expected(over: ahead)
            let before = position == 0 ? 0 : everyday.expected(over: ahead - 1)
            let expected = scheduled + spent
            return Day(
                day: day, expected: expected,
                range: withRange
                    ? everyday.range(over: ahead).map {
                        min(
                            expected, scheduled + $0.lowerBound)...max(
                                expected, scheduled + $0.upperBound)
                    } ?? (ahead == 0 ? expected...expected : nil) : nil,
                everyday: spent - before, movements: today)
        }
    }

    /// The sum of accounts in one currency.
    fileprivate init(
        sumOf accounts: [AccountForecast], on span: ClosedRange<CalendarDay>, withRange: Bool
    ) {
        let known = accounts.map(\.account.knownDay).min() ?? span.lowerBound
        let count = accounts.map(\.historyDays).min() ?? 0
        let past = (0..<count).map { position in
            accounts.reduce(Int128(0)) {
                $0 + $1.everyday.days[$1.everyday.days.count - count + position]
            }
        }
        let sum = ForecastFacts.Account(
            id: 0, name: accounts.map(\.account.name).joined(separator: ", "), type: .other,
            currency: accounts[0].account.currency,
            balance: accounts.reduce(0) { $0 + ($1.account.balance ?? 0) }, knownDay: known,
            firstDay: known.adding(days: 1 - count))
        account = sum
        verdict = .counted
        everyday = EverydayMovement(days: past)
        fourWeeks = accounts.reduce(0) { $0 + $1.fourWeeks }
        historyDays = count
        let range = everyday
        let own = Set(accounts.map(\.account.id))
        days = (0...span.lowerBound.days(until: span.upperBound)).map { position in
            let days = accounts.map { $0.days[position] }
            let expected = days.reduce(0) { $0 + $1.expected }
            let ahead = known.days(until: days[0].day)
            let spent = accounts.reduce(Int128(0)) {
                $0 + $1.everyday.expected(over: $1.account.knownDay.days(until: days[0].day))
            }
            return Day(
                day: days[0].day, expected: expected,
                range: withRange
                    ? range.range(over: ahead).map {
                        min(
                            expected, expected - spent + $0.lowerBound)...max(
                                expected, expected - spent + $0.upperBound)
                    } ?? (ahead == 0 ? expected...expected : nil) : nil,
                everyday: days.reduce(0) { $0 + $1.everyday },
                movements: days.flatMap(\.movements).filter { movement in
                    !(movement.other.map(own.contains) ?? false)
                })
        }
    }
}

/// What a forecast made of a planned item that isn't simply in it.
public struct PlanNote: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// A series pays it already.
        case paid(series: String)
        /// No account has that name, or several have it as a part.
        case noAccount
        /// The account's currency has fewer decimals.
        case decimals
    }

    public let item: PlannedItem
    public let reason: Reason

    public init(_ item: PlannedItem, _ reason: Reason) {
        self.item = item
        self.reason = reason
    }
}

extension ForecastFacts.Account {
    /// The days after which a balance is too old to count on.
    static let mostDaysOfSilence = 30

    /// Whether its future can be told.
    public func verdict(on today: CalendarDay) -> AccountForecast.Verdict {
        guard balance != nil else { return .noBalance }
        switch type.netWorthGroup {
        case .investments: return .investment
        case .otherAssets: return .asset
        case .bankAccounts, .liabilities: break
        }
        let age = knownDay.days(until: today)
        if age > Self.mostDaysOfSilence { return .silent(since: knownDay) }
        return age > 1 ? .stale(since: knownDay) : .counted
    }
}
