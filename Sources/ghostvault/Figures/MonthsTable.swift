import Engine
import Insights
import Model
import Terminal
import Vault

/// Sums with a column for each month.
struct MonthsTable {
    let screen: Screen
    let engine: Engine
    /// The days that count.
    let days: Range<CalendarDay>
    private let notice: AnsweredView
    private let today: CalendarDay

    /// - Parameters:
    ///   - given: the period that was asked for; nil for months up to this one.
    ///   - isRunning: whether these are twelve months, and not this one alone.
    ///   - lastDay: the last day that counts; nil for all.
    init(
        screen: Screen, engine: Engine, given: Range<CalendarDay>?, isRunning: Bool,
        lastDay: CalendarDay?, today: CalendarDay
    ) throws {
        self.screen = screen
        self.engine = engine
        self.today = today
        let month = today.month
        let usual =
            month.adding(months: isRunning ? 1 - SpendingByMonth.usualMonths : 0)
            .firstDay..<month.next.firstDay
        let oldestDay = try engine.vault.oldestDay()
        let asked = given ?? usual
        let first = max(asked.lowerBound, oldestDay?.month.firstDay ?? month.firstDay)
        let end = max(first, min(asked.upperBound, month.next.firstDay))
        days = (first..<end).through(lastDay)
        notice = AnsweredView(
            screen: screen, answered: try AnsweredDays(engine.vault, on: today), today: today)
    }

    /// Whether all days of a month are shown and known in a currency.
    func isComplete(_ month: CalendarMonth, in currency: Currency) -> Bool {
        days.contains(month.firstDay) && days.contains(month.lastDay)
            && notice.answered.wholeMonths(in: currency).contains(month)
    }

