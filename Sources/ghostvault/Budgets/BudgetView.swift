import Insights
import Model
import Terminal

/// Budgets as tables and lists.
struct BudgetView {
    let screen: Screen
    let names: BudgetNameList
    let today: CalendarDay
    /// The one that a command takes without an option.
    let usualCurrency: Currency?

    private static let barColumns = 10

    // MARK: All budgets

    func show(_ reports: [BudgetReport], hasBudgets: Bool) throws {
        guard hasBudgets else {
            return try screen.print(
                "No budgets yet. \"ghostvault budget propose\" suggests some from your last "
                    + "months, and \"ghostvault budget set groceries 400\" sets one.")
        }
        guard !reports.isEmpty else {
            return try screen.print("No targets and no spending in this time.")
        }
        for (position, report) in reports.enumerated() {
            if position > 0 { try screen.print() }
            let period = report.days.headingWords(asOf: today)
            try screen.print(
                SafeText.neutralised("Budgets\(period) in \(report.currency.code)"), .heading)
            try screen.print()
            try show(report)
        }
    }

    private func show(_ report: BudgetReport) throws {
        var rows: [[Table.Cell]] = []
        for figure in report.figures {
            let depth = depth(of: figure, in: report)
            rows.append(
                cells(
                    figure,
                    named: String(repeating: "  ", count: depth + 1)
                        + names.label(of: figure.subject)))
        }
        let hasCategories = report.figures.contains { $0.subject.kind == "category" }
        if hasCategories {
            let spent = Money(
                sum: report.spent.minorUnits - report.unbudgeted.minorUnits,
                currency: report.currency)
            let left = Money(
                sum: report.target.minorUnits + report.carried.minorUnits - spent.minorUnits,
                currency: report.currency)
            rows.append([
                "  together", .init(report.target.groupedText), Self.cell(of: report.carried),
                .init(spent.groupedText), Self.cell(of: report.toCome),
                .init(left.groupedText, left.minorUnits < 0 ? .negative : nil), "", "",
            ])
        }
        if report.unbudgeted.minorUnits != 0 {
            for (name, amount) in [
                ("  without a budget", report.unbudgeted), ("  all spending", report.spent),
            ] {
                rows.append([
                    .init(name, .muted), "", "", .init(amount.groupedText), "", "", "", "",
                ])
            }
        }
        let headings = try screen.printFitted(Self.table(of: rows, firstColumn: ""))
        if headings.contains("to come"), report.toCome.minorUnits != 0 {
            try screen.print(
                "To come: recurring payments until \(report.days.upperBound.adding(days: -1)).",
                .muted)
        }
        if report.figures.contains(where: { $0.isOfSeveralPeriods && $0.line.carry != .both }) {
            try screen.print(
                "A budget's periods count together here, also where nothing carries over between them.",
                .muted)
        }
        let isBeside = report.figures.contains { $0.subject.kind != "category" }
        if isBeside {
            try screen.print(
                "Tags and views are parts of the categories, and not in the sums.", .muted)
        }
    }

    private func depth(of figure: BudgetFigure, in report: BudgetReport) -> Int {
        var depth = 0
        var within = figure.within
        while let name = within {
            depth += 1
            within = report.figures.first { $0.subject == .category(name) }?.within
        }
        return depth
    }

    // MARK: One budget

    func showHistory(_ periods: [BudgetFigure]) throws {
        guard let first = periods.first else { return }
        try screen.print(
            SafeText.neutralised(
                "\(names.label(of: first.subject)) in \(first.target.currency.code)"),
            .heading)
        try screen.print()
        let rows = periods.map { cells($0, named: Self.name(of: $0.days)) }
        try screen.print(Self.table(of: rows, firstColumn: "period"))
        var line: BudgetLine?
        for period in periods where period.line != line {
            line = period.line
            try screen.print(
                SafeText.neutralised(
                    "\(BudgetWords.words(for: period.line)), \(BudgetWords.source(of: period.line))"
                        + (period.line.note.map { ": \($0)" } ?? "")), .muted)
        }
    }

