import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct AccountsHoldingsCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "holdings",
        abstract: "Show what investment accounts hold.",
        discussion: """
            Lists each position with its value, cost and gain as the bank reports them. The \
            account's balance includes them. What the balance has beyond them is cash, or not \
            listed by the bank.

            Examples:
              ghostvault accounts holdings
              ghostvault accounts holdings brokerage --over-time
              ghostvault accounts holdings brokerage 2025 --over-time --symbol VTI
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The account: its name, part of it, or its number. (default: all)")
    var account: String?

    @OptionGroup var bare: PeriodArgument

    @Flag(help: "Show the value over time.")
    var overTime = false

    @Option(help: "Only this position, by its symbol or part of its name.")
    var symbol: String?

    @Flag(help: "With --over-time, show every day instead of month ends.")
    var daily = false

    /// The most days that a period shows one by one without --daily.
    private static let mostDays = 31
    private static let usualMonths = 12

    func validate() throws {
        guard overTime || (bare.period == nil && !daily) else {
            throw ValidationError("A period and --daily need --over-time.")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        let known = try engine.vault.accounts().filter { $0.visibility != .hidden }
        let accounts = try account.map { [try engine.account(meantBy: $0)] } ?? known
        let moment = try vault.moment()
        let last = try vault.lastDay() ?? moment.newestBankDay
        let view = HoldingsView(screen: screen)
        if overTime {
            let histories = try histories(of: accounts, in: engine.vault, moment.today, last)
            if let format = output.format {
                return try HoldingsView.overTime.print(histories, as: format, on: screen)
            }
            return try histories.isEmpty ? view.showNone(symbol) : view.show(histories)
        }
        let holdings = try AccountHoldings.newest(engine.vault, of: accounts, through: last)
            .filter { $0.positions.contains { isMeant($0.holding) } }
        if let format = output.format {
            return try HoldingsView.report(isMeant).print(holdings, as: format, on: screen)
        }
        try holdings.isEmpty ? view.showNone(symbol) : view.show(holdings, isMeant)
    }

    private func isMeant(_ holding: HoldingDay.Holding) -> Bool {
        guard let wanted = symbol?.lowercased() else { return true }
        return holding.symbol.lowercased() == wanted
            || (!wanted.isEmpty && holding.name.lowercased().contains(wanted))
    }

    private func histories(
        of accounts: [AccountRecord], in vault: Vault, _ today: CalendarDay, _ last: CalendarDay
    ) throws -> [HoldingHistory] {
        let period = bare.period?.days(asOf: today)
        let first =
            period?.lowerBound ?? today.month.adding(months: -Self.usualMonths).firstDay
        let end = min(last, period.map { $0.upperBound.adding(days: -1) } ?? last)
        guard first <= end else { throw ValidationError("The period has not begun yet.") }
        let isDaily = daily || first.days(until: end) < Self.mostDays
        return try accounts.flatMap {
            try HoldingHistory.all(vault, of: $0, on: first...end, where: isMeant)
        }.map { isDaily ? $0 : $0.monthEnds }
    }
}

struct HoldingsView {
    let screen: Screen

    /// - Parameter symbol: the requested position, if any.
    func showNone(_ symbol: String?) throws {
        try screen.print(
            SafeText.neutralised(
                symbol.map { "No holding matches \"\($0.cut)\"." }
                    ?? "No holdings: no bank has reported any."))
    }

    /// - Parameter isMeant: the positions to show.
    func show(
        _ accounts: [AccountHoldings], _ isMeant: (HoldingDay.Holding) -> Bool
    ) throws {
        for (position, account) in accounts.enumerated() {
            if position > 0 { try screen.print() }
            try screen.print(
                SafeText.neutralised("\(account.account.name)  of \(account.day)"), .heading)
            try screen.print()
            let positions = account.positions.filter { isMeant($0.holding) }
            try screen.print(table(account, positions))
        }
    }

    private func table(
        _ account: AccountHoldings, _ positions: [AccountHoldings.Position]
    ) -> Table {
        let hasOthers = positions.contains { $0.holding.currency != account.account.currency }
        var table = Table(columns: [
            .init("symbol", isName: true), .init("name", isFlexible: true, rank: 3),
            .init("shares", alignment: .trailing, rank: 1), .init("value", alignment: .trailing),
            .init("cost", alignment: .trailing, rank: 2), .init("gain", alignment: .trailing),
            .init("", alignment: .trailing, rank: 4), .init("share", alignment: .trailing, rank: 1),
            .init("", rank: 1),
        ])
        for position in positions {
            let holding = position.holding
            table.add(
                .init(holding.symbol), .init(holding.name, .muted),
                .init(holding.shares?.groupedText ?? ""),
                holding.value.map { .amount($0, withCurrency: false) } ?? .init("unknown", .muted),
                .init(holding.cost?.groupedText ?? "", .muted),
                .change(position.gain),
                .init(Self.percent(position.gainPercent, isSigned: true), .muted),
                .init(Self.percent(position.share)),
                .init(hasOthers ? holding.currency.code : "", .muted))
        }
        // Parts of an account don't add up to its balance.
        guard positions.count == account.positions.count else { return table }
        if let unlisted = account.unlisted, unlisted.minorUnits != 0 {
            table.add(
                "", .init("cash or not listed", .muted), "",
                .amount(unlisted, withCurrency: false), "", "", "", "", "")
        }
        if let balance = account.balance {
            table.add(
                "", .init("balance", .muted), "", .amount(balance, withCurrency: false), "", "",
                "", "", .init(hasOthers ? balance.currency.code : "", .muted))
        }
        return table
    }

    private static func percent(_ number: Int?, isSigned: Bool = false) -> String {
        number.map { (isSigned && $0 > 0 ? "+" : "") + "\($0) %" } ?? ""
    }

    func show(_ histories: [HoldingHistory]) throws {
        for (position, history) in histories.enumerated() {
            if position > 0 { try screen.print() }
            try show(history)
        }
    }

    private func show(_ history: HoldingHistory) throws {
        let value = history.points.last.map { $0.value.text } ?? ""
        try screen.print(SafeText.neutralised("\(history.account.name)  \(value)"), .heading)
        if screen.showsCharts {
            try BalanceChart(screen: screen).show(history.points.map { ($0.day, $0.value) })
        }
        try screen.print()
        try screen.print(Self.points.table(history.steps))
    }

    /// - Parameter isMeant: the positions to print.
    static func report(
        _ isMeant: @escaping (HoldingDay.Holding) -> Bool = { _ in true }
    ) -> Report<AccountHoldings> {
        Report(
            "accounts holdings",
            .value("account_id", "The account in this vault.") { $0.account.id },
            .value("account", "The account's name.") { $0.account.name },
            .value("day", "The newest day with known holdings.") { $0.day },
            .value("currency", "The account's currency.") { $0.account.currency.code },
            .value("balance", "The balance at the end of that day.") { $0.balance },
            .value(
                "unlisted",
                "The balance less all values: cash, or not listed. Null if a value is unknown or in another currency."
            ) { $0.unlisted },
            .list(
                "holdings", "The positions, the highest value first.",
                [
                    .value("symbol", "The symbol; may be empty.") { $0.holding.symbol },
                    .value("name", "The security's name; may be empty.") { $0.holding.name },
                    .value("shares", "The number of shares, an exact decimal number.") {
                        $0.holding.shares?.text
                    },
                    .value("currency", "The currency of its amounts.") {
                        $0.holding.currency.code
                    },
                    .value("value", "The market value.") { $0.holding.value },
                    .value("cost", "What all shares cost.") { $0.holding.cost },
                    .value("gain", "Value less cost.") { $0.gain },
                    .value("gain_percent", "The gain in whole percent of the cost.") {
                        $0.gainPercent
                    },
                    .value("share_percent", "The value in whole percent of the balance.") {
                        $0.share
                    },
                ]
            ) { $0.positions.filter { isMeant($0.holding) } }.linewise)
    }

    static var overTime: Report<HoldingHistory> {
        Report(
            "accounts holdings --over-time",
            .value("account_id", "The account in this vault.") { $0.account.id },
            .value("account", "The account's name.") { $0.account.name },
            .value("currency", "The currency of the amounts.") { $0.currency.code },
            .list(
                "history", "The days that the bank reported, or the last of each month.", points
            ) { $0.steps }.linewise)
    }

    private static var points: [Field<(point: HoldingHistory.Point, change: Money?)>] {
        [
            .value("day", "The day.") { $0.point.day }.column("end of"),
            .value("shares", "The shares of the only position; null of several.") {
                $0.point.shares?.text
            }.column("shares", alignment: .trailing, rank: 2) {
                .init($0.point.shares?.groupedText ?? "")
            },
            .value("value", "The market value at its end.") { $0.point.value }.column("value") {
                .amount($0.point.value)
            },
            .value("change", "The change since the row before; null for the first.") { $0.change }
                .column("change") { .change($0.change) },
            .value("cost", "The cost of the positions whose gain is known.") { $0.point.cost }
                .column("cost", rank: 1),
            .value("gain", "Their value less their cost.") { $0.point.gain }
                .column("gain", rank: 1) { .change($0.point.gain) },
        ]
    }
}
