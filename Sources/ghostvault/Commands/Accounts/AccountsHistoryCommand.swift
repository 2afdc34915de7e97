import ArgumentParser
import Engine
import Insights
import Model
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
        // Before what is known, there is nothing to count from.
        let known = try engine.vault.firstKnownDay(of: account.id) ?? today
        let balances = try AccountBalances(
            engine.vault, of: account,
            on: known <= newest ? max(wanted, min(known, today))...today : nil, through: newest)
        let view = AccountBalancesView(screen: screen)
        if output.json { try view.showJSON(balances) } else { try view.show(balances) }
    }
}
