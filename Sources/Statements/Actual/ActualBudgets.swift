import Model

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
        // Money in an envelope stays there; a hole is filled from elsewhere.
        let usual: ProgramBudget.Carry = isTracking == true ? .nothing : .surplus
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
            ProgramBudget.changes(
                months.map { month, found in
                    ProgramBudget(
                        category: name, month: month,
                        amount: DecimalAmount(
                            coefficient: min(
                                ProgramBudget.largestCoefficient,
                                Int64(clamping: max(0, found.amount))), decimals: 2),
                        carry: found.carries ? .both : usual)
                })
        }
    }

    /// From "202503".
    private static func month(_ number: Int64?) -> CalendarMonth? {
        guard let number, (190_001...999_912).contains(number), (1...12).contains(number % 100)
        else { return nil }
        return CalendarMonth(year: Int(number / 100), month: Int(number % 100))
    }
}