    /// - Parameters:
    ///   - kind: what has a row.
    ///   - heading: "Spending on Dining".
    ///   - command: what shows the table, without a period: "spending --by month".
    func show(
        _ sums: MonthlySums, of kind: TransactionSums.Kind, heading: String,
        command: String, ifNothing nothing: String, as format: OutputFormat?
    ) throws {
        let sums = sums.sorted(by: try engine.currencyOrder())
        let categories = try engine.categories()
        if let format {
            let rows = sums.rows.map {
                Row($0, of: sums, kind == .category ? categories : nil)
            }
            try Self.report.print(rows, as: format, on: screen)
        } else if sums.rows.isEmpty {
            try screen.print(SafeText.neutralised(nothing))
        } else {
            try show(sums, of: kind, heading, command, categories)
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    private func show(
        _ sums: MonthlySums, of kind: TransactionSums.Kind, _ heading: String, _ command: String,
        _ categories: CategoryTree
    ) throws {
        for (position, total) in sums.totals.enumerated() {
            if position > 0 { try screen.print() }
            let currency = total.total.currency
            try screen.print(
                SafeText.neutralised(
                    "\(heading)\(days.headingWords(asOf: today)) in \(currency.code)"), .heading)
            try screen.print()
            let rows = sums.rows.filter { $0.total.currency == currency }
            let shown = try screen.printFitted(
                table(
                    rows, total, of: kind, in: sums.months,
                    sums.completeMonths[currency] ?? [], categories))
            try showLegend(
                of: sums, in: currency, shown: shown, rest: rows.count - Self.mostRows, command)
        }
        let totals = try ConvertedTotals(of: engine, on: today)
        if let words = totals.words(forSumOf: sums) {
            try screen.print()
            try screen.print(SafeText.neutralised(words))
        }
        try notice.show(in: days, afterLine: true)
    }

    /// Payees can be thousands.
    private static let mostRows = 60

    /// The average, or in how many of its months a row has anything, if those are the fewer; empty
    /// for none.
    private func average(
        of row: MonthlySums.Row, in months: [CalendarMonth], _ complete: [CalendarMonth]
    ) -> String? {
        guard let average = row.average else { return nil }
        let filled = zip(months, row.months).count {
            complete.contains($0) && $1.minorUnits != 0
        }
        guard filled * 2 < complete.count else { return average.groupedText }
        return filled == 0 ? "" : "in \(filled) of \(complete.count)"
    }

    private func table(
        _ rows: [MonthlySums.Row], _ total: MonthlySums.Row, of kind: TransactionSums.Kind,
        in months: [CalendarMonth], _ complete: [CalendarMonth], _ categories: CategoryTree
    ) -> Table {
        let isOne = months.count == 1
        // The oldest months leave first.
        let columns = months.indices.map {
            Table.Column(
                "\(months[$0])", alignment: .trailing, rank: isOne ? 0 : months.count - $0)
        }
        var table = Table(
            columns: [.init(kind.rawValue, isFlexible: true, isName: kind == .account)] + columns
                + (isOne ? [] : [.init("together", alignment: .trailing)])
                + (total.average == nil ? [] : [.init("average", alignment: .trailing)]))
        func add(_ name: String, _ row: MonthlySums.Row, _ style: Style?) {
            table.add(
                [.init(name, row.name == nil && style != nil ? .muted : nil)]
                    + row.months.map {
                        .init($0.minorUnits == 0 ? "" : $0.groupedText, style)
                    }
                    + (isOne ? [] : [.init(row.total.groupedText, style)])
                    + (average(of: row, in: months, complete).map { [.init($0, .muted)] } ?? []))
        }
        for row in rows.prefix(Self.mostRows) {
            let name = row.name.map { kind == .category ? categories[$0]?.name ?? $0 : $0 }
            add(
                String(repeating: "  ", count: row.depth)
                    + (name ?? "without a \(kind.rawValue)"),
                row, row.depth > 0 || row.name == nil ? .muted : nil)
        }
        add("all", total, nil)
        return table
    }

    private func showLegend(
        of sums: MonthlySums, in currency: Currency, shown: Set<String>, rest: Int,
        _ command: String
    ) throws {
        var words: [String] = []
        if rest > 0 {
            words.append("\(Count.text(rest, "row")) more: --json has them.")
        }
        let rowSums = sums.rows.filter { $0.depth == 0 && $0.total.currency == currency }
        let all = sums.totals.first { $0.total.currency == currency }?.total.minorUnits
        if rowSums.reduce(Int128(0), { $0 + $1.total.minorUnits }) != all {
            words.append("What has two tags is in two rows, and counts once in all.")
        }
        let hidden = sums.months.filter { !shown.contains("\($0)") }
        let complete = sums.completeMonths[currency]?.count ?? 0
        if complete > 1, complete < sums.months.count {
            words.append("Average of \(Count.text(complete, "complete month")).")
        }
        if !words.isEmpty { try screen.print(words.joined(separator: " "), .muted) }
        if let first = hidden.first, let last = hidden.last, sums.months.count > 1 {
            try screen.print(
                SafeText.neutralised(
                    "\(Count.text(hidden.count, "earlier month")) in these sums had no room: "
                        + "ghostvault \(command) \(first)..\(last)"), .muted)
        }
    }

    /// A row in a list for programs.
    struct Row {
        fileprivate let row: MonthlySums.Row
        fileprivate let months: [CalendarMonth]
        fileprivate let parent: String?
        /// The sums of the months outside the parts.
        fileprivate let own: [Money]

        /// - Parameter categories: nil for rows of anything else, which have no parts.
        fileprivate init(
            _ row: MonthlySums.Row, of sums: MonthlySums, _ categories: CategoryTree?
        ) {
            let parts = sums.rows.filter { part in
                part.total.currency == row.total.currency
                    && part.name.flatMap { categories?[$0]?.parent } == row.name
                    && part.depth == row.depth + 1
            }
            self.row = row
            months = sums.months
            parent = row.name.flatMap { categories?[$0]?.parent }
            own = row.months.indices.map { month in
                Money(
                    sum: parts.reduce(row.months[month].minorUnits) {
                        $0 - $1.months[month].minorUnits
                    }, currency: row.total.currency)
            }
        }
    }

    static var report: Report<Row> {
        Report(
            "spending --by",
            .value(
                "name",
                "The category's id, the payee, the account's name or the tag; null for what has "
                    + "none."
            ) { $0.row.name },
            .value("parent", "The parent of a category, whose sums include this one.") {
                $0.parent
            },
            .value("currency", "The currency's code.") { $0.row.total.currency.code },
            .value(
                "total", "The sum of all months: spending less money back, or income."
            ) { $0.row.total },
            .value("average", "The average of complete months; null for fewer than two.") {
                $0.row.average
            },
            .list(
                "months", "The months, oldest first.",
                [
                    .value("month", "The month.") { $0.month },
                    .value("sum", "The sum of its days, parts included.") { $0.sum },
                    .value("own", "The sum outside the parts; those of all rows add up.") {
                        $0.own
                    },
                ]
            ) { row in
                row.months.indices.map {
                    MonthSum(month: row.months[$0], sum: row.row.months[$0], own: row.own[$0])
                }
            }.linewise)
    }

    private struct MonthSum {
        let month: CalendarMonth
        let sum: Money
        let own: Money
    }
}
