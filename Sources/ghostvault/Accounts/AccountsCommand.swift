import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "List and manage accounts.",
        subcommands: [
            List.self, AccountsShowCommand.self, AccountsAddCommand.self,
            AccountsValueCommand.self, AccountsFollowCommand.self, AccountsRemoveCommand.self,
            SetType.self, AccountsRenameCommand.self, AccountsTrackCommand.self,
            AccountsHideCommand.self, AccountsCountCommand.self, AccountsMergeCommand.self,
            AccountsReverseCommand.self, AccountsMinimumCommand.self,
            AccountsHistoryCommand.self, AccountsHoldingsCommand.self,
            AccountsInterestCommand.self, AccountsCoverageCommand.self, AccountsCheckCommand.self,
        ],
        defaultSubcommand: List.self)

    struct List: ReportCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List accounts with their balances.")

        @OptionGroup var vault: VaultOptions
        @OptionGroup var output: OutputOptions

        @Flag(help: "List everything: hidden accounts, too.")
        var all = false

        func run(on screen: Screen, reading engine: Engine) throws {
            let known = try engine.vault.accounts()
            var accounts = known.filter { all || $0.visibility != .hidden }
            let hidden = known.count - accounts.count
            if let day = try vault.lastDay() {
                accounts = try AccountBalances.accounts(accounts, of: engine.vault, on: day)
            }
            let offers = try engine.mergeOffers()
            let view = AccountsView(screen: screen)
            try UnclassifiedView(screen: screen).warnOfFigures(of: engine.vault)
            if let format = output.format {
                let unread = try engine.vault.unreadableAccounts()
                let rows = accounts.map { account in
                    (
                        account: account, offer: offers.first { $0.earlier.id == account.id },
                        unread: unread.first { $0.account == account.id }
                    )
                }
                try AccountsView.report.print(rows, as: format, on: screen)
            } else {
                try known.isEmpty
                    ? screen.printNoAccounts(of: engine.vault)
                    : view.show(accounts, on: try vault.moment().today)
                if hidden > 0 {
                    try screen.print()
                    try screen.print(
                        "\(Count.text(hidden, "account")) hidden: ghostvault accounts --all; "
                            + "\"ghostvault accounts count\" shows one again", .muted)
                }
                try ReversedDebtsView(screen: screen).show(try engine.vault.reversedDebts())
                try UnreadableAccountsView(screen: screen).show(of: engine.vault, afterLine: true)
                try view.show(offers)
            }
        }
    }

    struct SetType: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "type",
            abstract: "Set an account's type.",
            discussion: "This takes precedence over the guess from its name.")

        @OptionGroup var vault: PlainVaultOptions

        @Argument(help: "The account: its name, part of it, or its number.")
        var account: String

        @Argument(help: "The type.")
        var type: AccountType

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let account = try engine.account(meantBy: account)
            let totals = try TotalsChange(of: engine)
            let report = try engine.decideType(type, of: account)
            try AccountsView(screen: screen).showOne(account.id, of: engine)
            let isOther = try totals.show(on: screen, afterTable: true)
            try ClassifyView(screen: screen, engine: engine).showEffect(report, isShown: isOther)
            if let status = report.exitStatus { throw PartialResult(status) }
        }
    }
}

extension Screen {
    /// Reports that no account is known, and the commands that add some.
    func printNoAccounts(of vault: Vault) throws {
        try print(
            vault.connections().isEmpty
                ? "No accounts yet. \"ghostvault connect\" connects your bank, and "
                    + "\"ghostvault import\" reads its files."
                : "No accounts yet. \"ghostvault sync\" imports them.")
    }
}

struct AccountsView {
    let screen: Screen

    /// Shows one account as it is now.
    func showOne(_ account: Int64, of engine: Engine) throws {
        try show(try engine.vault.accounts().filter { $0.id == account })
        try ReversedDebtsView(screen: screen)
            .show(try engine.vault.reversedDebts().filter { $0.account.id == account })
    }

