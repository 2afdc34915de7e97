internal import Configuration
internal import Model
internal import Statements

extension MovedCategories {
    /// The lines that say what budgets of another program say. What became no category of spending
    /// here has none.
    ///
    /// - Parameter currency: nil for the person's usual one.
    func lines(of budgets: [ProgramBudget], in currency: Currency?) -> [BudgetEntry] {
        var months: [String: [CalendarMonth: [String: ProgramBudget]]] = [:]
        for budget in budgets {
            guard case .category(let id, _)? = all[budget.category]?.meaning else { continue }
            months[id, default: [:]][budget.month, default: [:]][budget.category] = budget
        }
        return months.sorted { $0.key < $1.key }.flatMap { id, months in
            // Several of theirs may be one here. Each stands until it changes.
            var standing: [String: ProgramBudget] = [:]
            return months.sorted { $0.key < $1.key }.map { month, changed in
                standing.merge(changed) { $1 }
                return Self.line(of: id, from: month, Array(standing.values), in: currency)
            }
        }
    }

    private static func line(
        of id: String, from month: CalendarMonth, _ budgets: [ProgramBudget],
        in currency: Currency?
    ) -> BudgetEntry {
        var hundredths = budgets.reduce(Int128(0)) { $0 + $1.amount.hundredths }
        // No more decimals than the currency has.
        if currency?.exponent == 0 { hundredths -= hundredths % 100 }
        if currency?.exponent == 1 { hundredths -= hundredths % 10 }
        let amount = DecimalAmount(coefficient: Int64(clamping: hundredths), decimals: 2)
        var entry = BudgetEntry()
        entry.category = id
        entry.from = "\(month)"
        entry.currency = currency?.code
        // A month without a budget carries nothing that a later one would have.
        if amount.coefficient == 0, budgets.allSatisfy({ $0.carry == .nothing }) {
            entry.end = true
            return entry
        }
        entry.amount = WrittenNumber(amount.description)
        let carries = Set(budgets.map(\.carry))
        if carries.contains(.both) {
            entry.carry = "both"
        } else if carries.contains(.surplus) {
            entry.carry = "surplus"
        }
        return entry
    }
}

extension DecimalAmount {
    /// Of an amount with at most two decimals.
    fileprivate var hundredths: Int128 {
        Int128(coefficient) * [100, 10, 1][min(decimals, 2)]
    }
}
