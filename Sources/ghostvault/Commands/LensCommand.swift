import ArgumentParser
import Engine
import Insights
import Model
import Vault

struct LensCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "lens",
        abstract: "What your money went to: needs, wants, and saving.",
        discussion: """
            Compares a month with your targets, 50 % needs, 30 % wants and 20 % saving unless \
            config/lens.toml in the vault says otherwise. The shares are of all that was spent, \
            saved or paid off. Of transfers those count that pay a loan or lay money by; what \
            comes back from savings lowers the saving. Interest and escrow that a loan charges to \
            itself count with its payments, not a second time.

            Examples:
              ghostvault lens --month 2025-02
              ghostvault lens --months 12 --json
              ghostvault transactions set 12 --lens need --all-from-payee
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Option(help: ArgumentHelp("The month to show; else this one.", valueName: "month"))
    var month: CalendarMonth?

    @Option(help: "How many months to show, up to that one.")
    var months = 1

    func validate() throws {
        guard (1...1200).contains(months) else {
            throw ValidationError("--months must be from 1 to 1200.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, json: output.json)
        else { return }
        let last = try month ?? vault.moment().today.month
        let oldest = try engine.vault.oldestDay()?.month ?? last
        let series = try MonthlyLens.series(
            engine.vault, from: min(last, max(last.adding(months: 1 - months), oldest)),
            through: last, until: try vault.lastDay(), targets: try engine.lensTargets())
        let view = LensView(screen: screen)
        guard !output.json else {
            try view.showJSON(series)
            return try RuleProblemsView(screen: screen).end(engine)
        }
        let currencies = try CurrenciesView(screen: screen, of: engine)
        try view.show(series)
        try currencies.show()
        try currencies.end()
    }
}
