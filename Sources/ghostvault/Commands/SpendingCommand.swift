import ArgumentParser
import Engine
import Insights
import Model
import Vault

struct SpendingCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "spending",
        abstract: "What you spent in each category, the highest first.",
        discussion: """
            Expenses by the day they were posted, money back taken off, split transactions by \
            their parts: together they are the expenses of "ghostvault income". Transfers between \
            your accounts, card payments, ignored, excluded and pending transactions count in \
            none. With --lens only what is a need, a want or saving counts; an expense without a \
            lens is a want.

            Examples:
              ghostvault spending --month 2025-03
              ghostvault spending --from 2025-01-01 --to 2025-06-30 --lens want
              ghostvault transactions --month 2025-03 --category dining
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var period: PeriodOptions

    @Option(help: "Only what counts as this.")
    var lens: Lens?

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, json: output.json)
        else { return }
        let today = try vault.moment().today
        let month = today.month
        let days = (period.days(asOf: today) ?? month.firstDay..<month.next.firstDay)
            .through(try vault.lastDay())
        let categories = try engine.categories()
        let spending = try CategorySpending.breakdown(
            engine.vault, days: days, lens: lens, in: categories)
        let doubtful = try engine.vault.doubtfulTransfers(through: vault.lastDay())
            .filter { $0.touches(days) }
        let cards = try UnconnectedCards.paid(
            engine.vault, days: days, by: try engine.cardPayments())
        let view = SpendingView(screen: screen, categories: categories)
        guard !output.json else {
            try view.showJSON(spending, doubtful, cards)
            return try RuleProblemsView(screen: screen).end(engine)
        }
        let currencies = try CurrenciesView(screen: screen, of: engine)
        try view.show(spending, days: days)
        try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
        try currencies.show()
        try UnconnectedCardsView(screen: screen).show(cards, afterLine: true)
        try TransfersInDoubtView(screen: screen).show(doubtful, afterLine: true)
        try currencies.end()
    }
}
