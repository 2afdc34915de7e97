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
        let periods = try ComparedPeriods(
            PeriodWords.parting(words).periods.first?.words.days(asOf: today)
                ?? today.month.firstDay..<today.month.next.firstDay, on: today)
        let answered = try AnsweredDays(engine.vault, on: today)
        let days = periods.days.through(try vault.lastDay())
        let earlier = answered.sameDays(of: periods.days, in: periods.before)
        let order = try engine.currencyOrder()
        let found = try PeriodDifference.all(engine.vault, of: days, since: earlier)
        let differences = PeriodDifference.Direction.allCases.flatMap { direction in
            order.sorted(found.filter { $0.direction == direction }) { $0.after.currency }
        }
        if let format = output.format {
            let rows = differences.map {
                WhyView.Row(difference: $0, days: days, earlier: earlier.days)
            }
            return try WhyView.report.print(rows, as: format, on: screen)
        }
        let notice = AnsweredView(screen: screen, answered: answered, today: today)
        guard !answered.isBefore(periods.days) else { return try notice.show(in: periods.days) }
        let categories = try engine.categories()
        let month = periods.month
        let soFar = month.flatMap(answered.soFar)
        let yardstick = try month.map {
            try SpendingYardstick(engine.vault, before: $0, soFar: soFar, in: categories)
        }
        let before = try CategorySpending.breakdown(engine.vault, days: earlier, in: categories)
        let spending = CategoryDifference.all(
            try CategorySpending.breakdown(engine.vault, days: days, in: categories), before,
            yardstick, categories)
        let incomes = try month.map { try usualIncome(of: engine.vault, $0, soFar) } ?? [:]
        try WhyView(
            screen: screen, categories: spending, periods: periods, earlier: earlier.days,
            notice: notice
        ) { difference in
            difference.direction == .spending
                ? yardstick?.usual(in: difference.after.currency)?.average
                : incomes[difference.after.currency]?.income
        }.show(differences)
        let totals = try ConvertedTotals(of: engine, on: today)
        if let words = totals.words(
            forSums: WhyView.sums(of: differences, on: days.upperBound.adding(days: -1)))
        {
            try screen.print()
            try screen.print(SafeText.neutralised(words))
        }
        if let oldest = try engine.vault.oldestDay(), oldest > periods.before.lowerBound {
            try screen.print()
            try screen.print(
                "The data begin on \(oldest), so "
                    + (oldest < periods.before.upperBound ? "only a part" : "nothing")
                    + " of \(periods.name(of: periods.before)) is known.", .warning)
        }
        try notice.showBanks(in: periods.days, afterLine: true)
    }

    /// The average of the months before.
    private func usualIncome(
        of vault: Vault, _ month: CalendarMonth, _ soFar: MonthSoFar?
    ) throws -> [Currency: IncomeFigures] {
        try MonthlyIncome.averages(
            vault, from: SpendingYardstick.firstMonth(vault, before: month),
            through: month.previous, soFar: soFar)
    }
}

/// A period and the one before it.
struct ComparedPeriods {
    let days: Range<CalendarDay>
    /// As many months, or as many days.
    let before: Range<CalendarDay>

    /// - Parameter asked: a year or month up to today stands for all of it.
    /// - Throws: `ValidationError` for days without an end, or none that has begun.
    init(_ asked: Range<CalendarDay>, on today: CalendarDay) throws {
        guard asked.lowerBound.daysSinceEpoch != .min, asked.upperBound.daysSinceEpoch != .max,
            !asked.isEmpty
        else { throw ValidationError("A comparison needs a period with a beginning and an end.") }
        guard asked.lowerBound <= today else {
            throw ValidationError("The period from \(asked.lowerBound) on has not begun.")
        }
        let first = asked.lowerBound.month
        guard asked.lowerBound == first.firstDay else {
            let count = asked.lowerBound.days(until: asked.upperBound)
            (days, before) = (asked, asked.lowerBound.adding(days: -count)..<asked.lowerBound)
            return
        }
        let last = asked.upperBound.adding(days: -1).month
        let isToDate = asked.upperBound == today.adding(days: 1)
        let isYear = isToDate && first.month == 1 && first.year == last.year && first != last
        let end = isYear ? first.adding(months: 12) : last.next
        if isToDate || asked.upperBound == end.firstDay {
            let count = first.months(until: end)
            days = first.firstDay..<end.firstDay
            before = first.adding(months: -count).firstDay..<first.firstDay
        } else {
            let count = asked.lowerBound.days(until: asked.upperBound)
            (days, before) = (asked, asked.lowerBound.adding(days: -count)..<asked.lowerBound)
        }
    }

    /// The period if it is one month.
    var month: CalendarMonth? {
        let month = days.lowerBound.month
        return days == month.firstDay..<month.next.firstDay ? month : nil
    }

    /// "November", "2026" or "Q3 2026"; "this period" and "the period before" for others.
    func name(of period: Range<CalendarDay>) -> String {
        let first = period.lowerBound.month
        let count = first.months(until: period.upperBound.month)
        if period == first.firstDay..<first.adding(months: max(0, count)).firstDay {
            switch (count, first.month) {
            case (1, _): return first.name
            case (12, 1): return "\(first.year)"
            case (3, 1), (3, 4), (3, 7), (3, 10): return "Q\(first.month / 3 + 1) \(first.year)"
            default: break
            }
        }
        return period == days ? "this period" : "the period before"
    }
}

/// A top-level category's spending in a period and before.
struct CategoryDifference {
    let name: String
    let spent: Money
    let before: Money
    /// In an average month; nil for other periods, and if none is known.
    let usual: Money?

    var change: Money {
        Money(sum: spent.minorUnits - before.minorUnits, currency: spent.currency)
    }

    /// The largest change first.
    static func all(
        _ spending: [CategorySpending], _ before: [CategorySpending],
        _ yardstick: SpendingYardstick?, _ tree: CategoryTree
    ) -> [CategoryDifference] {
        let all = spending + before
        var ids: [String] = tree.categories.filter { $0.parent == nil }.map { $0.id }
        ids += Set(all.map { $0.category }).subtracting(ids).sorted()
        var differences: [CategoryDifference] = []
        for currency in all.map({ $0.spent.currency }).distinct {
            func spent(_ category: String, in list: [CategorySpending]) -> Money? {
                list.first { $0.category == category && $0.spent.currency == currency }?.spent
            }
            let zero = Money(minorUnits: 0, currency: currency)
            let own = ids.map { (id: String) -> CategoryDifference in
                CategoryDifference(
                    name: tree[id]?.name ?? id, spent: spent(id, in: spending) ?? zero,
                    before: spent(id, in: before) ?? zero,
                    usual: yardstick?.usual(of: id, in: currency)?.average)
            }
            differences += own.filter { $0.change.minorUnits != 0 }.sorted { left, right in
                left.change.minorUnits.magnitude > right.change.minorUnits.magnitude
            }
        }
        return differences
    }
}
