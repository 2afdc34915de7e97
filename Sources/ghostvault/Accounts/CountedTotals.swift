import Engine
import Insights
import Model
import Vault

/// The totals that change with accounts and decisions: net worth, and income and expenses of the
/// last twelve months with this one.
struct CountedTotals {
    /// By name, in the order in which they are shown; with the currency's code.
    private var amounts: [(name: String, amount: Money)] = []

    init(_ engine: Engine) throws {
        let order = try engine.currencyOrder()
        try self.init(netWorthIn: engine.vault, on: engine.today, order)
        let month = engine.today.month
        let months = try MonthlyIncome.months(
            engine.vault, days: month.adding(months: -11).firstDay..<month.next.firstDay)
        let figures = order.sorted(months.map(\.currency).distinct, by: \.self).compactMap {
            currency in MonthlyIncome.together(months.filter { $0.currency == currency })
        }
        amounts += figures.map { ("Income of twelve months", $0.income) }
        amounts += figures.map { ("Expenses of twelve months", $0.expenses) }
    }

    /// Net worth alone, which no pass changes.
    init(netWorthIn vault: Vault, on today: CalendarDay, _ order: CurrencyOrder) throws {
        let worth = try NetWorthHistory(vault, today: today, months: 0).sorted(by: order)
        for series in worth.series {
            guard let point = series.points.last else { continue }
            amounts.append(("Net worth", point.net))
        }
    }

    /// "Net worth: 261,864.97 → 264,082.73 USD", for each total that was another.
    func words(after before: CountedTotals) -> [String] {
        var labels = amounts.map { Label($0) }
        labels += before.amounts.map { Label($0) }.filter { !labels.contains($0) }
        return labels.compactMap { label in
            let (old, new) = (before.amount(of: label), amount(of: label))
            guard old != new else { return nil }
            return "\(label.name): \(old.groupedText) → \(new.text)"
        }
    }

    private func amount(of label: Label) -> Money {
        amounts.first { Label($0) == label }?.amount
            ?? Money(minorUnits: 0, currency: label.currency)
    }

    private struct Label: Equatable {
        let name: String
        let currency: Currency

        init(_ total: (name: String, amount: Money)) {
            (name, currency) = (total.name, total.amount.currency)
        }
    }
}

/// What a change does to the totals. Made before the change, and shown after it.
struct TotalsChange {
    private let engine: Engine
    private let before: CountedTotals

    init(of engine: Engine) throws {
        self.engine = engine
        before = try CountedTotals(engine)
    }

    /// Prints each total that is another now.
    ///
    /// - Parameter afterTable: whether an empty line comes first.
    /// - Returns: whether there is one.
    func show(on screen: Screen, afterTable: Bool) throws -> Bool {
        let changes = try CountedTotals(engine).words(after: before)
        if afterTable, !changes.isEmpty { try screen.print() }
        for words in changes { try screen.print(SafeText.neutralised(words)) }
        return !changes.isEmpty
    }
}