    /// - Parameter today: a day on which old balances show their own; nil to show none.
    func show(_ accounts: [AccountRecord], on today: CalendarDay? = nil) throws {
        guard !accounts.isEmpty else { return }
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("account", isName: true),
            .init("bank", isFlexible: true, rank: 3), .init("type", rank: 2),
            .init("balance", alignment: .trailing), .init("", rank: 1), .init("", rank: 1),
            .init("", rank: 1),
        ])
        for (heading, members) in Self.grouped(accounts) {
            table.addHeading(.init(heading, .heading), inColumn: 1)
            for account in members {
                table.add(
                    "\(account.id)", .init(account.name), .init(account.institution, .muted),
                    .init(account.type.rawValue),
                    account.balance.map { .amount($0) } ?? .init("unknown", .muted),
                    .init(account.currency.code, .muted), Self.day(of: account, on: today),
                    .init(account.visibility.isCounted ? "" : account.visibility.rawValue, .muted))
            }
        }
        try screen.print(table)
    }

    /// "of 2026-11-13" for an old balance, "by hand, 2026-03-01" for one that the person keeps.
    private static func day(of account: AccountRecord, on today: CalendarDay?) -> Table.Cell {
        if account.isByHand {
            return .init("by hand" + (account.balanceDay.map { ", \($0)" } ?? ""), .muted)
        }
        guard let today, let day = account.balanceDay, account.hasOldBalance(on: today) else {
            return .init("")
        }
        return .init("of \(day)", .warning)
    }

    /// The accounts as they are listed, under headings.
    static func grouped(
        _ accounts: [AccountRecord]
    ) -> [(heading: String, members: [AccountRecord])] {
        NetWorthGroup.allCases.compactMap { group in
            let members = accounts.filter { $0.type.netWorthGroup == group }
                .sorted { ($0.institution, $0.id) < ($1.institution, $1.id) }
            return members.isEmpty ? nil : (heading(group), members)
        }
    }

    /// Shows accounts that may be continuations of others, for the person to decide.
    func show(_ offers: [MergeOffer]) throws {
        for offer in offers {
            let (earlier, successor) = (offer.earlier, offer.successor)
            try screen.print()
            try screen.print(
                SafeText.neutralised(
                    "\(earlier.name) (\(earlier.id)) seems to continue as \(successor.name) "
                        + "(\(successor.id)): \(offer.evidence.words)."))
            if offer.countsTwice, let balance = earlier.balance, balance.minorUnits != 0 {
                try screen.print("Until you join them, its \(balance.text) count too.")
            }
            try screen.print(
                "To join them: ghostvault accounts merge \(earlier.id) \(successor.id)",
                .muted)
        }
    }

    typealias Row = (account: AccountRecord, offer: MergeOffer?, unread: UnreadableAccount?)

    static var report: Report<Row> {
        Report(
            "accounts",
            .value("id", "The account in this vault.") { $0.account.id },
            .value("bank_id", "The bank's own id of it.") { $0.account.bankID },
            .value("name", "Your name for it, else the bank's.") { $0.account.name },
            .value("name_at_bank", "The bank's name for it.") { $0.account.bankName },
            .value("visibility", "`counted`, `tracking-only` or `hidden`.") {
                $0.account.visibility.rawValue
            },
            .value("reversed_balance", "Whether the balance's sign is reversed.") {
                $0.account.reversedSigns.balance
            },
            .value("reversed_transactions", "Whether the signs of transactions are reversed.") {
                $0.account.reversedSigns.transactions
            },
            .value(
                "minimum_payment", "The minimum monthly payment of a loan, if you set one."
            ) { $0.account.minimumPayment },
            .value("institution", "The bank.") { $0.account.institution },
            .value("connection", "The connection over which it came; files share one.") {
                $0.account.connection
            },
            .value(
                "type",
                "`checking`, `savings`, `credit`, `investment`, `brokerage`, `loan`, `mortgage`, `cash`, `asset` or `other`."
            ) { $0.account.type.rawValue },
            .value("type_reason", "Why the account has that type.") { $0.account.typeReason },
            .value("group", "`bank accounts`, `investments`, `other assets` or `liabilities`.") {
                $0.account.type.netWorthGroup.rawValue
            },
            .value("by_hand", "Whether you keep it yourself, without a bank.") {
                $0.account.isByHand
            },
            .values("follows", "Texts of transactions of other accounts that change it.") {
                $0.account.follows
            },
            .value("currency", "The currency's code.") { $0.account.currency.code },
            .value("balance", "The newest balance; money owed is negative.") { $0.account.balance },
            .value("available", "The available balance, if the bank reports it.") {
                $0.account.availableBalance
            },
            .value("balance_day", "The day of that balance.") {
                $0.account.balanceDay
            },
            .value(
                "incomplete_since",
                "Since when something of it can't be read, in UTC; null if all can."
            ) { $0.unread.map { Instant.text($0.since) } },
            .value(
                "successor",
                "The account that seems to continue this one; both count until merged."
            ) { $0.offer?.successor.id },
            .value("successor_reason", "The evidence for that.") { $0.offer?.evidence.words })
    }

    private static func heading(_ group: NetWorthGroup) -> String {
        switch group {
        case .bankAccounts: "Bank accounts"
        case .investments: "Investments"
        case .otherAssets: "Other assets"
        case .liabilities: "Liabilities"
        }
    }
}

extension MergeOffer.Evidence {
    fileprivate var words: String {
        switch self {
        case .commonTransactions(let count): "\(count) transactions are in both"
        case .sameID: "two connections name it by the same id"
        case .sameName: "its bank no longer lists it, and the other has its name"
        case .sameDigits(let digits):
            "its bank no longer lists it, and the other ends in \(digits) too"
        case .stillSince(let day):
            "its balance is zero without transactions since \(day), and the other is the bank's "
                + "only new card"
        }
    }
}
