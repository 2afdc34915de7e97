import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct WhyCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Compare a period with the one before.",
        discussion: """
            Shows the difference by category, and then splits it by payee: larger or smaller \
            payments, more or fewer payments, rare bills, payees with payments in only one of the \
            periods, and money back. The parts add up exactly. A month is also compared with the \
            average of up to six months before. A period that is not over is compared with the \
            same days of earlier ones, up to the banks' last answer.

            Examples:
              ghostvault why
              ghostvault why 2026-09
              ghostvault why 2026
              ghostvault why last --json
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(
        help: ArgumentHelp(
            "Such as 2026-09, sep, last, q3, 2026 or last week. (default: this month)",
            valueName: "period"))
    var words: [String] = []

    func validate() throws {
        let (periods, rest) = PeriodWords.parting(words)
        try PeriodWords.refuseSecond(of: periods.map(\.text))
        guard let refused = rest.first else { return }
        throw ValidationError(
            ListedNumber(argument: refused) == nil
                ? PeriodWords.refusal(of: refused)
                : "\"\(refused)\" is not a period. For a transaction: ghostvault explain \(refused)"
        )
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let today = try vault.moment().today
        let asked = try ComparedPeriods(
            PeriodWords.parting(words).periods.first?.words.days(asOf: today)
                ?? today.month.firstDay..<today.month.next.firstDay, on: today)
        let oldest = try engine.vault.oldestDay()
        let known = asked.known(since: oldest, on: today)
        let periods = known ?? asked
        let comparison = try PeriodComparison(
            of: engine, periods, on: today, through: try vault.lastDay())
        if let format = output.format {
            let rows = comparison.differences.map {
                WhyView.Row(
                    difference: $0, days: comparison.days,
                    earlier: known == nil ? nil : comparison.earlier)
            }
            return try WhyView.report.print(rows, as: format, on: screen)
        }
        let notice = AnsweredView(screen: screen, answered: comparison.answered, today: today)
        guard !comparison.answered.isBefore(periods.days) else {
            return try notice.show(in: periods.days)
        }
        let view = WhyView(screen: screen, comparison: comparison, notice: notice)
        if let oldest, known == nil {
            try view.showAlone(since: oldest)
        } else {
            try view.show()
        }
        let totals = try ConvertedTotals(of: engine, on: today)
        if known != nil, !totals.rates.isEmpty,
            let words = totals.words(forSums: try WhyView.sums(of: comparison, in: engine.vault))
        {
            try screen.print()
            try screen.print(SafeText.neutralised(words))
        }
        if let oldest, known != nil, oldest > asked.before.lowerBound {
            let before = asked.name(of: asked.before)
            try screen.print()
            try screen.print(
                "The data begin on \(oldest), so "
                    + (periods.before == asked.before
                        ? "only a part of \(before) is known."
                        : "the same months of \(before) and \(asked.name(of: asked.days)) are "
                            + "compared."),
                .warning)
        }
        if let oldest, known != nil {
            let first = max(oldest, periods.before.lowerBound)
            try notice.showBeginnings(
                in: first..<max(first, periods.days.upperBound), afterLine: true)
        }
        try notice.showBanks(in: periods.days, afterLine: true)
    }
}
