public import Model
public import Vault

/// Income and expenses of one month in one currency, from posted transactions. Money
/// back reduces expenses.
public struct MonthlyIncome: Hashable, Sendable {
    public let month: CalendarMonth
    public let currency: Currency
    public let figures: IncomeFigures

    public var income: Money { figures.income }
    public var expenses: Money { figures.expenses }
    public var net: Money { figures.net }
    public var savingsRate: Int? { figures.savingsRate }

    /// The figures of several months of one currency; nil for an empty list.
    public static func together(_ months: [MonthlyIncome]) -> IncomeFigures? {
        guard let currency = months.first?.currency else { return nil }
        return IncomeFigures(
            income: months.reduce(0) { $0 + $1.income.minorUnits },
            expenses: months.reduce(0) { $0 + $1.expenses.minorUnits }, in: currency)
    }
}

extension MonthlyIncome {
    /// The figures of an average month, rounded to the nearest minor unit; nil for an empty list.
    public static func average(of months: [MonthlyIncome]) -> IncomeFigures? {
        guard let together = together(months) else { return nil }
        return IncomeFigures(
            income: together.income.minorUnits.divided(by: months.count),
            expenses: together.expenses.minorUnits.divided(by: months.count),
            in: together.income.currency)
    }

    /// What is left of the months up to each one, in its currency.
    ///
    /// - Parameter months: oldest first in each currency.
    public static func runningNet(of months: [MonthlyIncome]) -> [Money] {
        var sums: [Currency: Int128] = [:]
        return months.map { month in
            sums[month.currency, default: 0] += month.net.minorUnits
            return Money(sum: sums[month.currency] ?? 0, currency: month.currency)
        }
    }

    /// The months that averages look back at.
    public static let mostMonths = 6

    /// An average month for each currency with movement, of the whole months that are known in it
    /// among the ``mostMonths`` before one.
    ///
    /// - Parameter soFar: a month whose days count in each; nil for all days.
    public static func averages(
        _ vault: Vault, before month: CalendarMonth, known: AnsweredDays,
        soFar: MonthSoFar? = nil
    ) throws -> [Currency: IncomeFigures] {
        let months = try months(vault, before: month, known: known, soFar: soFar)
        return Dictionary(grouping: months, by: \.currency).compactMapValues { own in
            own.first.flatMap { first in
                // A month without movement counts too.
                let number = known.wholeMonths(mostMonths, before: month, in: first.currency)
                    .count
                return together(own).map {
                    IncomeFigures(
                        income: $0.income.minorUnits.divided(by: number),
                        expenses: $0.expenses.minorUnits.divided(by: number),
                        in: first.currency)
                }
            }
        }
    }

    /// The months that ``averages(_:before:known:soFar:)`` averages, oldest first. A month
    /// without movement in a currency is missing.
    public static func months(
        _ vault: Vault, before month: CalendarMonth, known: AnsweredDays, soFar: MonthSoFar?
    ) throws -> [MonthlyIncome] {
        try (month.adding(months: -mostMonths)..<month).months.flatMap {
            try months(
                vault, soFar?.sameDays(of: $0) ?? CountedDays($0.firstDay..<$0.next.firstDay))
        }.filter { known.wholeMonths(in: $0.currency).contains($0.month) }
    }

    /// The months from the first to the last, oldest first, for each currency with any
    /// movement. A month without movement is zero.
    ///
    /// - Parameter lastDay: the last day that counts; nil for the end of the last
    ///   month.
    public static func months(
        _ vault: Vault, from first: CalendarMonth, through last: CalendarMonth,
        until lastDay: CalendarDay? = nil
    ) throws -> [MonthlyIncome] {
        guard first <= last else { return [] }
        return try months(vault, days: (first.firstDay..<last.next.firstDay).through(lastDay))
    }

    /// The months of some days, as ``months(_:from:through:until:)``. Of the first and
    /// last month only those days count.
    ///
    /// - Parameter days: within the years 1 to 9999.
    public static func months(
        _ vault: Vault, days: Range<CalendarDay>
    ) throws -> [MonthlyIncome] {
        try months(vault, CountedDays(days))
    }

