import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct AccountsHistoryCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show an account's balance day by day.",
        discussion: """
            Days on which the bank gave no balance are counted from posted transactions, and \
            marked.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The account, by its name, a part of it, or its number.")
    var account: String

    @Option(help: "How many whole months before the current one to show.")
    var months = 1

    func validate() throws {
        guard (0...1200).contains(months) else {
            throw ValidationError("--months must be from 0 to 1200.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let account = try engine.account(meantBy: account)
        let moment = try vault.moment()
        let today = moment.today
        let newest = try vault.lastDay() ?? moment.newestBankDay
        let wanted = today.month.adding(months: -months).firstDay
        // Before the first known day there is no balance to count from.
        let known = try engine.vault.firstKnownDay(of: account.id) ?? today
        let balances = try AccountBalances(
            engine.vault, of: account,
            on: known <= newest ? max(wanted, min(known, today))...today : nil, through: newest)
        let view = AccountBalancesView(screen: screen)
        if output.json { try view.showJSON(balances) } else { try view.show(balances) }
    }
}

struct AccountBalancesView {
    let screen: Screen

    func show(_ balances: AccountBalances) throws {
        guard !balances.points.isEmpty else {
            try screen.print(
                balances.account.balance == nil
                    ? "No balance yet: the bank of \(name(balances)) has given none."
                    : "Nothing is known of \(name(balances)) on that day, nor on any before it.")
            return
        }
        try screen.print(name(balances), .heading)
        try screen.print()
        var table = Table(columns: [
            .init("end of"), .init("balance", alignment: .trailing),
            .init("change", alignment: .trailing), .init(""),
        ])
        for (position, point) in balances.points.enumerated() {
            let change = position > 0 ? point.change(since: balances.points[position - 1]) : nil
            let moved = change.flatMap { $0.minorUnits == 0 ? nil : $0 }
            table.add(
                .init("\(point.day)"), .amount(point.balance),
                moved.map { .init($0.signedText, $0.style) } ?? .init(""),
                .init(point.isRebuilt ? "counted" : "", .muted))
        }
        try screen.print(table)
    }

    func showJSON(_ balances: AccountBalances) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.field("account_id", balances.account.id)
            object.field("account", balances.account.name)
            object.field("currency", balances.account.currency.code)
            object.array("history") { points in
                for point in balances.points {
                    points.object { entry in
                        entry.field("day", "\(point.day)")
                        entry.field("balance", point.balance.plainText)
                        entry.field("rebuilt", point.isRebuilt)
                    }
                }
            }
        }
        try json.flush()
    }

    private func name(_ balances: AccountBalances) -> String {
        SafeText.neutralised(balances.account.name)
    }
}

struct AccountsCoverageCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Show how much history of each account is here.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let accounts = try engine.vault.accounts()
        let coverage = try engine.vault.importedCoverage()
        let view = CoverageView(screen: screen)
        if output.json {
            try view.showJSON(accounts, coverage)
        } else {
            try view.show(accounts, coverage)
        }
    }
}

/// The amount of history that the vault has of each account.
struct CoverageView {
    let screen: Screen

    func show(_ accounts: [AccountRecord], _ coverage: [ImportedCoverage]) throws {
        guard !accounts.isEmpty else {
            try screen.print("No accounts yet. \"ghostvault connect\" brings them in.")
            return
        }
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("account", isFlexible: true),
            .init("bank", isFlexible: true), .init("transactions", alignment: .trailing),
            .init("oldest"), .init("newest"), .init(""),
        ])
        for account in accounts {
            let found = coverage.first { $0.account == account.id }
            table.add(
                "\(account.id)", .init(account.name), .init(account.institution, .muted),
                .init("\(found?.count ?? 0)"), .init(found.map { "\($0.days.lowerBound)" } ?? ""),
                .init(found.map { "\($0.days.upperBound)" } ?? ""),
                .init(account.hasWholeHistory ? "" : "may go back further", .muted))
        }
        try screen.print(table)
    }

    func showJSON(_ accounts: [AccountRecord], _ coverage: [ImportedCoverage]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for account in accounts {
                let found = coverage.first { $0.account == account.id }
                list.object { object in
                    object.field("account_id", account.id)
                    object.field("account", account.name)
                    object.field("transactions", found?.count ?? 0)
                    object.field("oldest_day", found.map { "\($0.days.lowerBound)" })
                    object.field("newest_day", found.map { "\($0.days.upperBound)" })
                    object.field("whole_history", account.hasWholeHistory)
                }
            }
        }
        try json.flush()
    }
}
