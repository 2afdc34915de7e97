import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct AccountsHistoryCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show an account's balance day by day.",
        discussion: """
            If the bank reported no balance for a day, the balance is estimated from posted \
            transactions and marked.

            Examples:
              ghostvault accounts history checking oct
              ghostvault accounts history visa --months 6
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The account: its name, part of it, or its number.")
    var account: String

    @OptionGroup var bare: PeriodArgument

    @Option(help: "Whole months to show before the current one. (default: 1)")
    var months: Int?

    func validate() throws {
        guard (0...1200).contains(months ?? 1) else {
            throw ValidationError("--months must be from 0 to 1200.")
        }
        guard months == nil || bare.period == nil else {
            throw ValidationError("Give --months or a period, not both.")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        let account = try engine.account(meantBy: account)
        let moment = try vault.moment()
        let today = moment.today
        var newest = try vault.lastDay() ?? moment.newestBankDay
        var last = today
        var wanted = today.month.adding(months: -(months ?? 1)).firstDay
        if let days = bare.period?.days(asOf: today) {
            wanted = days.lowerBound
            last = min(days.upperBound.adding(days: -1), today)
            guard wanted <= last else {
                throw ValidationError("The period has not begun yet.")
            }
            if last < today { newest = last }
        }
        // Before the first known day there is no balance to count from.
        let known = try engine.vault.firstKnownDay(of: account.id) ?? last
        let balances = try AccountBalances(
            engine.vault, of: account,
            on: known <= newest ? max(wanted, min(known, last))...last : nil, through: newest)
        if let format = output.format {
            try AccountBalancesView.report.print(one: balances, as: format, on: screen)
        } else {
            try AccountBalancesView(screen: screen).show(balances)
        }
    }
}

struct AccountBalancesView {
    let screen: Screen

    func show(_ balances: AccountBalances) throws {
        guard !balances.points.isEmpty else {
            try screen.print(
                balances.account.balance == nil
                    ? "No balance yet: the bank of \(name(balances)) has reported none."
                    : "There is no data for \(name(balances)) up to that day.")
            return
        }
        try screen.print(name(balances), .heading)
        try screen.print()
        try screen.print(Self.points.table(balances.steps))
    }

    static var report: Report<AccountBalances> {
        Report(
            "accounts history",
            .value("account_id", "The account in this vault.") { $0.account.id },
            .value("account", "The account's name.") { $0.account.name },
            .value("currency", "The currency's code.") { $0.account.currency.code },
            .list(
                "history", "The days, oldest first; empty without a known balance.", points
            ) { $0.steps }.linewise)
    }

    private static var points: [Field<(point: AccountBalances.Point, change: Money?)>] {
        [
            .value("day", "The day.") { $0.point.day }.column("end of"),
            .value("balance", "The balance at its end; money owed is negative.") {
                $0.point.balance
            }.column("balance") { .amount($0.point.balance) },
            .value("change", "The change since the day before; null for the first.") { $0.change }
                .column("change") { $0.change?.minorUnits == 0 ? "" : .change($0.change) },
            .value("estimated", "Whether the balance was computed from transactions.") {
                $0.point.isEstimated
            }.column("", rank: 1) { .init($0.point.isEstimated ? "estimated" : "", .muted) },
        ]
    }

    private func name(_ balances: AccountBalances) -> String {
        SafeText.neutralised(balances.account.name)
    }
}

struct AccountsCoverageCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Show how much history each account has.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let accounts = try engine.vault.accounts()
        let coverage = try engine.vault.importedCoverage()
        let rows = accounts.map { account in
            (account: account, coverage: coverage.first { $0.account == account.id })
        }
        if let format = output.format {
            return try Self.report.print(rows, as: format, on: screen)
        }
        guard !rows.isEmpty else {
            return try screen.printNoAccounts(of: engine.vault)
        }
        try screen.print(Self.report.table(rows))
    }

    /// The amount of history that the vault has of each account.
    static var report: Report<(account: AccountRecord, coverage: ImportedCoverage?)> {
        Report(
            "accounts coverage",
            .value("account_id", "The account in this vault.") { $0.account.id }.column("#"),
            .value("account", "The account's name.") { $0.account.name }.column(
                "account", isName: true),
            .shown("bank", isFlexible: true, rank: 4) { .init($0.account.institution, .muted) },
            .value("transactions", "How many posted transactions are here.") {
                $0.coverage?.count ?? 0
            }
            .column("transactions", rank: 1),
            .value("oldest_day", "The day of the oldest of them.") {
                $0.coverage?.days.lowerBound
            }.column("oldest", rank: 2),
            .value("newest_day", "The day of the newest of them.") {
                $0.coverage?.days.upperBound
            }.column("newest", rank: 3),
            .value("whole_history", "Whether syncs have reached the end of the bank's history.") {
                $0.account.hasWholeHistory
            }.column("", rank: 5) {
                .init($0.account.hasWholeHistory ? "" : "may go back further", .muted)
            })
    }
}