    private static func months(_ vault: Vault, _ counted: CountedDays) throws -> [MonthlyIncome] {
        let days = counted.days
        guard !days.isEmpty else { return [] }
        let (first, last) = (days.lowerBound.month, days.upperBound.adding(days: -1).month)
        var sums: [Currency: [CalendarMonth: (income: Int128, expenses: Int128)]] = [:]
        for figure in try vault.dailyFigures(counted) {
            let amount = figure.total.minorUnits
            var month = sums[figure.total.currency]?[figure.day.month] ?? (0, 0)
            switch figure.transactionClass {
            case .income: month.income += amount
            case .expense: month.expenses -= amount
            case .transfer, .ignore: continue
            }
            sums[figure.total.currency, default: [:]][figure.day.month] = month
        }
        let currencies = sums.keys.sorted { $0.code < $1.code }
        return currencies.flatMap { currency in
            sequence(first: first, next: \.next).prefix { $0 <= last }.map { month in
                let (income, expenses) = sums[currency]?[month] ?? (0, 0)
                return MonthlyIncome(
                    month: month, currency: currency,
                    figures: IncomeFigures(income: income, expenses: expenses, in: currency))
            }
        }
    }
}

/// Income and expenses over a period, in one currency.
public struct IncomeFigures: Hashable, Sendable {
    public let income: Money
    /// Spending as a positive amount.
    public let expenses: Money
    public let net: Money

    /// 100 × (1 − expenses / income) in whole percent, or nil if nothing came in.
    public var savingsRate: Int? {
        guard income.minorUnits > 0 else { return nil }
        let share = Double(expenses.minorUnits) / Double(income.minorUnits)
        return Int(exactly: (100 * (1 - share)).rounded())
    }

    init(income: Int128, expenses: Int128, in currency: Currency) {
        self.income = Money(sum: income, currency: currency)
        self.expenses = Money(sum: expenses, currency: currency)
        net = Money(sum: income - expenses, currency: currency)
    }
}

/// Months of all currencies together, at the person's rates.
public struct ConvertedIncome: Sendable {
    /// In the base currency, each at the rates of its last day.
    public let months: [MonthlyIncome]
    /// The rates that the months use.
    public let rates: [CurrencyRates.Rate]
    /// The months of each currency, before conversion.
    private let exact: [MonthlyIncome]
    private let all: CurrencyRates
    private let lastDay: CalendarDay

    /// The sums of all months, rounded once.
    public var together: IncomeFigures? { figures(of: months.map(\.month), dividedBy: 1) }

    /// An average month, rounded once; nil for an empty list.
    public func average(of months: [CalendarMonth]) -> IncomeFigures? {
        months.isEmpty ? nil : figures(of: months, dividedBy: months.count)
    }

    private func figures(of months: [CalendarMonth], dividedBy count: Int) -> IncomeFigures? {
        let own = exact.filter { months.contains($0.month) }
        func sum(_ amount: (MonthlyIncome) -> Money) -> Money? {
            all.sum(
                of: own.map { (amount($0), min($0.month.lastDay, lastDay)) }, dividedBy: count)?
                .amount
        }
        guard let income = sum(\.income), let expenses = sum(\.expenses) else { return nil }
        return IncomeFigures(
            income: income.minorUnits, expenses: expenses.minorUnits, in: income.currency)
    }

    /// - Parameters:
    ///   - months: as ``MonthlyIncome/months(_:days:)`` gives them.
    ///   - day: the last day whose rate counts, such as today.
    /// - Returns: nil without a rate for one of the currencies, and if all are the base
    ///   currency.
    public init?(_ months: [MonthlyIncome], at rates: CurrencyRates, through day: CalendarDay) {
        var converted: [MonthlyIncome] = []
        var used: [CurrencyRates.Rate] = []
        for month in Set(months.map(\.month)).sorted() {
            let own = months.filter { $0.month == month }
            let last = min(month.lastDay, day)
            guard let income = rates.sum(of: own.map(\.income), on: last),
                let expenses = rates.sum(of: own.map(\.expenses), on: last)
            else { return nil }
            converted.append(
                MonthlyIncome(
                    month: month, currency: income.amount.currency,
                    figures: IncomeFigures(
                        income: income.amount.minorUnits, expenses: expenses.amount.minorUnits,
                        in: income.amount.currency)))
            used += income.rates.filter { !used.contains($0) }
        }
        guard !converted.isEmpty else { return nil }
        self.months = converted
        self.rates = used
        exact = months
        all = rates
        lastDay = day
    }
}

extension Int128 {
    /// The quotient rounded to the nearest whole number, halves away from zero.
    ///
    /// - Parameter count: above zero.
    func divided(by count: some BinaryInteger) -> Int128 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: Int128(count))
        return rest.magnitude * 2 >= UInt128(count) ? quotient + rest.signum() : quotient
    }
}
