public import Model

/// What came in and went out in some time, in one currency.
public struct IncomeFigures: Hashable, Sendable {
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

    init(income: Int128, expenses: Int128, in currency: Currency) {
        self.income = Money(sum: income, currency: currency)
        self.expenses = Money(sum: expenses, currency: currency)
        net = Money(sum: income - expenses, currency: currency)
    }
}
