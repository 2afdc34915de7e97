public import Model

/// Months of all currencies together, at the person's rates.
public struct ConvertedIncome: Sendable {
    /// In the base currency, each at the rates of its last day.
    public let months: [MonthlyIncome]
    public let rates: [CurrencyRates.Rate]

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
    }
}
