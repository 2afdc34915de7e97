public import Model

/// What another program lets a category spend from a month on.
public struct ProgramBudget: Hashable, Sendable {
    /// In the program's words, with its group.
    public var category: String
    public var month: CalendarMonth
    /// For each month; 0 for none.
    public var amount: DecimalAmount
    public var carry: Carry

    /// What a month passes to the next.
    public enum Carry: String, Hashable, Sendable {
        case nothing, surplus, both
    }

    public init(
        category: String, month: CalendarMonth, amount: DecimalAmount, carry: Carry
    ) {
        self.category = category
        self.month = month
        self.amount = amount
        self.carry = carry
    }
}

/// Reads the budgets of Actual: its envelopes, or its targets, whichever the person uses.
enum ActualBudgets {
    /// By category and month; one for each month in which the amount or its carry-over changes.
    static func all(
        in database: borrowing ForeignDatabase, _ names: ActualNames
    ) throws(StatementError) -> [ProgramBudget] {
        let isTracking = try database.rows(of: "preferences", ["id", "value"])?.contains {
            $0.text(0) == "budgetType" && ["tracking", "report"].contains($0.text(1))
        }
        let table = isTracking == true ? "reflect_budgets" : "zero_budgets"
        let columns = ["month", "category", "amount", "carryover"]
        guard let rows = try database.rows(of: table, columns) else { return [] }
        var months: [String: [CalendarMonth: (amount: Int128, carries: Bool)]] = [:]
        for row in rows {
            guard let month = month(row.integer(0)), let name = names.spending(row.text(1)) else {
                continue
            }
            // Merged categories have what they had together.
            let known = months[name]?[month] ?? (0, false)
            months[name, default: [:]][month] = (
                known.amount + Int128(row.integer(2) ?? 0), known.carries || row.isTrue(3)
            )
        }
        return months.sorted { $0.key < $1.key }.flatMap { name, months in
            changes(of: name, months, isTracking: isTracking == true)
        }
    }

    private static func changes(
        of name: String, _ months: [CalendarMonth: (amount: Int128, carries: Bool)],
        isTracking: Bool
    ) -> [ProgramBudget] {
        var changes: [ProgramBudget] = []
        func add(_ amount: Int128, _ carries: Bool, from month: CalendarMonth) {
            // Money in an envelope stays there; a hole is filled from elsewhere.
            let carry: ProgramBudget.Carry = carries ? .both : isTracking ? .nothing : .surplus
            let amount = DecimalAmount(
                coefficient: Int64(clamping: max(0, amount)), decimals: 2)
            guard
                changes.last.map({ $0.amount != amount || $0.carry != carry })
                    ?? (amount.coefficient > 0)
            else { return }
            changes.append(
                ProgramBudget(category: name, month: month, amount: amount, carry: carry))
        }
        let ordered = months.sorted { $0.key < $1.key }
        for (index, (month, budget)) in ordered.enumerated() {
            if index > 0, ordered[index - 1].key.next < month {
                add(0, ordered[index - 1].value.carries, from: ordered[index - 1].key.next)
            }
            add(budget.amount, budget.carries, from: month)
        }
        return changes
    }

    /// From "202503".
    private static func month(_ number: Int64?) -> CalendarMonth? {
        guard let number, (190_001...999_912).contains(number), (1...12).contains(number % 100)
        else { return nil }
        return CalendarMonth(year: Int(number / 100), month: Int(number % 100))
    }
}
