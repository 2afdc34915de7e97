import ArgumentParser
import Engine
import Insights
import Model
import Vault

struct IncomeCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "income",
        abstract: "What you earned and spent, month by month.",
        discussion: """
            Income and expenses by the day they were posted, money back taken off expenses. \
            Transfers between your accounts, card payments, ignored and pending transactions count \
            in neither.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Option(help: "How many months to show, this one included.")
    var months = 12

    func validate() throws {
        guard (1...1200).contains(months) else {
            throw ValidationError("--months must be from 1 to 1200.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let last = try vault.moment().today.month
        let first = max(
            last.adding(months: 1 - months), try engine.vault.oldestDay()?.month ?? last)
        let series = try MonthlyIncome.series(
            engine.vault, from: first, through: last, until: try vault.lastDay())
        let view = IncomeView(screen: screen)
        if output.json { try view.showJSON(series) } else { try view.show(series) }
    }
}
