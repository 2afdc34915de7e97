import ArgumentParser
import Engine
import Insights
import Model
import Vault

struct NetWorthCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "networth",
        abstract: "What you are worth: assets less what is owed, now and at the months' ends.",
        discussion: """
            Days on which a bank gave no balance are counted from posted transactions and marked. \
            Currencies are never added up.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Option(help: "How many month ends to show; with --daily, whole months before this one.")
    var months = 12

    @Flag(help: "Show every day in place of month ends.")
    var daily = false

    func validate() throws {
        guard (0...1200).contains(months) else {
            throw ValidationError("--months must be from 0 to 1200.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, json: output.json)
        else { return }
        let moment = try vault.moment()
        let today = moment.today
        let newest = try vault.lastDay() ?? moment.newestBankDay
        // Before the oldest transaction nothing is known, and nothing is shown.
        let oldest = min(try engine.vault.oldestDay() ?? today, today)
        let shown = min(months, oldest.month.months(until: today.month))
        let first = max(oldest, today.month.adding(months: -shown).firstDay)
        let history =
            try daily
            ? NetWorthHistory(engine.vault, on: first...today, through: newest)
            : NetWorthHistory(engine.vault, today: today, through: newest, months: shown)
        let view = NetWorthView(screen: screen)
        if output.json {
            let positive = try engine.vault.reversedDebts().filter(\.hasPositiveBalance)
            try view.showJSON(history, positiveDebts: positive.map(\.account))
        } else {
            let currencies = try CurrenciesView(screen: screen, of: engine)
            try view.show(history, isDaily: daily)
            try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
            try currencies.show()
            try currencies.end()
        }
    }
}
