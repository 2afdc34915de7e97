import ArgumentParser
import Engine
import Insights
import Letter
import Model
import Terminal
import Vault

struct IncomeCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "income",
        abstract: "Show income and expenses by month.",
        discussion: """
            Amounts count on the day they were posted, and refunds reduce expenses. Transfers \
            between your accounts, card payments, and ignored and pending transactions are left \
            out. Each currency has its own totals. With rates in config/rates.toml, another table \
            converts all of them, each month at the rates of its last day.

            --net draws the net of each month, and its running sum. --by payee lists who \
            paid, with a column for each month. Other words are looked for in payees and texts, \
            as in "income acme 2025", and '#trip' is a tag.

            Examples:
              ghostvault income --months 24
              ghostvault income ytd --net
              ghostvault income 2025 --by payee
              ghostvault income 2025
              ghostvault income --from 2025-01-01 --to 2025-06-30
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var period: PeriodOptions
    @OptionGroup var bare: PeriodAndWords

    @Option(help: "Months to show, including this one. (default: \(usualMonths))")
    var months: Int?

    @Flag(help: "Draw the net of each month and its running sum.")
    var net = false

    @Option(help: "Show income by payee, account or tag.")
    var by: Kind?

    /// What has a row beside columns of months.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case payee, account, tag

        fileprivate var sums: TransactionSums.Kind {
            switch self {
            case .payee: .payee
            case .account: .account
            case .tag: .tag
            }
        }
    }

    private static let usualMonths = 12

    func validate() throws {
        guard bare.rest.isEmpty || !net else {
            throw ValidationError("--net goes with all income.")
        }
        guard by == nil || !net else { throw ValidationError("Give --by or --net, not both.") }
        guard months == nil || !period.isGiven && bare.period == nil else {
            throw ValidationError("Give --months or a period, not both.")
        }
        guard (1...1200).contains(months ?? Self.usualMonths) else {
            throw ValidationError("--months must be from 1 to 1200.")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        let screen = try screen.coloured(by: engine.accent())
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let days = try days(of: engine)
        if by != nil || !bare.rest.isEmpty {
            return try show(by: by ?? .payee, in: days, of: engine, on: screen)
        }
        let months = try engine.currencyOrder().sorted(
            try MonthlyIncome.months(engine.vault, days: days), by: \.currency)
        let doubtful = try engine.vault.doubtfulTransfers(through: vault.lastDay())
            .filter { $0.touches(days) }
        let totals = try ConvertedTotals(of: engine, on: try vault.moment().today)
        if let format = output.format {
            let rows = zip(months, MonthlyIncome.runningNet(of: months)).map {
                IncomeView.Row(
                    month: $0, runningNet: $1, days: days, inDoubt: doubtful, totals: totals)
            }
            return try IncomeView.report.print(rows, as: format, on: screen)
        }
        let currencies = try CurrenciesView(screen: screen, of: engine)
        let today = try vault.moment().today
        let notice = AnsweredView(
            screen: screen, answered: try AnsweredDays(engine.vault, on: today), today: today)
        try IncomeView(
            notice: notice, days: days,
            isWeek: bare.period?.isWeek == true, isOfNet: net
        ).show(months, totals)
        try notice.show(in: days, afterLine: true)
        try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
        try UnreadableAccountsView(screen: screen).show(of: engine.vault, afterLine: true)
        try currencies.show()
        try UncountedCardsView(screen: screen).show(
            try UncountedCards.paid(engine.vault, days: days, by: try engine.cardPayments()),
            afterLine: true)
        try TransfersInDoubtView(screen: screen).show(doubtful, afterLine: true)
        try currencies.throwIfIncomplete()
    }

    private func show(
        by kind: Kind, in days: Range<CalendarDay>, of engine: Engine, on screen: Screen
    ) throws {
        let table = try MonthsTable(
            screen: screen, engine: engine, given: days, isRunning: true,
            lastDay: try vault.lastDay(), today: try vault.moment().today)
        let asked = try AskedSpending(
            category: nil, words: bare.rest, in: try engine.categories())
        let sums = try MonthlySums.found(
            engine.vault, .income, try engine.vault.searched(try asked.query()), by: kind.sums,
            days: table.days, isComplete: table.isComplete)
        if sums.rows.isEmpty, asked.isSearch { try asked.refuseUnknown(in: engine.vault) }
        let words = asked.headingWords(after: "from")
        try table.show(
            sums, of: kind.sums, heading: "Income\(words)",
            command: ["income", asked.commandWords, "--by \(kind.rawValue)"]
                .filter { !$0.isEmpty }.joined(separator: " "),
            ifNothing: "Nothing earned\(words) in these months.", as: output.format)
    }

    /// The requested days, limited to the vault's history and the end of this month.
    private func days(of engine: Engine) throws -> Range<CalendarDay> {
        let today = try vault.moment().today
        let month = today.month
        let end = month.next.firstDay
        let asked =
            try period.days(asOf: today, or: bare.period)
            ?? month.adding(months: 1 - (months ?? Self.usualMonths)).firstDay..<end
        let oldest = try engine.vault.oldestDay()?.month ?? month
        let first = max(asked.lowerBound, oldest.firstDay)
        return (first..<max(first, min(asked.upperBound, end))).through(try vault.lastDay())
    }
}

struct IncomeView {
    let notice: AnsweredView
    /// The days that are shown.
    let days: Range<CalendarDay>
    /// Whether one calendar week was asked for.
    let isWeek: Bool
    /// Whether what is left of each month is drawn, in place of what came and went.
    let isOfNet: Bool

    private var screen: Screen { notice.screen }

    /// Whether all days of a month are shown and known in a currency.
    private func isWhole(_ month: CalendarMonth, in currency: Currency) -> Bool {
        days.contains(month.firstDay) && days.contains(month.lastDay)
            && notice.answered.wholeMonths(in: currency).contains(month)
    }

    /// The days of a month that were asked for; nil for all of them.
    private func part(of month: CalendarMonth, on today: CalendarDay) -> Range<CalendarDay>? {
        let shown = days.clamped(to: month.firstDay..<month.next.firstDay)
        // A month that is not over ends with today.
        let end = min(month.next.firstDay, today.adding(days: 1))
        return shown.lowerBound > month.firstDay || shown.upperBound < end ? shown : nil
    }

    /// "month", or a word for the parts of months that were asked for.
    private func heading(of months: [MonthlyIncome], on today: CalendarDay) -> String {
        let parts = months.compactMap { part(of: $0.month, on: today) }
        guard parts.count == months.count else { return "month" }
        guard parts.count == 1 else { return "days" }
        return days.lowerBound.adding(days: 1) == days.upperBound ? "day" : isWeek ? "week" : "days"
    }

    /// "2026-11", or the days if only a part of the month was asked for.
    private func name(of month: CalendarMonth, on today: CalendarDay) -> String {
        guard let shown = part(of: month, on: today) else { return "\(month)" }
        let last = shown.upperBound.adding(days: -1)
        return shown.lowerBound == last ? "\(last)" : "\(shown.lowerBound) … \(last)"
    }

    func show(_ months: [MonthlyIncome], _ totals: ConvertedTotals) throws {
        guard !months.isEmpty else {
            try screen.print("Nothing earned or spent in these months.")
            return
        }
        let currencies = months.map(\.currency).distinct
        for (position, currency) in currencies.enumerated() {
            if position > 0 { try screen.print() }
            try show(
                months.filter { $0.currency == currency },
                "Income and expenses in \(currency.code)", of: [currency], on: totals.day)
        }
        guard let all = ConvertedIncome(months, at: totals.rates, through: totals.day),
            let base = totals.rates.base
        else { return }
        try screen.print()
        try show(
            all.months, "Income and expenses of all currencies in \(base.code)",
            of: currencies, on: totals.day, exactly: all)
        try screen.print(
            SafeText.neutralised(
                "At the rates of each month's last day: \(ConvertedTotals.words(for: all.rates))"),
            .muted)
    }

    /// - Parameters:
    ///   - currencies: those in the months, all of which are known in what is averaged.
    ///   - day: today; a month that isn't over is no part of the average.
    ///   - converted: the exact amounts of converted months, which are rounded.
    private func show(
        _ months: [MonthlyIncome], _ heading: String, of currencies: [Currency],
        on day: CalendarDay, exactly converted: ConvertedIncome? = nil
    ) throws {
        let whole = months.filter { month in
            currencies.allSatisfy { isWhole(month.month, in: $0) }
        }
        let average =
            whole.count > 1
            ? converted.map { $0.average(of: whole.map(\.month)) }
                ?? MonthlyIncome.average(of: whole) : nil
        let together =
            months.count > 1
            ? converted.map { $0.together } ?? MonthlyIncome.together(months) : nil
        try screen.print(SafeText.neutralised(heading), .heading)
        try screen.print()
        if isOfNet {
            try screen.print(netChart(months, average, on: day))
        } else if screen.capabilities.isTerminal {
            try screen.print(chart(months, average, together, on: day))
        } else {
            if months.count > 1 { screen.draw(drawing(of: months)) }
            try screen.print(table(months, average, together, on: day))
        }
        if average != nil, whole.count < months.count {
            try screen.print(
                "Average of \(Count.text(whole.count, "complete month")).", .muted)
        }
    }

    /// What came in beside what went out.
    private func drawing(of months: [MonthlyIncome]) -> HTML {
        let chart = Letter.Chart(
            .pairs, "Each month", columns: ["In", "Out"],
            rows: months.map { ($0.month.name, [$0.figures.income, $0.figures.expenses]) })
        return LetterChart(chart: chart, number: 1).html(withNumbers: false)
    }

    private func table(
        _ months: [MonthlyIncome], _ average: IncomeFigures?, _ together: IncomeFigures?,
        on day: CalendarDay
    ) -> Table {
        var table = Table(columns: [
            .init(heading(of: months, on: day)), .init("in", alignment: .trailing, rank: 2),
            .init("out", alignment: .trailing, rank: 2), .init("net", alignment: .trailing),
            .init("saved", alignment: .trailing, rank: 1),
        ])
        for month in months {
            add(month.figures, named: name(of: month.month, on: day), to: &table)
        }
        if let together {
            add(together, named: "together", to: &table)
        }
        if let average {
            add(average, named: "average", to: &table)
        }
        return table
    }

    private static let barColumns = 24

    /// Two bars a month, what came in above what went out.
    private func chart(
        _ months: [MonthlyIncome], _ average: IncomeFigures?, _ together: IncomeFigures?,
        on day: CalendarDay
    ) -> Table {
        let highest = months.flatMap { [$0.income.minorUnits, $0.expenses.minorUnits] }.max() ?? 0
        func bar(_ money: Money) -> String {
            guard highest > 0 else { return "" }
            return Bar.text(
                share: Double(money.minorUnits) / Double(highest), columns: Self.barColumns,
                usesUnicode: screen.capabilities.usesUnicode)
        }
        var table = Table(columns: [
            .init(heading(of: months, on: day)), .init("in, out", alignment: .trailing),
            .init("", rank: 2), .init("net", alignment: .trailing),
            .init("saved", alignment: .trailing, rank: 1),
        ])
        func add(_ figures: IncomeFigures, _ name: String, drawn: Bool) {
            table.add(
                .init(name), .init(figures.income.groupedText, .positive),
                .init(drawn ? bar(figures.income) : "", .positive),
                .init(figures.net.signedText, figures.net.style),
                .init(figures.savingsRate.map { "\($0) %" } ?? "–", .muted))
            table.add(
                "", .init(figures.expenses.groupedText),
                .init(drawn ? bar(figures.expenses) : "", .accent))
        }
        for month in months {
            add(month.figures, name(of: month.month, on: day), drawn: true)
        }
        if let average { add(average, "average", drawn: true) }
        if let together { add(together, "together", drawn: false) }
        return table
    }

    /// A bar for what is left of each month, and its running sum.
    private func netChart(
        _ months: [MonthlyIncome], _ average: IncomeFigures?, on day: CalendarDay
    ) -> Table {
        let highest = months.map(\.net.minorUnits.magnitude).max() ?? 0
        var table = Table(columns: [
            .init(heading(of: months, on: day)), .init("net", alignment: .trailing),
            .init("", rank: 2), .init("running", alignment: .trailing),
            .init("saved", alignment: .trailing, rank: 1),
        ])
        func add(_ figures: IncomeFigures, _ name: String, running: String) {
            let share = highest > 0 ? Double(figures.net.minorUnits.magnitude) / Double(highest) : 0
            table.add(
                .init(name), .init(figures.net.signedText, figures.net.style),
                .init(
                    Bar.text(
                        share: min(1, share), columns: Self.barColumns,
                        usesUnicode: screen.capabilities.usesUnicode), figures.net.style),
                .init(running),
                .init(figures.savingsRate.map { "\($0) %" } ?? "–", .muted))
        }
        for (month, sum) in zip(months, MonthlyIncome.runningNet(of: months)) {
            add(month.figures, name(of: month.month, on: day), running: sum.signedText)
        }
        if let average { add(average, "average", running: "") }
        return table
    }

    private func add(_ figures: IncomeFigures, named name: String, to table: inout Table) {
        table.add(
            .init(name), .init(figures.income.groupedText), .init(figures.expenses.groupedText),
            .init(figures.net.signedText, figures.net.style),
            .init(figures.savingsRate.map { "\($0) %" } ?? "–", .muted))
    }
}
