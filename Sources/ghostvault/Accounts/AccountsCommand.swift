import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "List accounts with their balances, or say what you want of one.",
        subcommands: [
            List.self, SetType.self, AccountsRenameCommand.self, AccountsTrackCommand.self,
            AccountsHideCommand.self, AccountsCountCommand.self, AccountsMergeCommand.self,
            AccountsReverseCommand.self,
            AccountsHistoryCommand.self, AccountsCoverageCommand.self,
        ],
        defaultSubcommand: List.self)

    struct List: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List accounts with their balances.")

        @OptionGroup var vault: VaultOptions
        @OptionGroup var output: JSONOption

        @Flag(help: "List hidden accounts too.")
        var all = false

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            var accounts = try engine.vault.accounts()
                .filter { all || $0.visibility != .hidden }
            if let day = try vault.lastDay() {
                accounts = try AccountBalances.accounts(accounts, of: engine.vault, on: day)
            }
            let offers = try engine.mergeOffers()
            let view = AccountsView(screen: screen)
            try UnclassifiedView(screen: screen).warnOfFigures(of: engine.vault)
            if output.json {
                try view.showJSON(accounts, offers)
            } else {
                try view.show(accounts)
                try ReversedDebtsView(screen: screen).show(try engine.vault.reversedDebts())
                try view.show(offers)
            }
        }
    }

    struct SetType: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "type",
            abstract: "Say what kind of account one is; this outranks the guess from its name.")

        @OptionGroup var vault: VaultOptions

        @Argument(help: "The account, by its name, a part of it, or its number.")
        var account: String

        @Argument(help: "What kind it is.")
        var type: AccountType

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let account = try engine.account(meantBy: account)
            let report = try engine.decideType(type, of: account)
            try AccountsView(screen: screen).showOne(account.id, of: engine)
            try ClassifyView(screen: screen, engine: engine).showEffect(report)
            if let status = report.exitStatus { throw PartialResult(status) }
        }
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

    func show(_ accounts: [AccountRecord]) throws {
        guard !accounts.isEmpty else {
            try screen.print("No accounts yet. \"ghostvault connect\" brings them in.")
            return
        }
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("account", isFlexible: true),
            .init("bank", isFlexible: true), .init("type"),
            .init("balance", alignment: .trailing), .init(""), .init(""),
        ])
        for group in NetWorthGroup.allCases {
            let members = accounts.filter { $0.type.netWorthGroup == group }
                .sorted { ($0.institution, $0.id) < ($1.institution, $1.id) }
            guard !members.isEmpty else { continue }
            table.addHeading(.init(heading(group), .heading), inColumn: 1)
            for account in members {
                table.add(
                    "\(account.id)", .init(account.name), .init(account.institution, .muted),
                    .init(account.type.rawValue),
                    account.balance.map { .amount($0) } ?? .init("unknown", .muted),
                    .init(account.currency.code, .muted),
                    .init(account.visibility.isCounted ? "" : account.visibility.rawValue, .muted))
            }
        }
        try screen.print(table)
    }

    /// Shows accounts that may be continuations of others, for the person to decide.
    func show(_ offers: [MergeOffer]) throws {
        for offer in offers {
            let (earlier, successor) = (offer.earlier, offer.successor)
            try screen.print()
            try screen.print(
                SafeText.neutralised(
                    "\(earlier.name) (\(earlier.id)) seems to go on as \(successor.name) "
                        + "(\(successor.id)): \(offer.evidence.words)."))
            if offer.countsTwice, let balance = earlier.balance, balance.minorUnits != 0 {
                try screen.print("Until you say so, its \(balance.text) count too.")
            }
            try screen.print(
                "Make them one with: ghostvault accounts merge \(earlier.id) \(successor.id)",
                .muted)
        }
    }

    func showJSON(_ accounts: [AccountRecord], _ offers: [MergeOffer]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for account in accounts {
                list.object { object in
                    object.field("id", account.id)
                    object.field("bank_id", account.bankID)
                    object.field("name", account.name)
                    object.field("bank_name", account.bankName)
                    object.field("visibility", account.visibility.rawValue)
                    object.field("reversed_balance", account.reversedSigns.balance)
                    object.field("reversed_transactions", account.reversedSigns.transactions)
                    object.field("institution", account.institution)
                    object.field("connection", account.connection)
                    object.field("type", account.type.rawValue)
                    object.field("type_reason", account.typeReason)
                    object.field("group", account.type.netWorthGroup.rawValue)
                    object.field("currency", account.currency.code)
                    object.field("balance", account.balance?.plainText)
                    object.field("available", account.availableBalance?.plainText)
                    let offer = offers.first { $0.earlier.id == account.id }
                    object.field("successor", offer?.successor.id)
                    object.field("successor_reason", offer?.evidence.words)
                    object.field(
                        "balance_day",
                        account.balanceAt.map { "\(CalendarDay(secondsSinceEpoch: $0))" })
                }
            }
        }
        try json.flush()
    }

    private func heading(_ group: NetWorthGroup) -> String {
        switch group {
        case .bankAccounts: "Bank accounts"
        case .investments: "Investments"
        case .liabilities: "Liabilities"
        }
    }
}

extension MergeOffer.Evidence {
    fileprivate var words: String {
        switch self {
        case .commonTransactions(let count): "\(count) transactions are in both"
        case .sameID: "two connections name it by the same id"
        case .sameName: "its bank no longer names it, and the other has its name"
        case .sameDigits(let digits):
            "its bank no longer names it, and the other ends in \(digits) too"
        case .stillSince(let day):
            "it owes nothing and has been still since \(day), and the other is the bank's only "
                + "new card"
        }
    }
}
