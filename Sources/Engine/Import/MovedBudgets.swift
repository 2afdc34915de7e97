internal import Model
internal import Statements

extension BudgetEntry {
    /// What a line of another program is about: a category or a tag.
    var moved: BudgetSubject { category.map { .category($0) } ?? .tag(tag ?? "") }
}

extension MovedCategories {
    /// The lines that say what budgets of another program say. What became no category of spending
    /// here has none.
    ///
    /// - Parameter currency: nil for the person's usual one.
    func lines(of budgets: [ProgramBudget], in currency: Currency?) -> [BudgetEntry] {
        var months: [String: [CalendarMonth: [String: ProgramBudget]]] = [:]
        var lines: [BudgetEntry] = []
        for budget in budgets {
            if budget.isTag {
                var line = Self.line(from: budget.month, [budget], in: currency)
                line.tag = MovedDecisions.line(budget.category)
                if line.tag != nil { lines.append(line) }
            } else if case .category(let id, _)? = all[budget.category]?.meaning {
                months[id, default: [:]][budget.month, default: [:]][budget.category] = budget
            }
        }
        for (id, months) in months.sorted(by: { $0.key < $1.key }) {
            // Several of theirs may be one here. Each stands until it changes.
            var standing: [String: ProgramBudget] = [:]
            for (month, changed) in months.sorted(by: { $0.key < $1.key }) {
                standing.merge(changed) { $1 }
                var line = Self.line(from: month, Array(standing.values), in: currency)
                line.category = id
                lines.append(line)
            }
        }
        return lines
    }

    /// - Parameter budgets: at least one; all of one period and currency.
    private static func line(
        from month: CalendarMonth, _ budgets: [ProgramBudget], in currency: Currency?
    ) -> BudgetEntry {
        let currency = budgets.first?.currency.map { Currency(code: $0) } ?? currency
        let amount = sum(of: budgets.map(\.amount), in: currency)
        var entry = BudgetEntry()
        entry.from = "\(month)"
        entry.currency = currency?.code
        // A month without a budget carries nothing that a later one would have.
        if amount.coefficient == 0, budgets.allSatisfy({ $0.carry == .nothing }) {
            entry.end = true
            return entry
        }
        if let period = budgets.first?.period, period != .month { entry.every = period.rawValue }
        entry.amount = WrittenNumber(amount.description)
        let carries = Set(budgets.map(\.carry))
        if carries.contains(.both) {
            entry.carry = "both"
        } else if carries.contains(.surplus) {
            entry.carry = "surplus"
        }
        return entry
    }

    /// With no more decimals than the currency has.
    private static func sum(of amounts: [DecimalAmount], in currency: Currency?) -> DecimalAmount {
        let decimals = amounts.map(\.decimals).max() ?? 0
        var sum = amounts.reduce(Int128(0)) {
            $0 + Int128($1.coefficient) * powerOfTen(decimals - $1.decimals)
        }
        if let exponent = currency?.exponent, exponent < decimals {
            sum -= sum % powerOfTen(decimals - exponent)
        }
        return DecimalAmount(coefficient: Int64(clamping: sum), decimals: decimals)
    }
}
