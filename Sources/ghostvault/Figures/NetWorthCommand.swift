import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct NetWorthCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "networth",
        abstract: "Show assets less liabilities over time.",
        discussion: """
            If a bank reported no balance for a day, the balance is estimated from posted \
            transactions and marked. Estimates leave out what investments gained. A transfer that \
            has left one account and not come into the other is "under way". Each currency has \
            its own total. With rates in config/rates.toml, another line converts all of them at \
            the rates of the last day that is shown. A period of up to a month is shown by day, a \
            longer one by month, both from the day before.

            Examples:
              ghostvault networth ytd
              ghostvault networth 2025
              ghostvault networth last week
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: "Month ends to show; with --daily, whole months before this one. (default: 12)")
    var months: Int?

    @Flag(help: "Show every day instead of month ends.")
    var daily = false

    @OptionGroup var bare: PeriodArgument

    private static let usualMonths = 12
    /// The most days that a period shows one by one without --daily.
    private static let mostDays = 31

    func validate() throws {
        guard (0...1200).contains(months ?? Self.usualMonths) else {
            throw ValidationError("--months must be from 0 to 1200.")
        }
        guard months == nil || bare.period == nil else {
            throw ValidationError("Give --months or a period, not both.")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let today = try vault.moment().today
        var (history, isDaily, last) = try history(in: engine.vault)
        history = history.sorted(by: try engine.currencyOrder())
        let totals = try ConvertedTotals(of: engine, on: last)
        let byHand = try ValueByHand.all(of: engine, on: last)
        if let format = output.format {
            let positive = try engine.vault.reversedDebts().filter(\.hasPositiveBalance)
            let rows = history.series.map { series in
                NetWorthView.Row(
                    series: series,
                    withoutBalance: history.accountsWithoutBalance.count {
                        $0.currency == series.currency
                    },
                    positiveDebts: positive.count { $0.account.currency == series.currency },
                    converted: series.now.flatMap { totals.converted($0.net) },
                    byHand: byHand.filter { $0.account.currency == series.currency })
            }
            try NetWorthView.report.print(rows, as: format, on: screen)
        } else {
            let currencies = try CurrenciesView(screen: screen, of: engine)
            try NetWorthView(screen: screen, vault: engine.vault)
                .show(history, isDaily: isDaily, today: today, totals)
            try NetWorthView(screen: screen, vault: engine.vault).show(byHand, history, on: last)
            try OldBalancesView(screen: screen, engine: engine).show(on: last, afterLine: true)
            try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
            try UnreadableAccountsView(screen: screen).show(of: engine.vault, afterLine: true)
            try currencies.show()
            try currencies.throwIfIncomplete()
        }
    }

    private func history(
        in vault: Vault
    ) throws -> (history: NetWorthHistory, isDaily: Bool, last: CalendarDay) {
        let moment = try self.vault.moment()
        let today = moment.today
        var newest = try self.vault.lastDay() ?? moment.newestBankDay
        var last = today
        var first = today.month.adding(months: -(months ?? Self.usualMonths)).firstDay
        var isDaily = daily
        if let days = bare.period?.days(asOf: today) {
            // A period's first change is since the day before it.
            first = days.lowerBound.adding(days: -1)
            last = min(days.upperBound.adding(days: -1), today)
            guard first < last else {
                throw ValidationError("The period has not begun yet.")
            }
            if last < today { newest = last }
            isDaily = daily || first.days(until: last) <= Self.mostDays
        }
        // Nothing is known before the oldest transaction or balance.
        let oldest = min(try vault.firstKnownDay() ?? last, last)
        first = max(first, oldest)
        let shown = first.month.months(until: last.month)
        return (
            try isDaily
                ? NetWorthHistory(vault, on: first...last, through: newest)
                : NetWorthHistory(vault, today: last, through: newest, months: shown),
            isDaily, last
        )
    }
}

struct NetWorthView {
    let screen: Screen
    /// The values of a chart.
    let vault: Vault

    /// - Parameter isDaily: whether the points are days rather than month ends.
    func show(
        _ history: NetWorthHistory, isDaily: Bool, today: CalendarDay, _ totals: ConvertedTotals
    ) throws {
        guard !history.series.isEmpty else {
            return try screen.printNoAccounts(of: vault)
        }
        let known = history.series.filter { $0.now != nil }
        guard !known.isEmpty else {
            try screen.print(
                history.accountsWithoutBalance.isEmpty
                    ? "There is no data up to that day." : "No net worth is known yet.")
            return try show(history.accountsWithoutBalance)
        }
        for (position, series) in known.enumerated() {
            if position > 0 { try screen.print() }
            try show(series, isDaily: isDaily, today: today)
        }
        if let words = totals.words(forSumOf: history.series.compactMap { $0.now?.net }) {
            try screen.print()
            try screen.print(SafeText.neutralised(words))
        }
        if history.series.contains(where: {
            $0.hasInvestments && $0.points.contains(where: \.isEstimated)
        }) {
            try screen.print("Estimates leave out what investments gained or lost.", .muted)
        }
        try show(history.accountsWithoutBalance)
    }

    private func show(_ accountsWithoutBalance: [AccountRecord]) throws {
        let accounts = accountsWithoutBalance
        guard accounts.count <= Self.mostNamed else {
            let hint =
                accounts.contains(where: \.isImported)
                ? " \"ghostvault accounts value NAME AMOUNT\" gives one its balance." : ""
            return try screen.print(
                "\(accounts.count) accounts have no balance, and are not counted.\(hint)", .muted)
        }
        for account in accounts {
            try screen.print(
                SafeText.neutralised(
                    account.isImported
                        ? "\(account.name): no balance is known; "
                            + "\"ghostvault accounts value \(account.id) AMOUNT\" gives it one"
                        : "\(account.name): its bank has reported no balance yet"),
                .muted)
        }
    }

    /// The most accounts without a balance that are named one by one.
    static let mostNamed = 3

    /// Shows which balances are the person's own, and how old their values are.
    func show(
        _ values: [ValueByHand], _ history: NetWorthHistory, on day: CalendarDay
    ) throws {
        for (position, value) in values.enumerated() {
            if position == 0 { try screen.print() }
            let balances = history.series.compactMap(\.now).flatMap(\.balances)
            let balance = balances.first { $0.account == value.account.id }?.balance.text ?? ""
            let age = value.day.days(until: day)
            let words = age == 0 ? "today" : "\(Count.text(age, "day")) ago"
            try screen.print(
                SafeText.neutralised(
                    "\(value.account.name): \(balance) by hand, valued on \(value.day) (\(words))"),
                .muted)
        }
    }

    private func show(
        _ series: NetWorthHistory.Series, isDaily: Bool, today: CalendarDay
    ) throws {
        guard let now = series.now else { return }
        let day = now.day < today ? " on \(now.day)" : ""
        try screen.print("Net worth \(now.net.text)\(day)", .heading)
        if screen.showsCharts {
            try BalanceChart(screen: screen).show(series.daily(in: vault).map { ($0.day, $0.net) })
        }
        try screen.print()
        let underWay = try TransfersUnderWay(
            vault, on: (series.points.first?.day ?? now.day)...now.day)
        var table = Table(columns: [
            .init("end of"), .init("assets", alignment: .trailing, rank: 2),
            .init("liabilities", alignment: .trailing, rank: 2),
            .init("net worth", alignment: .trailing),
            .init("change", alignment: .trailing), .init("", rank: 1),
        ])
        for (position, point) in series.points.enumerated() {
            let change = position > 0 ? point.change(since: series.points[position - 1]) : nil
            let isMonthEnd = !isDaily && point.day == point.day.month.lastDay
            table.add(
                .init(
                    point.day == today
                        ? "today" : isMonthEnd ? "\(point.day.month)" : "\(point.day)"),
                .init(point.assets.groupedText), .init(point.liabilities.groupedText),
                .init(point.net.groupedText),
                .change(change),
                .init(Self.remark(on: point, underWay), .muted))
        }
        try screen.print(table)
        guard let first = series.points.first?.day, first < now.day else { return }
        let moved = try vault.loneTransfers(first.adding(days: 1)..<now.day.adding(days: 1))
            .first { $0.currency == now.net.currency }
        guard let moved else { return }
        let parts = [
            moved.gone.minorUnits == 0 ? nil : "\(moved.gone.text) went to",
            moved.came.minorUnits == 0 ? nil : "\(moved.came.text) came from",
        ].compactMap(\.self)
        try screen.print(
            SafeText.neutralised(
                "In this time \(parts.joined(separator: " and ")) accounts that don't count here, "
                    + "which is no spending and no income."), .muted)
    }

    /// "estimated, 900.00 under way".
    private static func remark(on point: NetWorth, _ transfers: TransfersUnderWay) -> String {
        let sum = transfers.sum(at: point)
        let words = Money(sum: abs(sum.minorUnits), currency: sum.currency).groupedText
        return [
            point.isEstimated ? "estimated" : "",
            sum.minorUnits > 0 ? "\(words) under way" : "",
            sum.minorUnits < 0 ? "\(words) in both accounts" : "",
        ].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// A currency in a list for programs.
    struct Row {
        let series: NetWorthHistory.Series
        let withoutBalance: Int
        /// The number of debts with a positive balance, which count as assets.
        let positiveDebts: Int
        /// The net worth of the last day in the currency of the person's rates.
        let converted: ConvertedMoney?
        let byHand: [ValueByHand]
    }

    static var report: Report<Row> { Report("networth", fields: fields) }

    private static var fields: [Field<Row>] {
        [
            .value("currency", "The currency's code.") { $0.series.currency.code },
            .value("assets", "Total assets today, or on a period's last day.") {
                $0.series.now?.assets
            },
            .value("liabilities", "Total debts on that day, as a positive amount.") {
                $0.series.now?.liabilities
            },
            .value("net", "Assets less liabilities.") { $0.series.now?.net },
            .value("balance_day", "The day of the oldest balance of a bank in these.") {
                $0.series.balanceDay
            },
            .value(
                "net_in_base",
                "`net` at the rate of the last day that is shown, in `base_currency`."
            ) {
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
                "by_hand", "The accounts in these that you keep yourself.",
                [
                    .value("account_id", "The account.") { $0.account.id },
                    .value("account", "Its name.") { $0.account.name },
                    .value("valued_on", "The day of the last value that you gave.") { $0.day },
                ]
            ) { $0.byHand },
            .list(
                "history",
                "The ends of the last months, oldest first, and today; or a period's days.", points
            ) { $0.series.points }.linewise,
        ]
    }

    private static var points: [Field<NetWorth>] {
        [
            .value("day", "The day.") { $0.day },
            .value("assets", "Total assets at its end.") { $0.assets },
            .value("liabilities", "Total debts at its end.") { $0.liabilities },
            .value("net", "Assets less liabilities.") { $0.net },
            .value("estimated", "Whether a balance was computed from transactions.") {
                $0.isEstimated
            },
        ]
    }
}
