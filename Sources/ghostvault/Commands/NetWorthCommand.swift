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
            Month ends before the first sync are counted back from transactions and marked. \
            Currencies are never added up.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Option(help: "How many month ends to show.")
    var months = 12

    func validate() throws {
        guard (0...1200).contains(months) else {
            throw ValidationError("--months must be from 0 to 1200.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let today = try vault.moment().today
        // Before the oldest transaction nothing is known, and nothing is shown.
        let known = try engine.vault.oldestDay()?.month.months(until: today.month) ?? 0
        let history = try NetWorthHistory(
            engine.vault, today: today, months: min(months, max(0, known)))
        let view = NetWorthView(screen: screen)
        if output.json { try view.showJSON(history) } else { try view.show(history) }
    }
}
