import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct AccountsShowCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an account's balances and transactions.",
        discussion: """
            Shows the balance over time and the last transactions. Formats for programs print the \
            account as "accounts" does.

            Examples:
              ghostvault accounts show checking
              ghostvault accounts show 4 --months 36
              ghostvault accounts show checking oct --limit 100
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The account: its name, part of it, or its number.")
    var account: String

    @OptionGroup var bare: PeriodArgument

    @Option(help: "Months of balances to show. (default: \(usualMonths))")
    var months: Int?

    @OptionGroup var pages: PageOptions

    private static let usualMonths = 12

    func validate() throws {
        guard (1...1200).contains(months ?? 1) else {
            throw ValidationError("--months must be from 1 to 1200.")
        }
        guard months == nil || bare.period == nil else {
            throw ValidationError("Give --months or a period, not both.")
        }
        try pages.validate(isAll: false)
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        var account = try engine.account(meantBy: account)
        let moment = try vault.moment()
        let lastDay = try vault.lastDay()
        if let lastDay {
            account =
                try AccountBalances.accounts([account], of: engine.vault, on: lastDay).first
                ?? account
        }
        if let format = output.format {
            let offer = try engine.mergeOffers().first { $0.earlier.id == account.id }
            let unread = try engine.vault.unreadableAccounts().first { $0.account == account.id }
            return try AccountsView.report.print(
                one: (account: account, offer: offer, unread: unread), as: format, on: screen)
        }
        let newest = lastDay ?? moment.newestBankDay
        let known = try engine.vault.firstKnownDay(of: account.id) ?? moment.today
        let period = bare.period?.days(asOf: moment.today)
        let asked =
            period?.lowerBound
            ?? moment.today.month.adding(months: -(months ?? Self.usualMonths)).firstDay
        let first = max(known, asked)
        // The day after which nothing of the period counts.
        let last = period.map { min($0.upperBound.adding(days: -1), moment.today) }
        let end = last ?? moment.today
        let balances = try AccountBalances(
            engine.vault, of: account, on: first <= end && known <= newest ? first...end : nil,
            through: last.map { $0 < moment.today ? $0 : newest } ?? newest)
        let days = (period ?? CalendarDay(daysSinceEpoch: .min)..<CalendarDay(daysSinceEpoch: .max))
            .through(lastDay)
        // A period that is over has the balance of its end.
        if let last, last < moment.today {
            account = account.having(balance: balances.points.last?.balance, on: last)
        }
        try AccountPage(screen: screen, engine: engine, account: account)
            .show(
                balances, days, pages.page(isWhole: true, usual: AccountPage.transactionsShown),
                on: moment.today, through: last.map { min($0, newest) } ?? newest)
    }
}

/// An account's own page.
struct AccountPage {
    let screen: Screen
    let engine: Engine
    let account: AccountRecord

    fileprivate static let transactionsShown = 10
    private static let valuesShown = 5

    /// - Parameters:
    ///   - days: those of the transactions.
    ///   - page: nil for the newest.
    func show(
        _ balances: AccountBalances, _ days: Range<CalendarDay>, _ page: PageOptions.Page?,
        on today: CalendarDay, through lastDay: CalendarDay
    ) throws {
        let isOld = account.hasOldBalance(on: today)
        let day = isOld ? account.balanceDay.map { ", of \($0)" } ?? "" : ""
        let balance = account.balance.map { $0.text + day } ?? "no balance known"
        try screen.print(SafeText.neutralised("\(account.name)  \(balance)"), .heading)
        // A further page is one of the list.
        if page?.offset ?? 0 == 0 {
            if screen.showsCharts {
                try BalanceChart(screen: screen).show(balances.points.map { ($0.day, $0.balance) })
            }
            try screen.print()
            try screen.print(try facts(balances, try coverage(), on: lastDay, today: today))
            try ReversedDebtsView(screen: screen)
                .show(try engine.vault.reversedDebts().filter { $0.account.id == account.id })
            try UnreadableAccountsView(screen: screen).show(of: engine.vault, only: account.id)
        }
        try showTransactions(
            days, page ?? .init(limit: Self.transactionsShown, offset: 0))
        try screen.print()
        try screen.print(
            SafeText.neutralised(
                "Rename it: ghostvault accounts rename \(account.id) \"…\"; all its transactions: "
                    + "ghostvault transactions --account \(account.id) --transfers"), .muted)
    }

    private func coverage() throws -> ImportedCoverage? {
        try engine.vault.importedCoverage().first { $0.account == account.id }
    }

    private func facts(
        _ balances: AccountBalances, _ coverage: ImportedCoverage?, on day: CalendarDay,
        today: CalendarDay
    ) throws -> Table {
        var facts = Table(columns: [.init(""), .init("", isFlexible: true, wraps: true)])
        facts.add("number", .init("\(account.id)"))
        if account.name != account.bankName {
            facts.add("at the bank", .init(account.bankName))
        }
        facts.add("bank", .init(account.institution))
        facts.add("type", .init("\(account.type.rawValue): \(account.typeReason)"))
        if !account.visibility.isCounted {
            facts.add("shown", .init(account.visibility.rawValue, .warning))
        }
        if !account.follows.isEmpty {
            facts.add("follows", .init(account.follows.joined(separator: ", ")))
        }
        for value in try engine.vault.values(ofAccount: account.id).suffix(Self.valuesShown) {
            let money = Money(minorUnits: value.minorUnits, currency: account.currency)
            facts.add(.init("on \(value.day)"), .init("\(money.text), by hand"))
        }
        if let available = account.availableBalance {
            facts.add("available, by the bank", .init(available.text))
        }
        if let held = try AccountHoldings.newest(engine.vault, of: [account], through: day).first {
            facts.add(
                "holdings",
                .init("\(held.positions.count): ghostvault accounts holdings \(account.id)"))
        }
        for (words, change) in changes(balances, on: today) {
            facts.add(.init(words), .init(change.signedText, change.style))
        }
        if let coverage {
            let count = Count.text(coverage.count, "posted transaction")
            facts.add(
                "history",
                .init(
                    "\(count), \(coverage.days.lowerBound) to \(coverage.days.upperBound)"
                        + (account.hasWholeHistory || account.isByHand
                            ? "" : "; may go back further")))
        }
        return facts
    }

    /// The change of the balance in the month of the last day, and in all days that are shown.
    private func changes(
        _ balances: AccountBalances, on today: CalendarDay
    ) -> [(words: String, change: Money)] {
        guard let now = balances.points.last, let first = balances.points.first else { return [] }
        let month = now.day.month
        let before =
            balances.points.last { $0.day < month.firstDay }
            ?? (first.day == month.firstDay ? balances.before : nil)
        let name = month == today.month ? "this month" : "in \(month.name) \(month.year)"
        return [
            before.map { (name, now.change(since: $0)) },
            first.day < month.firstDay || before == nil && first.day < now.day
                ? ("since \(first.day)", now.change(since: balances.before ?? first)) : nil,
        ].compactMap(\.self)
    }

    private func showTransactions(
        _ days: Range<CalendarDay>, _ page: PageOptions.Page
    ) throws {
        var query = TransactionQuery()
        query.accounts = [account.id]
        (query.limit, query.offset) = (page.limit, page.offset)
        query.days = days
        try screen.print()
        try screen.print("Last transactions", .heading)
        try TransactionsView(
            screen: screen, engine: engine, accounts: try engine.vault.accounts()
        ).show(query, isFiltered: false)
    }
}
