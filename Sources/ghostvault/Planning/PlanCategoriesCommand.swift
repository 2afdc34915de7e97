import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct PlanCategoriesCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "categories",
        abstract: "Compare planned items with booked ones.",
        discussion: """
            The items of config/plan.toml and "ghostvault plan add" for each category in some \
            days, by default this month, beside the booked amounts. A category has its \
            subcategories, but those with a plan of their own. "Without a plan" is all the rest, \
            so that the sums are those of the days. A month without a year is the nearest, past \
            or coming.

            Examples:
              ghostvault plan categories
              ghostvault plan categories last
              ghostvault plan categories 2026 --json
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var period: PeriodOptions
    @OptionGroup var bare: PeriodArgument

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let days = try days(engine)
        let rows = try engine.currencyOrder().sorted(
            try engine.plannedCategories(days, through: vault.lastDay()),
            by: \.planned.currency)
        if let format = output.format {
            try Self.report.print(rows, as: format, on: screen)
        } else if rows.isEmpty {
            try screen.print("Nothing is planned, and nothing was booked.")
        } else {
            let words = (days.lowerBound..<days.upperBound.adding(days: 1))
                .headingWords(asOf: engine.today)
            try screen.print("Planned and booked amounts\(words)", .heading)
            try screen.print()
            try screen.print(try table(rows, engine.categories()))
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    /// The requested days without those that no calendar has, or this month.
    private func days(_ engine: Engine) throws -> ClosedRange<CalendarDay> {
        let month = engine.today.month
        let usual = month.firstDay...month.lastDay
        guard let given = try period.plannedDays(asOf: engine.today, or: bare.period) else {
            return usual
        }
        let oldest = try engine.vault.oldestDay() ?? month.firstDay
        let first = given.lowerBound.daysSinceEpoch == .min ? oldest : given.lowerBound
        let last =
            given.upperBound.daysSinceEpoch == .max
            ? usual.upperBound : given.upperBound.adding(days: -1)
        return first...max(first, last)
    }

    /// The rows with a sum of each kind.
    private func table(_ rows: [PlannedCategory], _ categories: CategoryTree) -> Table {
        var table = Table(columns: [
            .init("", isFlexible: true), .init("planned", alignment: .trailing),
            .init("booked", alignment: .trailing), .init("besides", alignment: .trailing),
            .init(""),
        ])
        var position = 0
        while position < rows.count {
            let kind = rows[position...].prefix {
                $0.isIncome == rows[position].isIncome
                    && $0.planned.currency == rows[position].planned.currency
            }
            let currency = rows[position].planned.currency
            for row in kind {
                let name = row.category.map { categories[$0]?.name ?? $0 } ?? "Without a plan"
                table.add([
                    .init(name, row.category == nil ? .muted : nil),
                    .init(row.planned.groupedText), .init(row.actual.groupedText),
                    .init(row.difference.groupedText), .init(currency.code, .muted),
                ])
            }
            func sum(_ amount: (PlannedCategory) -> Money) -> Table.Cell {
                let total = kind.reduce(Int128(0)) { $0 + amount($1).minorUnits }
                return .init(Money(sum: total, currency: currency).groupedText, .heading)
            }
            table.add([
                .init(rows[position].isIncome ? "Income" : "Expenses", .heading),
                sum(\.planned), sum(\.actual), sum(\.difference), .init(currency.code, .muted),
            ])
            position += kind.count
            if position < rows.count { table.add([]) }
        }
        return table
    }

    static var report: Report<PlannedCategory> {
        Report(
            "plan categories",
            .value("category", "The category's id; null for all that has no plan.") {
                $0.category
            },
            .value("kind", "`income` or `expense`.") { $0.isIncome ? "income" : "expense" },
            .value("currency", "The currency's code.") { $0.planned.currency.code },
            .value("planned", "What planned items come to.") { $0.planned },
            .value("booked", "What was booked; money back is below 0 among expenses.") {
                $0.actual
            },
            .value("difference", "What was booked besides the plan.") { $0.difference })
    }
}
