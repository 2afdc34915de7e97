import Insights
import Model
import Terminal

/// A month as a grid of days, with the coming payments below.
struct CalendarView {
    let screen: Screen
    let calendar: MonthCalendar
    /// Whether any day of it has an answer.
    let isKnown: Bool

    func show() throws {
        try screen.print(
            SafeText.neutralised(
                "\(calendar.month.name) \(calendar.month.year) in \(calendar.currency.code)"),
            .heading)
        try screen.print()
        let exact = grid { $0.groupedText }
        let isWide = screen.capabilities.width.map { exact.width > $0 } ?? false
        try screen.print(isWide ? grid(Self.whole).table : exact.table)
        if isWide { try screen.print("In whole \(calendar.currency.code).", .muted) }
        let entries = calendar.days.flatMap { day in
            day.entries.map { (day: day.day, entry: $0) }
        }
        if !entries.isEmpty {
            try screen.print()
            let day = Field<(day: CalendarDay, entry: MonthCalendar.Entry)>.shown("expected") {
                .init("\($0.day)")
            }
            try screen.print(([day] + Self.entries.of(\.entry)).table(entries))
        }
        try screen.print()
        for line in sentences { try screen.print(SafeText.neutralised(line)) }
    }

    /// The weeks of the month, each with a line of days, of income and of expenses.
    private func grid(_ text: (Money) -> String) -> (table: Table, width: Int) {
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        var table = Table(columns: names.map { .init($0, alignment: .trailing) })
        var widths = names.map(\.count)
        func add(_ week: [MonthCalendar.Day?], _ cell: (MonthCalendar.Day) -> Table.Cell?) {
            let cells = week.map { $0.flatMap(cell) }
            guard cells.contains(where: { $0 != nil }) else { return }
            for (column, cell) in cells.enumerated() {
                widths[column] = max(widths[column], cell?.text.count ?? 0)
            }
            table.add(cells.map { $0 ?? "" })
        }
        func amount(_ day: MonthCalendar.Day, _ past: Money, _ coming: Money) -> Table.Cell? {
            let isPast = day.day <= calendar.today
            let money = isPast ? past : coming
            guard money.minorUnits != 0 else { return nil }
            return .init(text(money), isPast ? (money.minorUnits > 0 ? .positive : nil) : .muted)
        }
        for week in weeks {
            if week.first != weeks.first?.first { table.add([]) }
            add(week) { day in
                let number = "\(day.day.components.day)"
                return day.day == calendar.today
                    ? .init("[\(number)]", .heading) : .init(number, .heading)
            }
            add(week) { amount($0, $0.income, $0.expectedIncome) }
            add(week) { amount($0, $0.expenses.negated, $0.expectedExpenses.negated) }
        }
        return (table, widths.reduce(0, +) + 2 * (names.count - 1))
    }

    /// Weeks begin on Monday; nil for days of other months.
    private var weeks: [[MonthCalendar.Day?]] {
        var days: [MonthCalendar.Day?] = calendar.days
        let before = calendar.month.firstDay.isoWeekday - 1
        days.insert(contentsOf: [MonthCalendar.Day?](repeating: nil, count: before), at: 0)
        days += [MonthCalendar.Day?](repeating: nil, count: (7 - days.count % 7) % 7)
        return stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<$0 + 7]) }
    }

    private static func whole(_ money: Money) -> String {
        var unit: Int128 = 1
        for _ in 0..<money.currency.exponent { unit *= 10 }
        let half = money.minorUnits < 0 ? -unit / 2 : unit / 2
        return MinorUnits.groupedText((money.minorUnits + half) / unit, exponent: 0)
    }

    private var sentences: [String] {
        let month = calendar.month
        var lines: [String] = []
        if let aDay = calendar.spentADay, isKnown {
            let isOver = month.lastDay < calendar.today
            lines.append(
                "\(isOver ? "" : "So far ")\(calendar.income.text) came in and \(calendar.expenses.text) was spent, "
                    + "\(aDay.groupedText) a day.")
        }
        if month.lastDay >= calendar.today {
            lines.append(
                "To come: \(calendar.incomeToCome.text) of income and "
                    + "\(calendar.expensesToCome.text) of spending.")
            if calendar.paymentsToCome.minorUnits != 0 {
                lines.append(
                    "Besides, no spending: \(calendar.paymentsToCome.text) for cards, loans and "
                        + "other accounts of yours.")
            }
            if calendar.loanCharges.minorUnits != 0 {
                lines.append(
                    "Of the spending, \(calendar.loanCharges.text) is charged by your loans, and paid "
                        + "with the payments to them.")
            }
        }
        let (planned, year) = (calendar.planned, calendar.plannedOfYear)
        if planned.income.minorUnits != 0 || planned.expenses.minorUnits != 0 {
            lines.append(
                "config/plan.toml has \(planned.income.groupedText) of income and "
                    + "\(planned.expenses.groupedText) of expenses for the month, "
                    + "\(calendar.plannedADay.groupedText) a day; for \(month.year) \(year.income.groupedText) and "
                    + "\(year.expenses.groupedText).")
        }
        return lines
    }

    static var report: Report<(day: MonthCalendar.Day, calendar: MonthCalendar)> {
        Report(
            "calendar",
            .value("day", "The day.") { $0.day.day },
            .value("currency", "The currency's code.") { $0.calendar.currency.code },
            .value("income", "What came in.") { $0.day.income },
            .value("expenses", "What was spent, as a positive amount.") { $0.day.expenses },
            .value("expected_income", "The income that was planned, or is due after today.") {
                $0.day.expectedIncome
            },
            .value("expected_expenses", "The same for spending, as a positive amount.") {
                $0.day.expectedExpenses
            },
            .list("entries", "What was planned, or is due.", entries) { $0.day.entries })
    }

    private static var entries: [Field<MonthCalendar.Entry>] {
        [
            .value("name", "The series, the planned item or the pending transaction.") { $0.name }
                .column("", isFlexible: true),
            .value("amount", "Negative for a payment.") { $0.amount }.column("") {
                .amount($0.amount)
            },
            .value("source", "`series`, `statement` of a card, `planned` or `pending`.") {
                $0.source.word
            }.column("", rank: 1) { .init($0.word, .muted) },
            .value("late", "Whether it was due earlier.") { $0.source.isLate },
            .value(
                "counted",
                "Whether it counts as income or spending; not between own accounts or to a card."
            ) { $0.isCounted },
        ]
    }
}

extension MonthCalendar.Entry {
    fileprivate var word: String {
        switch source {
        case .due(_, true): "late"
        case .due(.series, _) where isOfLoan: "charged by your loan"
        case .due(.series, _):
            [isCounted ? "" : "no spending", isEstimate ? "about" : ""].filter { !$0.isEmpty }
                .joined(separator: ", ")
        case .planned, .due: source.word
        }
    }
}

extension MonthCalendar.Entry.Source {
    fileprivate var word: String {
        switch self {
        case .planned: "planned"
        case .due(let source, _): source.word
        }
    }

    fileprivate var isLate: Bool {
        if case .due(_, let isLate) = self { isLate } else { false }
    }
}
