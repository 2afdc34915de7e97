import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct ForecastCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Show what balances will be.",
        discussion: """
            Day by day from recurring series, planned items in config/plan.toml, statements of \
            cards, and everyday spending as it was. The range holds 8 of 10 days. Purchases on a \
            card move the card; the checking account pays its statement. Each currency has its \
            own total.

            Examples:
              ghostvault forecast
              ghostvault forecast checking --days 90
              ghostvault forecast checking --why 2026-12-24
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The account: its name, part of it, or its number. (default: all)")
    var account: String?

    @Option(help: "Days to look ahead, from 1 to 366. (default: 60)")
    var days: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The last day instead, at most a year ahead.", valueName: "day"),
        transform: PeriodWords.init(argument:))
    var until: PeriodWords?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Explain the account's balance on a day.", valueName: "day"),
        transform: PeriodWords.init(argument:))
    var why: PeriodWords?

    static let usualDays = 60
    private static let mostDays = 366

    func validate() throws {
        guard (1...Self.mostDays).contains(days ?? Self.usualDays) else {
            throw ValidationError("--days must be from 1 to \(Self.mostDays).")
        }
        guard days == nil || until == nil else {
            throw ValidationError("Give --days or --until, not both.")
        }
        guard why == nil || account != nil else {
            throw ValidationError("--why needs an account: ghostvault forecast ACCOUNT --why DAY")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let today = try vault.moment().today
        let explained = try why.map { try day($0, after: today, "--why") }
        let chosen = try until.map { try day($0, after: today, "--until") }
        let usual = today.adding(days: days ?? Self.usualDays)
        let end = max(chosen ?? usual, explained ?? today)
        let meant = try account.map { try engine.account(meantBy: $0) }
        let forecast = try engine.forecast(
            through: end, asKnownOn: vault.lastDay(), withLoans: true)
        try show(forecast, of: meant, explained, of: engine, on: screen)
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    private func show(
        _ forecast: Forecast, of meant: AccountRecord?, _ explained: CalendarDay?,
        of engine: Engine, on screen: Screen
    ) throws {
        let shown = forecast.accounts.filter { meant == nil || $0.account.id == meant?.id }
        if let format = output.format {
            try ForecastView.report.print(
                meant == nil ? shown + forecast.totals : shown, as: format, on: screen)
            return
        }
        let view = ForecastView(screen: screen, forecast: forecast)
        if let meant {
            guard let one = shown.first else {
                return try screen.print(
                    SafeText.neutralised("\(meant.name) is hidden, so there is no forecast of it."))
            }
            if let explained {
                try view.explain(one, on: explained)
            } else {
                try view.show(one)
            }
        } else if shown.isEmpty {
            try screen.printNoAccounts(of: engine.vault)
        } else {
            try view.showAll()
        }
    }

    private func day(
        _ words: PeriodWords, after today: CalendarDay, _ option: String
    ) throws -> CalendarDay {
        let day = words.planned(.next, asOf: today).lastDay(asOf: today)
        guard (1...Self.mostDays).contains(today.days(until: day)) else {
            throw ValidationError("\(option) must be a day after today, at most a year ahead.")
        }
        return day
    }
}

extension ForecastView {
    static var report: Report<AccountForecast> {
        let movements: [Field<(ForecastMovement, Currency)>] = [
            .value("name", "The series, the planned item or the pending transaction.") {
                $0.0.name
            },
            .value(
                "source", "`series`, `statement` of a card, `planned` or `pending`."
            ) { $0.0.source.word },
            .value("amount", "The amount; negative for money out.") {
                Money(sum: $0.0.amount, currency: $0.1)
            },
            .value("late", "Whether it was due earlier.") { $0.0.isLate },
        ]
        let days: [Field<(AccountForecast.Day, Currency)>] = [
            .value("day", "The day.") { $0.0.day },
            .value("expected", "The balance at its end.") {
                Money(sum: $0.0.expected, currency: $0.1)
            },
            .value("low", "1 of 10 such days is below; null for too short a history.") { day in
                day.0.range.map { Money(sum: $0.lowerBound, currency: day.1) }
            },
            .value("high", "1 of 10 such days is above; null for too short a history.") { day in
                day.0.range.map { Money(sum: $0.upperBound, currency: day.1) }
            },
            .value("everyday", "What everyday spending moves on it.") {
                Money(sum: $0.0.everyday, currency: $0.1)
            },
            .list("movements", "What else moves on it.", movements) { day in
                day.0.movements.map { ($0, day.1) }
            },
        ]
        return Report(
            "forecast",
            .value("account_id", "The account in this vault; null for a sum of accounts.") {
                $0.account.id == 0 ? nil : $0.account.id
            },
            .value("account", "Its name, or those of all accounts in the sum.") {
                $0.account.name
            },
            .value("currency", "The currency's code.") { $0.account.currency.code },
            .value(
                "verdict",
                "`counted`, `stale`, `silent`, `no-balance`, `investment` or `asset`; only the first two "
                    + "have days."
            ) { $0.verdict.word },
            .value("balance_day", "The last day whose transactions are in the balance.") {
                $0.account.knownDay
            },
            .value("history_days", "The days of the past that the range was made from.") {
                $0.historyDays
            },
            .value("lowest", "The lowest expected balance; null without days.") { one in
                one.lowest.map { Money(sum: $0.expected, currency: one.account.currency) }
            },
            .value("lowest_day", "The first day with it.") { $0.lowest?.day },
            .list("days", "Today and the days after it.", days) { one in
                one.days.map { ($0, one.account.currency) }
            }.linewise)
    }
}

extension ForecastMovement.Source {
    var word: String {
        switch self {
        case .series: "series"
        case .statement: "statement"
        case .planned: "planned"
        case .pending: "pending"
        }
    }
}

extension AccountForecast.Verdict {
    var word: String {
        switch self {
        case .counted: "counted"
        case .stale: "stale"
        case .silent: "silent"
        case .noBalance: "no-balance"
        case .investment: "investment"
        case .asset: "asset"
        }
    }

    /// Why an account is not as fresh as others, or has no forecast; nil if it is counted.
    var note: String? {
        switch self {
        case .counted: nil
        case .stale(let day): "about: its balance is of \(day)"
        case .silent(let day): "held out: silent since \(day)"
        case .noBalance: "held out: no balance is known"
        case .investment: "held out: the market moves it"
        case .asset: "held out: nothing is paid from it"
        }
    }
}
