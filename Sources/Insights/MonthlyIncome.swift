public import Model
public import Vault

/// What came in and went out in one month, in one currency: posted
/// transactions that are income or expense, money back taken off expenses.
public struct MonthlyIncome: Hashable, Sendable {
    public let month: CalendarMonth
    public let currency: Currency
    public let income: Money
    /// What was spent, as a positive amount.
    public let expenses: Money
    public let net: Money

    /// 100 × (1 − expenses / income) in whole percent, or nil where nothing
    /// came in.
    public var savingsRate: Int? {
        guard income.minorUnits > 0 else { return nil }
        let share = Double(expenses.minorUnits) / Double(income.minorUnits)
        return Int(exactly: (100 * (1 - share)).rounded())
    }
}

extension MonthlyIncome {
    /// The months from the first to the last, oldest first, for each currency
    /// in which anything moved; a month without movement is zero.
    ///
    /// - Parameter lastDay: nothing of later days counts; nil for every day of
    ///   the last month.
    public static func series(
        _ vault: Vault, from first: CalendarMonth, through last: CalendarMonth,
        until lastDay: CalendarDay? = nil
    ) throws -> [MonthlyIncome] {
        guard first <= last else { return [] }
        let days = (first.firstDay..<last.next.firstDay).through(lastDay)
        var sums: [Currency: [CalendarMonth: (income: Int64, expenses: Int64)]] = [:]
        for figure in try vault.dailyFigures(days) {
            let amount = figure.total.minorUnits
            var month = sums[figure.total.currency]?[figure.day.month] ?? (0, 0)
            switch figure.transactionClass {
            case .income: month.income = try sum(month.income, amount)
            case .expense: month.expenses = try sum(month.expenses, -amount)
            case .transfer, .ignore: continue
            }
            sums[figure.total.currency, default: [:]][figure.day.month] = month
        }
        let currencies = sums.keys.sorted { $0.code < $1.code }
        return try currencies.flatMap { currency in
            try sequence(first: first, next: \.next).prefix { $0 <= last }.map { month in
                let (income, expenses) = sums[currency]?[month] ?? (0, 0)
                return MonthlyIncome(
                    month: month, currency: currency,
                    income: Money(minorUnits: income, currency: currency),
                    expenses: Money(minorUnits: expenses, currency: currency),
                    net: Money(minorUnits: try sum(income, -expenses), currency: currency))
            }
        }
    }
}
