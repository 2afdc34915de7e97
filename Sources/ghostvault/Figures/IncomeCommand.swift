import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct IncomeCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "income",
        abstract: "What you earned and spent, month by month.",
        discussion: """
            Income and expenses by the day they were posted, money back taken off expenses. \
            Transfers between your accounts, card payments, ignored and pending transactions count \
            in neither.

            Examples:
              ghostvault income --months 24
              ghostvault income --from 2025-01-01 --to 2025-06-30
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var period: PeriodOptions

    @Option(help: "How many months to show, this one included. (default: \(usualMonths))")
    var months: Int?

    private static let usualMonths = 12

    func validate() throws {
        guard months == nil || !period.isGiven else {
            throw ValidationError("Give --months, or --month, --from and --to, not both.")
        }
        guard (1...1200).contains(months ?? Self.usualMonths) else {
            throw ValidationError("--months must be from 1 to 1200.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let days = try days(of: engine)
        let months = try MonthlyIncome.months(engine.vault, days: days)
        let doubtful = try engine.vault.doubtfulTransfers(through: vault.lastDay())
            .filter { $0.touches(days) }
        if let format = output.format {
            let rows = months.map { IncomeView.Row(month: $0, inDoubt: doubtful) }
            return try IncomeView.report.print(rows, as: format, on: screen)
        }
        let currencies = try CurrenciesView(screen: screen, of: engine)
        try IncomeView(screen: screen).show(months)
        try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
        try currencies.show()
        try TransfersInDoubtView(screen: screen).show(doubtful, afterLine: true)
        try currencies.throwIfIncomplete()
    }

    /// The requested days, limited to the vault's history and the end of this month.
    private func days(of engine: Engine) throws -> Range<CalendarDay> {
        let today = try vault.moment().today
        let month = today.month
        let end = month.next.firstDay
        let asked =
            period.days(asOf: today)
            ?? month.adding(months: 1 - (months ?? Self.usualMonths)).firstDay..<end
        let oldest = try engine.vault.oldestDay()?.month ?? month
        let first = max(asked.lowerBound, oldest.firstDay)
        return (first..<max(first, min(asked.upperBound, end))).through(try vault.lastDay())
    }
}

struct IncomeView {
    let screen: Screen

    func show(_ months: [MonthlyIncome]) throws {
        guard !months.isEmpty else {
            try screen.print("Nothing earned or spent in these months.")
            return
        }
        let currencies = months.map(\.currency).distinct
        for (position, currency) in currencies.enumerated() {
            if position > 0 { try screen.print() }
            try show(months.filter { $0.currency == currency }, currency)
        }
    }

    private func show(_ months: [MonthlyIncome], _ currency: Currency) throws {
        try screen.print(
            SafeText.neutralised("Income and expenses in \(currency.code)"), .heading)
        try screen.print()
        var table = Table(columns: [
            .init("month"), .init("in", alignment: .trailing), .init("out", alignment: .trailing),
            .init("net", alignment: .trailing), .init("saved", alignment: .trailing),
        ])
        for month in months { add(month.figures, named: "\(month.month)", to: &table) }
        if months.count > 1, let together = MonthlyIncome.together(months) {
            add(together, named: "together", to: &table)
        }
        try screen.print(table)
    }

    private func add(_ figures: IncomeFigures, named name: String, to table: inout Table) {
        table.add(
            .init(name), .init(figures.income.groupedText), .init(figures.expenses.groupedText),
            .init(figures.net.signedText, figures.net.style),
            .init(figures.savingsRate.map { "\($0) %" } ?? "–", .muted))
    }

    /// A month in a list for programs.
    struct Row {
        let month: MonthlyIncome
        /// The possible transfers of all months.
        let inDoubt: [DoubtfulTransfer]

        fileprivate var countInDoubt: Int {
            let days = month.month.firstDay..<month.month.next.firstDay
            return inDoubt.count { $0.currency == month.currency && $0.touches(days) }
        }
    }

    static var report: Report<Row> {
        Report(
            "income",
            .value("month", "The month.") { $0.month.month },
            .value("currency", "The currency's code.") { $0.month.currency.code },
            .value("income", "What came in.") { $0.month.income },
            .value("expenses", "Money spent, less refunds, as a positive amount.") {
                $0.month.expenses
            },
            .value("net", "Income less expenses.") { $0.month.net },
            .value(
                "savings_rate_percent",
                "Net as a share of income, in whole percent; null without income."
            ) { $0.month.savingsRate },
            .value(
                "transfers_in_doubt",
                "How many possible transfers wait in `transfers --review`."
            ) { $0.countInDoubt })
    }
}
