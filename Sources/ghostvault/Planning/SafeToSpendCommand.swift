import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct SafeToSpendCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "safe-to-spend",
        abstract: "Show what you can spend until payday.",
        discussion: """
            What your checking and cash accounts hold, less everything that is due before your next \
            income: recurring payments, planned items, pending transactions and statements of \
            cards. If payments after it need more than that income brings, within 31 days, it is \
            the smaller sum until then. Everyday spending is not taken off, because it \
            is what the money is for. Savings stay out unless you ask for them.

            Examples:
              ghostvault safe-to-spend
              ghostvault safe-to-spend --short
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Print one line, for a prompt or a status bar.")
    var short = false

    @Flag(help: "Count savings accounts, too.")
    var withSavings = false

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let today = try vault.moment().today
        let forecast = try engine.forecast(
            through: today.adding(days: SafeToSpend.days), asKnownOn: vault.lastDay(),
            withRange: false)
        let safe = SafeToSpend.all(forecast, withSavings: withSavings)
        if let format = output.format {
            try SafeToSpendView.report.print(safe, as: format, on: screen)
        } else {
            try show(safe, of: forecast, on: screen)
            if !short { try ForecastView(screen: screen, forecast: forecast).showNotes() }
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    private func show(
        _ safe: [SafeToSpend], of forecast: Forecast, on screen: Screen
    ) throws {
        if safe.isEmpty { try screen.print(forecast.wordsWithoutSpending) }
        for (position, one) in safe.enumerated() {
            if short {
                try screen.print(one.shortWords)
            } else {
                if position > 0 { try screen.print() }
                try SafeToSpendView(screen: screen).show(one)
            }
        }
    }
}

struct SafeToSpendView {
    let screen: Screen

    func show(_ safe: SafeToSpend) throws {
        let first = safe.safe
        try screen.print(
            "Safe to spend until \(first.until): \(first.words)",
            first.amount.minorUnits < 0 ? .negative : .heading)
        try screen.print()
        let counted = safe.accounts.filter { $0.verdict.isCounted }.map(\.account.name)
        try screen.print(
            SafeText.neutralised(
                "\(safe.balance.text) in \(counted.joined(separator: ", ")) "
                    + (safe.balanceDay < safe.today ? "on \(safe.balanceDay)" : "today")))
        try show(first, in: safe)
        if let pay = safe.untilPay {
            if pay.until != first.until {
                try show("Until the next income on \(pay.until)", pay)
            }
        } else {
            try screen.print("No regular income is expected in the next two months.", .muted)
        }
        if safe.untilPay.map({ $0.until < safe.untilMonthEnd.until }) == true {
            try show("Until the end of the month, payday or not", safe.untilMonthEnd)
        }
        if safe.inMonth.amount != first.amount {
            let ahead = safe.inMonth
            try show(
                "In the next 31 days, with the income that is due", ahead,
                ahead.amount.minorUnits < 0 ? "" : ", the lowest on \(ahead.lowest)")
        }
        if !safe.after.isEmpty {
            let named = safe.after.map {
                "\($0.name) \(Money(sum: -$0.amount, currency: safe.currency).text) on \($0.day)"
            }
            try screen.print(
                SafeText.neutralised(
                    "The largest later, not taken off: \(named.joined(separator: "; "))"),
                .muted)
        }
        for account in safe.accounts {
            guard let note = account.verdict.note else { continue }
            try screen.print(SafeText.neutralised("\(account.account.name): \(note)"), .muted)
        }
    }

    private func show(_ title: String, _ left: SafeToSpend.Left, _ end: String = "") throws {
        try screen.print(
            "\(title): \(left.words)\(end)", left.amount.minorUnits < 0 ? .negative : .muted)
    }

    private func show(_ left: SafeToSpend.Left, in safe: SafeToSpend) throws {
        for movement in left.movements {
            let amount = Money(sum: movement.amount, currency: safe.currency)
            let verb = movement.amount < 0 ? "less" : "plus"
            try screen.print(
                SafeText.neutralised(
                    "  \(verb) \(movement.isEstimate ? "about " : "")\(amount.size.text): "
                        + "\(movement.lateName) on \(movement.day), "
                        + movement.reason))
        }
        if let aDay = left.aDay {
            try screen.print(
                "  is \(left.amount.text), \(aDay.text) a day for \(Count.text(left.days, "day"))")
        }
    }

    static var report: Report<SafeToSpend> {
        let left: [Field<SafeToSpend.Left?>] = [
            .value("until", "The first day that isn't counted; null without income ahead.") {
                $0?.until
            },
            .value("amount", "What can be spent; negative if the money doesn't last.") {
                $0?.amount
            },
            .value("lowest_day", "The day on which the least is left.") { $0?.lowest },
            .value("a_day", "The amount for each day, rounded down; null if nothing is left.") {
                $0?.aDay
            },
        ]
        return Report(
            "safe-to-spend",
            .value("currency", "The currency's code.") { $0.currency.code },
            .value("balance", "What the counted accounts hold.") { $0.balance },
            .value("balance_day", "The day of the oldest of their balances.") { $0.balanceDay },
            .object(
                "safe",
                "Until the next regular income, or the least of the next 31 days if that is less.",
                left
            ) { $0.safe },
            .object("until_pay", "Until the next regular income.", left) { $0.untilPay },
            .object("until_month_end", "Until the next month begins.", left) {
                $0.untilMonthEnd
            },
            .object("in_31_days", "In the next 31 days, with the income that is due.", left) {
                $0.inMonth
            },
            .list(
                "accounts", "All accounts in the currency.",
                [
                    .value("account_id", "The account.") { $0.account.id },
                    .value("account", "Its name.") { $0.account.name },
                    .value(
                        "verdict",
                        "`counted`, `stale`, `savings`, `card`, `loan`, `left-out` or `unknown`."
                    ) { $0.verdict.word },
                    .value("balance", "Its balance.") { $0.balance },
                ]
            ) { $0.accounts })
    }
}

extension SafeToSpend {
    /// "412.30 USD until 2026-12-12".
    var shortWords: String {
        safe.amount.minorUnits < 0 ? safe.words : "\(safe.amount.text) until \(safe.until)"
    }
}

extension SafeToSpend.Left {
    /// "412.30 USD", or "short by 12.00 USD on 2026-12-03".
    var words: String {
        amount.minorUnits < 0 ? "short by \(amount.size.text) on \(lowest)" : amount.text
    }
}

extension SafeToSpend.Verdict {
    var word: String {
        switch self {
        case .counted: "counted"
        case .stale: "stale"
        case .savings: "savings"
        case .card: "card"
        case .loan: "loan"
        case .leftOut: "left-out"
        case .unknown: "unknown"
        }
    }

    /// Why an account isn't simply counted.
    var note: String? {
        switch self {
        case .counted: nil
        case .stale(let day): "counted with its balance of \(day), and what was due since"
        case .savings: "held out: savings (--with-savings counts them)"
        case .card: "not counted: purchases count when the statement is paid"
        case .loan: "not counted: its payments are"
        case .leftOut: "held out: you left it out of totals"
        case .unknown(let verdict): verdict.note
        }
    }
}
