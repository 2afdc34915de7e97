import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct PlanMonthsCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "months",
        abstract: "Show free cash flow by month, past and ahead.",
        discussion: """
            The last six whole months as booked, this month, and the months ahead up to the \
            horizon of [plan] in config/plan.toml, eleven at most. Those have due and \
            planned items and the usual everyday spending. "Together" is the free cash flow \
            from the first month on.

            Examples:
              ghostvault plan months
              ghostvault plan months --csv
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let flows = try engine.currencyOrder().sorted(
            try engine.cashFlow(asKnownOn: vault.lastDay())
        ) { $0.first?.income.currency ?? Currency(code: "") }
        if let format = output.format {
            try Self.report.print(flows.flatMap(\.self), as: format, on: screen)
        } else if flows.isEmpty {
            try screen.print("Nothing came in or went out, and nothing is due.")
        } else {
            for (position, months) in flows.enumerated() {
                if position > 0 { try screen.print() }
                try show(months, on: screen)
            }
            let past = flows.flatMap(\.self).filter { !$0.isAhead }.map(\.month)
            if let first = past.min(), let last = past.max(),
                try !engine.vault.exchanged(first.firstDay..<last.next.firstDay).isEmpty
            {
                try screen.print(
                    "Transfers between accounts of different currencies are not in these months.",
                    .muted)
            }
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    private func show(_ months: [CashFlowMonth], on screen: Screen) throws {
        let code = months.first?.income.currency.code ?? ""
        try screen.print(SafeText.neutralised("Free cash flow in \(code)"), .heading)
        try screen.print()
        try screen.print(Self.report.table(months))
        try screen.print(
            "Minimums of debts are today's in all months. What they pay of loans' charges is not "
                + "among the expenses.", .muted)
    }

    static var report: Report<CashFlowMonth> {
        Report(
            "plan months",
            .value("month", "The month.") { $0.month }.column("month"),
            .value("currency", "The currency's code.") { $0.income.currency.code },
            .value("ahead", "Whether some of it lies ahead.") { $0.isAhead },
            .value("income", "What came in, is due and is planned.") { $0.income }
                .column("income"),
            .value("expenses", "The same for spending, as a positive amount.") { $0.expenses }
                .column("expenses"),
            .value("everyday", "What everyday spending takes from the days ahead.") {
                $0.everyday
            }.column("everyday", rank: 2),
            .value("minimums", "The minimums of debts that have an account.") { $0.minimums }
                .column("minimums", rank: 1),
            .value("free", "Free cash flow.") { $0.free }.column("free"),
            .value("together", "Free cash flow since the first month.") { $0.together }
                .column("together"),
            .shown("") { .init($0.isAhead ? "ahead" : "", .muted) })
    }
}
