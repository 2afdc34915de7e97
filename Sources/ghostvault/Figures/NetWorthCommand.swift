import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct NetWorthCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "networth",
        abstract: "What you are worth: assets less what is owed, now and at the months' ends.",
        discussion: """
            Days on which a bank gave no balance are counted from posted transactions and marked. \
            Each currency has its own sum. With rates in config/rates.toml a further line has the \
            sum of all, at today's rates.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "How many month ends to show; with --daily, whole months before this one.")
    var months = 12

    @Flag(help: "Show every day in place of month ends.")
    var daily = false

    func validate() throws {
        guard (0...1200).contains(months) else {
            throw ValidationError("--months must be from 0 to 1200.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let moment = try vault.moment()
        let today = moment.today
        let newest = try vault.lastDay() ?? moment.newestBankDay
        // Nothing is known before the oldest transaction.
        let oldest = min(try engine.vault.oldestDay() ?? today, today)
        let shown = min(months, oldest.month.months(until: today.month))
        let first = max(oldest, today.month.adding(months: -shown).firstDay)
        let history =
            try daily
            ? NetWorthHistory(engine.vault, on: first...today, through: newest)
            : NetWorthHistory(engine.vault, today: today, through: newest, months: shown)
        let totals = try ConvertedTotals(of: engine, on: today)
        if let format = output.format {
            let positive = try engine.vault.reversedDebts().filter(\.hasPositiveBalance)
            let rows = history.series.map { series in
                NetWorthView.Row(
                    series: series,
                    withoutBalance: history.accountsWithoutBalance.count {
                        $0.currency == series.currency
                    },
                    positiveDebts: positive.count { $0.account.currency == series.currency },
                    converted: series.now.flatMap { totals.converted($0.net) })
            }
            try NetWorthView.report.print(rows, as: format, on: screen)
        } else {
            let currencies = try CurrenciesView(screen: screen, of: engine)
            try NetWorthView(screen: screen, vault: engine.vault)
                .show(history, isDaily: daily, totals)
            try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
            try currencies.show()
            try currencies.throwIfIncomplete()
        }
    }
}

struct NetWorthView {
    let screen: Screen
    /// What a chart is drawn from.
    let vault: Vault

    /// - Parameter isDaily: whether the points are days rather than month ends.
    func show(
        _ history: NetWorthHistory, isDaily: Bool, _ totals: ConvertedTotals
    ) throws {
        guard !history.series.isEmpty else {
            try screen.print("No accounts yet. \"ghostvault connect\" brings them in.")
            return
        }
        guard history.series.contains(where: { $0.now != nil }) else {
            return try screen.print("Nothing is known of that day, nor of any before it.")
        }
        for (position, series) in history.series.enumerated() {
            if position > 0 { try screen.print() }
            try show(series, isDaily: isDaily)
        }
        if let words = totals.words(forSumOf: history.series.compactMap { $0.now?.net }) {
            try screen.print()
            try screen.print(SafeText.neutralised(words))
        }
        for account in history.accountsWithoutBalance {
            try screen.print(
                SafeText.neutralised("\(account.name): its bank has given no balance yet"), .muted)
        }
    }

    private func show(_ series: NetWorthHistory.Series, isDaily: Bool) throws {
        guard let now = series.now else { return }
        try screen.print("Net worth \(now.net.text)", .heading)
        if screen.capabilities.isTerminal {
            try BalanceChart(screen: screen).show(series.daily(in: vault).map { ($0.day, $0.net) })
        }
        try screen.print()
        var table = Table(columns: [
            .init("end of"), .init("assets", alignment: .trailing, rank: 1),
            .init("liabilities", alignment: .trailing, rank: 1),
            .init("net worth", alignment: .trailing),
            .init("change", alignment: .trailing), .init("", rank: 2),
        ])
        for (position, point) in series.points.enumerated() {
            let change = position > 0 ? point.change(since: series.points[position - 1]) : nil
            table.add(
                .init(
                    position == series.points.count - 1
                        ? "today" : isDaily ? "\(point.day)" : "\(point.day.month)"),
                .init(point.assets.groupedText), .init(point.liabilities.groupedText),
                .init(point.net.groupedText),
                change.map { .init($0.signedText, $0.style) } ?? .init(""),
                .init(point.isRebuilt ? "estimated" : "", .muted))
        }
        try screen.print(table)
    }

    /// A currency in a list for programs.
    struct Row {
        let series: NetWorthHistory.Series
        let withoutBalance: Int
        /// The number of debts with a positive balance, which count as assets.
        let positiveDebts: Int
        /// Today's net worth in the currency of the person's rates.
        let converted: ConvertedMoney?
    }

    static var report: Report<Row> { Report("networth", fields: fields) }

    private static var fields: [Field<Row>] {
        [
            .value("currency", "The currency's code.") { $0.series.currency.code },
            .value("assets", "What is owned today.") { $0.series.now?.assets },
            .value("liabilities", "What is owed today, as a positive amount.") {
                $0.series.now?.liabilities
            },
            .value("net", "Assets less liabilities.") { $0.series.now?.net },
            .value("net_in_base", "`net` at today's rate, in `base_currency`.") {
                $0.converted?.amount
            },
        ] + ConvertedMoney.fields(\.converted) + [
            .value(
                "accounts_without_balance",
                "How many accounts are not counted because their balance is unknown."
            ) { $0.withoutBalance },
            .value(
                "positive_debts",
                "How many debts have a positive balance and so count as assets."
            ) { $0.positiveDebts },
            .list(
                "history", "The ends of the last months, oldest first, and today.", points
            ) { $0.series.points }.linewise,
        ]
    }

    private static var points: [Field<NetWorth>] {
        [
            .value("day", "The day.") { $0.day },
            .value("assets", "What was owned at its end.") { $0.assets },
            .value("liabilities", "What was owed at its end.") { $0.liabilities },
            .value("net", "Assets less liabilities.") { $0.net },
            .value("rebuilt", "Whether a balance was computed from transactions.") { $0.isRebuilt },
        ]
    }
}