    /// Shows where the money of each period comes from.
    func explain(_ periods: [BudgetFigure]) throws {
        for (position, period) in periods.enumerated() {
            if position > 0 { try screen.print() }
            let label = names.label(of: period.subject)
            try screen.print(
                SafeText.neutralised(
                    "\(label)\(period.days.headingWords(asOf: today)) in "
                        + period.target.currency.code), .heading)
            try screen.print()
            var table = Table(columns: [
                .init("", alignment: .trailing), .init("", isFlexible: true),
            ])
            for (place, part) in period.parts.enumerated() {
                let words = BudgetWords.words(for: part.reason, of: period.line)
                let source = place == 0 ? ", \(BudgetWords.source(of: period.line))" : ""
                table.add(.init(part.amount.groupedText), .init(words + source))
            }
            table.add(.init(period.available.groupedText), "to spend")
            table.add(.init(period.spent.negated.groupedText), "spent")
            table.add(.init(period.left.groupedText, period.left.style), "left")
            if period.toCome.minorUnits != 0 {
                table.add(
                    .init(period.toCome.negated.groupedText, .muted),
                    .init("recurring payments to come", .muted))
            }
            try screen.print(table)
            if let note = period.line.note {
                try screen.print(SafeText.neutralised("Note: \(note)"), .muted)
            }
            if let options = BudgetWords.options(of: period.line, usual: usualCurrency) {
                try screen.print(
                    SafeText.neutralised(
                        "Another target: ghostvault budget set "
                            + "\(names.word(for: period.subject)) \(options) "
                            + "--from \(period.days.lowerBound.month)"),
                    .muted)
            }
        }
    }

    /// "2026-11", "2026-Q4", "2026", or the days of a part.
    static func name(of days: Range<CalendarDay>) -> String {
        let month = days.lowerBound.month
        let last = days.upperBound.adding(days: -1)
        for period in BudgetPeriod.allCases {
            let months = period.months(around: month)
            guard days == months.lowerBound.firstDay..<months.upperBound.firstDay else { continue }
            switch period {
            case .month: return "\(month)"
            case .quarter: return "\(month.year)-Q\((month.month + 2) / 3)"
            case .year: return "\(month.year)"
            }
        }
        return "\(days.lowerBound) … \(last)"
    }

    // MARK: Cells

    /// The columns with something in them.
    private static func table(of rows: [[Table.Cell]], firstColumn: String) -> Table {
        let columns: [Table.Column] = [
            .init(firstColumn, isFlexible: true, isName: true),
            .init("target", alignment: .trailing, rank: 1),
            .init("carried", alignment: .trailing, rank: 4), .init("spent", alignment: .trailing),
            .init("to come", alignment: .trailing, rank: 2), .init("left", alignment: .trailing),
            .init("used", alignment: .trailing, rank: 3), .init("", rank: 3),
        ]
        let shown = columns.indices.filter { column in
            rows.contains { !$0[column].text.isEmpty }
        }
        var table = Table(columns: shown.map { columns[$0] })
        for row in rows { table.add(shown.map { row[$0] }) }
        return table
    }

    private func cells(_ figure: BudgetFigure, named name: String) -> [Table.Cell] {
        let (word, style) = BudgetWords.words(for: figure.status)
        let bar = Bar.text(
            share: Double(figure.usedPercent ?? 0) / 100, columns: Self.barColumns,
            usesUnicode: screen.capabilities.usesUnicode)
        return [
            .init(name), .init(figure.target.groupedText, .muted), Self.cell(of: figure.carried),
            .init(figure.spent.groupedText), Self.cell(of: figure.toCome),
            .init(figure.left.groupedText, figure.left.minorUnits < 0 ? .negative : nil),
            .init(figure.usedPercent.map { "\($0) %" } ?? "", style ?? .muted),
            word.isEmpty ? .init(bar, .accent) : .init(word, style),
        ]
    }

