public import Model
public import Vault

/// The days of a month in one currency: what came and went, what was planned, and what is due.
public struct MonthCalendar: Sendable {
    /// An income or a payment that is expected on a day.
    public struct Entry: Hashable, Sendable {
        public enum Source: Hashable, Sendable {
            /// An item of `plan.toml`.
            case planned
            /// A coming payment or income.
            case due(ForecastMovement.Source, isLate: Bool)
        }

        public let name: String
        /// Negative for a payment.
        public let amount: Money
        public let source: Source
        /// Whether it counts as income or spending, as what came and went does: not money that
        /// changes its place between own accounts, or pays a card or a loan.
        public let isCounted: Bool
        /// Whether a loan charges it itself. Its payments pay it, so that it is in theirs.
        public let isOfLoan: Bool
        /// Whether the amount is only about right.
        public let isEstimate: Bool
    }

    public struct Day: Hashable, Sendable {
        public let day: CalendarDay
        public let income: Money
        /// Spending less money back, as a positive amount.
        public let expenses: Money
        /// Up to today what was planned for the day, later all that is due. Today has both.
        public let entries: [Entry]

        /// What is planned or due and counts as income.
        public var expectedIncome: Money { expected { $0 > 0 } }
        /// What is planned or due and counts as spending, as a positive amount.
        public var expectedExpenses: Money { expected { $0 < 0 }.negated }

        private func expected(_ isMeant: (Int128) -> Bool) -> Money {
            Money(
                sum: entries.filter(\.isCounted).map(\.amount.minorUnits).filter(isMeant)
                    .reduce(0, +),
                currency: income.currency)
        }
    }

    /// What planned items come to.
    public struct Planned: Hashable, Sendable {
        public let income: Money
        /// As a positive amount.
        public let expenses: Money
    }

    public let month: CalendarMonth
    public let currency: Currency
    public let today: CalendarDay
    /// All days of the month.
    public let days: [Day]
    /// What planned items come to in the month and in its year.
    public let planned: Planned
    public let plannedOfYear: Planned

    /// One for each currency with anything in the month; one of the usual currency if there is
    /// nothing.
    ///
    /// - Parameters:
    ///   - items: of `plan.toml`.
    ///   - forecast: until the end of the month or longer.
    ///   - usual: the currency of items without an account.
    ///   - lastDay: the last day whose transactions count; nil for all.
    public static func all(
        _ month: CalendarMonth, _ vault: Vault, _ items: [PlannedItem], _ forecast: Forecast,
        usual: Currency, through lastDay: CalendarDay?
    ) throws -> [MonthCalendar] {
        let accounts = try vault.accounts()
        let figures = try vault.dailyFigures(
            (month.firstDay..<month.next.firstDay).through(lastDay))
        return all(
            month, figures,
            // The forecast tells of items whose account isn't known.
            items.compactMap { item in
                accounts.currency(of: item, orElse: usual).map { (item, $0) }
            }, forecast, usual: usual)
    }

    /// - Parameter items: with the currencies of their accounts.
    static func all(
        _ month: CalendarMonth, _ figures: [DailyFigure],
        _ items: [(item: PlannedItem, currency: Currency)], _ forecast: Forecast, usual: Currency
    ) -> [MonthCalendar] {
        let due = expected(forecast, through: month.lastDay)
            .filter { $0.movement.day.month == month && $0.movement.day >= forecast.today }
        let planned = items.filter { item, _ in
            !item.days(in: month.firstDay...month.lastDay).isEmpty
        }
        let currencies =
            (figures.map(\.total.currency) + planned.map(\.currency) + due.map(\.currency))
            .distinct
        return (currencies.isEmpty ? [usual] : currencies).map { currency in
            MonthCalendar(
                month, currency, figures.filter { $0.total.currency == currency },
                items.filter { $0.currency == currency }.map(\.item),
                due.filter { $0.currency == currency }.map(\.movement),
                ofLoans: Set(
                    forecast.accounts.filter(\.account.type.isLoan).map(\.account.id)),
                on: forecast.today)
        }
    }

    /// What is due, and what else will count as income or spending: pending purchases by card,
    /// and the charges of loans.
    private static func expected(
        _ forecast: Forecast, through end: CalendarDay
    ) -> [(movement: ForecastMovement, currency: Currency)] {
        let due = DuePayments.all(forecast, through: end).flatMap(\.payments)
        let listed = Set(due.map(\.movement))
        let others = forecast.accounts.filter { $0.account.visibility.isCounted }.flatMap { one in
            one.days.prefix { $0.day <= end }.flatMap(\.movements)
                .filter { $0.isCounted && $0.other == nil && !listed.contains($0) }
                .map { (movement: $0, currency: one.account.currency) }
        }
        return (due.map { ($0.movement, $0.account.currency) } + others).sorted {
            ($0.movement.day, $0.movement.name, $0.movement.amount)
                < ($1.movement.day, $1.movement.name, $1.movement.amount)
        }
    }

