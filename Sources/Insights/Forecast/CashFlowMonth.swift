public import Model
public import Vault

/// Income, expenses and free cash flow of a month: what was booked, and ahead what is due, planned
/// and usual.
public struct CashFlowMonth: Hashable, Sendable {
    public let month: CalendarMonth
    /// Whether some of it lies ahead.
    public let isAhead: Bool
    public let income: Money
    /// As a positive amount, without the charges of loans that their minimums pay.
    public let expenses: Money
    /// What everyday spending takes from the days ahead, as a positive amount.
    public let everyday: Money
    /// The minimums of debts that have an account.
    public let minimums: Money
    /// Free cash flow from the first month to this one.
    public let together: Money

    public var free: Money { Self.free(income, expenses, everyday, minimums) }

    private static func free(
        _ income: Money, _ expenses: Money, _ everyday: Money, _ minimums: Money
    ) -> Money {
        Money(
            sum: income.minorUnits - expenses.minorUnits - everyday.minorUnits
                - minimums.minorUnits, currency: income.currency)
    }

    /// The whole months before this one that are shown at most.
    public static let mostPast = FreeCashFlow.mostMonths
    /// The months ahead that are shown at most, since a forecast reaches a year.
    public static let mostAhead = 11

    /// The last whole months, this one and those ahead, for each currency.
    ///
    /// - Parameters:
    ///   - forecast: until the end of the last month, with the charges of loans.
    ///   - items: of `plan.toml`.
    ///   - usual: the currency of items without an account.
    ///   - lastDay: the last day whose transactions count; nil for all.
    public static func all(
        _ vault: Vault, _ forecast: Forecast, _ debts: [Debt], _ items: [PlannedItem],
        in usual: Currency, through last: CalendarMonth, asKnownOn lastDay: CalendarDay?
    ) throws -> [[CashFlowMonth]] {
        let now = forecast.today.month
        guard try vault.oldestDay() != nil else { return [] }
        let known = try AnsweredDays(vault, on: forecast.today)
        let first = now.adding(months: -mostPast)
        var calendars: [MonthCalendar] = []
        var charged: [CalendarMonth: [Currency: Int128]] = [:]
        for month in sequence(first: first, next: \.next).prefix(while: { $0 <= last }) {
            calendars += try MonthCalendar.all(
                month, vault, items, forecast, usual: usual, through: lastDay)
            guard month <= now else { continue }
            charged[month] = try FreeCashFlow.charges(
                vault, on: debts, from: month, through: month)
        }
        return all(
            calendars, forecast, debts,
            isKnown: { $0 >= now || known.wholeMonths(in: $1).contains($0) },
            charged: { charged[$0]?[$1] ?? 0 })
    }

    /// - Parameters:
    ///   - calendars: of months without a gap, the oldest first.
    ///   - isKnown: whether a month of a currency is shown.
    ///   - charged: what loans charged in a month and their minimums paid.
    static func all(
        _ calendars: [MonthCalendar], _ forecast: Forecast, _ debts: [Debt],
        isKnown: (CalendarMonth, Currency) -> Bool = { _, _ in true },
        charged: (CalendarMonth, Currency) -> Int128 = { _, _ in 0 }
    ) -> [[CashFlowMonth]] {
        let months = Set(calendars.map(\.month)).sorted()
        return calendars.map(\.currency).distinct.compactMap { currency in
            let own = Dictionary(
                calendars.filter { $0.currency == currency }.map { ($0.month, $0) }
            ) { $1 }
            let ahead = Ahead(forecast, debts, currency)
            let known = debts.filter { $0.account != nil && $0.currency == currency }
            func money(_ sum: Int128) -> Money { Money(sum: sum, currency: currency) }
            let minimums = money(known.reduce(0) { $0 + ($1.minimum ?? 0) })
            var together: Int128 = 0
            let rows = months.filter { isKnown($0, currency) }.map { month in
                let calendar = own[month]
                let income = money(
                    (calendar?.income.minorUnits ?? 0) + (calendar?.incomeToCome.minorUnits ?? 0))
                let expenses = money(
                    (calendar?.expenses.minorUnits ?? 0)
                        + (calendar?.expensesToCome.minorUnits ?? 0)
                        - charged(month, currency) - (ahead.charges[month] ?? 0))
                let everyday = money(-(ahead.everyday[month] ?? 0))
                together += free(income, expenses, everyday, minimums).minorUnits
                return CashFlowMonth(
                    month: month, isAhead: month >= forecast.today.month, income: income,
                    expenses: expenses, everyday: everyday, minimums: minimums,
                    together: money(together))
            }
            let moves = rows.contains {
                [$0.income, $0.expenses, $0.everyday].contains { $0.minorUnits != 0 }
            }
            return moves ? rows : nil
        }
    }

    /// What a forecast has of one currency by month, besides what is due.
    private struct Ahead {
        /// Negative for spending.
        var everyday: [CalendarMonth: Int128] = [:]
        /// What debts with a minimum charge, as positive amounts.
        var charges: [CalendarMonth: Int128] = [:]

        init(_ forecast: Forecast, _ debts: [Debt], _ currency: Currency) {
            let paying = Set(debts.filter { $0.minimum != nil }.compactMap(\.account))
            for account in forecast.accounts
            where account.account.currency == currency && account.account.visibility.isCounted {
                for day in account.days {
                    guard account.account.type.isLoan else {
                        everyday[day.day.month, default: 0] += day.everyday
                        continue
                    }
                    guard paying.contains(account.account.id) else { continue }
                    charges[day.day.month, default: 0] -= day.movements
                        .filter { $0.isCounted && $0.amount < 0 }.reduce(0) { $0 + $1.amount }
                }
            }
        }
    }
}