    private static func cell(of money: Money) -> Table.Cell {
        .init(money.minorUnits == 0 ? "" : money.groupedText, .muted)
    }
}

// MARK: Lists for programs

/// A budget over some days, or the spending without one.
struct BudgetRow {
    let label: String
    let days: Range<CalendarDay>
    /// Nil for spending without a budget.
    let figure: BudgetFigure?
    let spent: Money
}

extension BudgetView {
    func rows(_ figures: [BudgetFigure]) -> [BudgetRow] {
        figures.map {
            BudgetRow(
                label: names.label(of: $0.subject), days: $0.days, figure: $0, spent: $0.spent)
        }
    }

    func rows(_ reports: [BudgetReport]) -> [BudgetRow] {
        reports.flatMap { report in
            rows(report.figures) + [
                BudgetRow(
                    label: "without a budget", days: report.days, figure: nil,
                    spent: report.unbudgeted)
            ]
        }
    }

    static var report: Report<BudgetRow> {
        Report(
            "budget",
            .value(
                "kind",
                "`category`, `tag` or `view`; `unbudgeted` for spending in categories without a "
                    + "budget."
            ) { $0.figure?.subject.kind ?? "unbudgeted" },
            .value("name", "The category's id, the tag or the view; null for `unbudgeted`.") {
                $0.figure?.subject.name
            },
            .value("label", "The name as you see it.") { $0.label },
            .value(
                "within",
                "The category of the budget above it, whose sums have it too; null for none."
            ) { $0.figure?.within },
            .value("first_day", "The first of the days.") { $0.days.lowerBound },
            .value("last_day", "The last of the days.") { $0.days.upperBound.adding(days: -1) },
            .value("currency", "The currency's code.") { $0.spent.currency.code },
            .value("every", "`month`, `quarter` or `year`.") { $0.figure?.line.every.rawValue },
            .value("target", "The target for the days; null for `unbudgeted`.") {
                $0.figure?.target
            },
            .value("carried", "The carry-over from before; negative for overspending.") {
                $0.figure?.carried
            },
            .value("spent", "Spending less refunds, on days with a target.") { $0.spent },
            .value("to_come", "Recurring payments that are late or due until the last day.") {
                $0.figure?.toCome
            },
            .value("left", "`target` and `carried` less `spent`.") { $0.figure?.left },
            .value("used_percent", "`spent` in whole percent of what there is; null for nothing.") {
                $0.figure?.usedPercent
            },
            .value(
                "status",
                "`over`; `short` if what is to come is more than is left; `fast` if spending is "
                    + "ahead of the days; else `good`."
            ) { $0.figure?.status.rawValue },
            .value("since", "The month in which the line in force begins; null for all months.") {
                $0.figure?.line.from
            },
            .value("set_by", "`file` or `command`.") { row in
                row.figure.map { $0.line.isDecided ? "command" : "file" }
            },
            .value("notes", "Your note on the line; null for none.") { $0.figure?.line.note },
            .list(
                "parts", "Where the money comes from, if the days are within one period.", parts
            ) { row in (row.figure?.parts ?? []).map { (row.figure?.line, $0) } })
    }

    private static var parts: [Field<(BudgetLine?, BudgetTerm.Part)>] {
        [
            .value(
                "reason",
                "`amount`, `save`, `series`, `average`, `share` or `rest` for the line; then "
                    + "`part`, `carried` and `cap`."
            ) { BudgetWords.code(of: $0.1.reason) },
            .value("amount", "The amount; negative for less.") { $0.1.amount },
            .value("text", "The reason in words.") { line, part in
                line.map { BudgetWords.words(for: part.reason, of: $0) }
            },
        ]
    }
}