    private init(
        _ month: CalendarMonth, _ currency: Currency, _ figures: [DailyFigure],
        _ items: [PlannedItem], _ due: [ForecastMovement], ofLoans loans: Set<Int64>,
        on today: CalendarDay
    ) {
        self.month = month
        self.currency = currency
        self.today = today
        var entries: [CalendarDay: [Entry]] = [:]
        let first = month.firstDay
        // Later days have planned items among what is due.
        for item in items where first <= today {
            guard let amount = item.amount.minorUnits(in: currency) else { continue }
            for day in item.days(in: first...min(today, month.lastDay)) {
                entries[day, default: []].append(
                    Entry(
                        name: item.name, amount: Money(sum: amount, currency: currency),
                        source: .planned, isCounted: true, isOfLoan: false, isEstimate: false))
            }
        }
        for movement in due {
            if movement.day == today, case .planned = movement.source { continue }
            entries[movement.day, default: []].append(
                Entry(
                    name: movement.name, amount: Money(sum: movement.amount, currency: currency),
                    source: .due(movement.source, isLate: movement.isLate),
                    isCounted: movement.isCounted, isOfLoan: loans.contains(movement.account),
                    isEstimate: movement.isEstimate))
        }
        let ofDay = Dictionary(grouping: figures, by: \.day)
        func sum(_ day: CalendarDay, _ kind: TransactionClass) -> Int128 {
            (ofDay[day] ?? []).filter { $0.transactionClass == kind }
                .reduce(0) { $0 + $1.total.minorUnits }
        }
        days = (0..<month.dayCount).map { number in
            let day = first.adding(days: number)
            return Day(
                day: day, income: Money(sum: sum(day, .income), currency: currency),
                expenses: Money(sum: -sum(day, .expense), currency: currency),
                entries: entries[day] ?? [])
        }
        let year = CalendarMonth(year: month.year, month: 1).firstDay
        planned = Planned(items, in: first...month.lastDay, currency)
        plannedOfYear = Planned(
            items, in: year...CalendarMonth(year: month.year, month: 12).lastDay, currency)
    }
}

extension MonthCalendar {
    public var income: Money { money(days.map(\.income.minorUnits)) }
    public var expenses: Money { money(days.map(\.expenses.minorUnits)) }
    public var incomeToCome: Money { money(toCome { $0.isCounted && $0.amount.minorUnits > 0 }) }
    /// As a positive amount.
    public var expensesToCome: Money {
        money(toCome { $0.isCounted && $0.amount.minorUnits < 0 }).negated
    }
    /// What loans will charge, as a positive amount; in the expenses, and in the payments.
    public var loanCharges: Money {
        money(toCome { $0.isOfLoan && $0.amount.minorUnits < 0 }).negated
    }
    /// What is due for cards, loans and other own accounts, as a positive amount.
    public var paymentsToCome: Money {
        money(toCome { !$0.isCounted && $0.amount.minorUnits < 0 }).negated
    }

    /// What was spent on an average day up to today; nil before the month begins.
    public var spentADay: Money? {
        guard month.firstDay <= today else { return nil }
        let count = min(month.lastDay, today).components.day
        return Money(sum: expenses.minorUnits.divided(by: count), currency: currency)
    }

    /// The planned expenses of an average day.
    public var plannedADay: Money {
        Money(sum: planned.expenses.minorUnits.divided(by: month.dayCount), currency: currency)
    }

    /// What is due from today on, and planned after it.
    private func toCome(_ isMeant: (Entry) -> Bool) -> [Int128] {
        days.filter { $0.day >= today }.flatMap { day in
            day.entries.filter { (day.day > today || $0.source != .planned) && isMeant($0) }
                .map(\.amount.minorUnits)
        }
    }

    private func money(_ amounts: [Int128]) -> Money {
        Money(sum: amounts.reduce(0, +), currency: currency)
    }
}

extension MonthCalendar.Planned {
    fileprivate init(
        _ items: [PlannedItem], in days: ClosedRange<CalendarDay>, _ currency: Currency
    ) {
        let amounts = items.compactMap { item in
            item.amount.minorUnits(in: currency).map { $0 * Int128(item.days(in: days).count) }
        }
        income = Money(sum: amounts.filter { $0 > 0 }.reduce(0, +), currency: currency)
        expenses = Money(sum: -amounts.filter { $0 < 0 }.reduce(0, +), currency: currency)
    }
}
