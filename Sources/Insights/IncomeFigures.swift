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

    init(income: Int64, expenses: Int64, in currency: Currency) throws {
        self.income = Money(minorUnits: income, currency: currency)
        self.expenses = Money(minorUnits: expenses, currency: currency)
        net = Money(minorUnits: try sum(income, -expenses), currency: currency)
    }
}
