import Model

/// The budgets that a program exports as a table of their own: the plan of YNAB, and the budgets
/// of Firefly III.
struct BudgetTable {
    private let columns: [String: Int]
    private let rows: ArraySlice<TableRecord>
    private var budgets: [ProgramBudget] = []
    private var rejected: [RejectedRow] = []
    private var questions: [StatementQuestion] = []

    /// - Returns: nil for a table of something else.
    static func statement(
        of records: [TableRecord], encoding: String, mark: StatementAnswers.DecimalMark?
    ) -> Statement? {
        guard var table = BudgetTable(records) else { return nil }
        let program: StatementProgram
        if table.has("month", "category", "categorygroup"), table.assigned != nil {
            program = .ynab
            table.readPlan(mark)
        } else if table.has("budgetid", "name", "startdate", "enddate", "currencycode", "amount") {
            program = .firefly
            table.readLimits()
        } else {
            return nil
        }
        return Statement(
            format: .csv, encoding: encoding, accounts: [], rejected: table.rejected,
            questions: table.questions, program: program, budgets: table.budgets)
    }

    private init?(_ records: [TableRecord]) {
        guard let headings = records.first else { return nil }
        var columns: [String: Int] = [:]
        for (index, heading) in headings.cells.enumerated().reversed() {
            columns[ColumnWords.key(heading)] = index
        }
        self.columns = columns
        rows = records.dropFirst()
    }

    private func has(_ names: String...) -> Bool { names.allSatisfy { columns[$0] != nil } }

    private func cell(_ name: String, of record: TableRecord) -> String {
        columns[name].map { record.cell($0) } ?? ""
    }

    private mutating func reject(_ record: TableRecord, _ reason: RejectedRow.Reason) {
        rejected.append(
            RejectedRow(line: record.line, reason: reason, text: String(record.text.prefix(500))))
    }

    private func amount(
        _ cell: String, _ mark: StatementAnswers.DecimalMark?
    ) throws(RejectedRow.Reason) -> DecimalAmount {
        guard let text = AmountText(cell) else { throw .noAmount }
        let amount = try text.value(mark)
        // Money that was taken out of a category lets it spend nothing.
        guard amount.coefficient >= 0 else { return DecimalAmount(coefficient: 0, decimals: 0) }
        guard ProgramBudget.canHave(amount) else { throw .amountTooLarge }
        return amount
    }

    // MARK: YNAB

    private var assigned: String? { ["assigned", "budgeted"].first { columns[$0] != nil } }

    /// Money in a category stays there; overspending is taken from what comes in.
    private mutating func readPlan(_ mark: StatementAnswers.DecimalMark?) {
        let names = [assigned, "activity", "available"].compactMap { $0 }
        let cells = rows.flatMap { record in names.map { cell($0, of: record) } }
            .compactMap { AmountText($0) }
        let mark = mark ?? cells.lazy.compactMap(\.provenMark).first
        if mark == nil, cells.contains(where: \.isOpen) { questions.append(.decimalMark) }
        var months: [String: [ProgramBudget]] = [:]
        for record in rows where record.width > 0 {
            let group = cell("categorygroup", of: record)
            // What a card's payments and what came in are no spending.
            if Self.groupsBesides.contains(group.lowercased()) { continue }
            guard let month = Self.month(cell("month", of: record)) else {
                reject(record, .badDay)
                continue
            }
            do throws(RejectedRow.Reason) {
                let amount = try amount(cell(assigned ?? "", of: record), mark)
                let name = "\(group): \(cell("category", of: record))"
                months[name, default: []].append(
                    ProgramBudget(category: name, month: month, amount: amount, carry: .surplus))
            } catch {
                reject(record, error)
            }
        }
        budgets = months.sorted { $0.key < $1.key }.flatMap { ProgramBudget.changes($1) }
    }

    private static let groupsBesides: Set<String> = ["inflow", "credit card payments"]

    /// From "Aug 2026".
    private static func month(_ cell: String) -> CalendarMonth? {
        let parts = cell.split(separator: " ")
        guard parts.count == 2, let month = MonthNames.month(parts[0]), let year = Int(parts[1]),
            (1900...9999).contains(year)
        else { return nil }
        return CalendarMonth(year: year, month: month)
    }

    // MARK: Firefly III

    /// A budget there is a name that transactions have, which is a tag here. Each has an amount
    /// for some days.
    private mutating func readLimits() {
        var limits: [String: [String: [ProgramBudget]]] = [:]
        for record in rows where record.width > 0 {
            let days = ["startdate", "enddate"].compactMap {
                DayText(cell($0, of: record))?.day(in: nil)
            }
            guard days.count == 2 else {
                reject(record, .badDay)
                continue
            }
            guard let period = Self.period(days[0], days[1]) else {
                reject(record, .otherPeriod)
                continue
            }
            do throws(RejectedRow.Reason) {
                let (name, currency) = (
                    cell("name", of: record), cell("currencycode", of: record)
                )
                var budget = ProgramBudget(
                    category: name, month: days[0].month,
                    amount: try amount(cell("amount", of: record), .point),
                    carry: .nothing)
                budget.isTag = true
                budget.period = period
                budget.currency = currency
                limits[name, default: [:]][currency, default: []].append(budget)
            } catch {
                reject(record, error)
            }
        }
        budgets = limits.sorted { $0.key < $1.key }.flatMap { _, currencies in
            currencies.sorted { $0.key < $1.key }.flatMap { ProgramBudget.changes($1) }
        }
    }

    /// Nil for days that are no month, quarter or year.
    private static func period(_ first: CalendarDay, _ last: CalendarDay) -> BudgetPeriod? {
        BudgetPeriod.allCases.first { period in
            let months = period.months(around: first.month)
            return first == months.lowerBound.firstDay
                && last.adding(days: 1) == months.upperBound.firstDay
        }
    }
}
