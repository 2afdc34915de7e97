import ArgumentParser
import Configuration
import Engine
import Insights
import Model
import Terminal
import Vault

struct BudgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "budget",
        abstract: "Compare spending with your budgets.",
        discussion: """
            Budgets are for a category with its subcategories, a tag or a saved view. Lines set \
            here take precedence over config/budgets.toml; "ghostvault undo" reverts them. \
            "ghostvault docs planning" has the rules with worked examples.

            Examples:
              ghostvault budget
              ghostvault budget groceries
              ghostvault budget --why groceries
              ghostvault budget propose
              ghostvault budget set groceries 400
            """,
        subcommands: [
            BudgetShowCommand.self, BudgetSetCommand.self, BudgetClearCommand.self,
            BudgetProposeCommand.self,
        ],
        defaultSubcommand: BudgetShowCommand.self)
}

struct BudgetShowCommand: ReportCommand, CommandWithWords {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show budgets and their spending.",
        discussion: """
            A budget counts the same transactions as "ghostvault spending". "To come" are recurring \
            payments that are late or due until the end of the days. A target is spread evenly \
            over the days of its period, so any days have one. A carry-over counts if the days \
            begin with a period. With the name of a budget it lists its periods, by default the \
            last twelve. A month without a year is the nearest, past or coming.

            Examples:
              ghostvault budget last
              ghostvault budget 2026 --csv
              ghostvault budget --from 2026-11-10 --to 2026-11-16
              ghostvault budget groceries ytd
              ghostvault budget --why groceries
            """)

    static let takesText = true

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var period: PeriodOptions

    @Argument(
        help: ArgumentHelp(
            "A period, such as oct or 2026, and the name of a budget.", valueName: "words"))
    var words: [String] = []

    @Flag(help: "Show where the money of one budget comes from.")
    var why = false

    private static let usualMonths = 12

    func validate() throws {
        let (periods, rest) = PeriodWords.parting(words)
        try PeriodWords.refuseSecond(of: periods.map(\.text))
        guard !why || !rest.isEmpty else {
            throw ValidationError(
                "Say which budget, as in \"ghostvault budget --why groceries\".")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let budgets = try engine.budgets()
        let facts = try engine.budgetFacts(for: budgets, through: try vault.lastDay())
        try warnOfUnknownViews(budgets, facts, screen)
        let view = BudgetView(
            screen: screen, names: BudgetNameList(facts.categories), today: engine.today,
            usualCurrency: try engine.currencyOrder().first)
        let rest = PeriodWords.parting(words).rest
        if rest.isEmpty {
            try showAll(budgets, facts, engine, view)
        } else {
            let budget: Budget
            do {
                budget = try view.names.budget(rest.joined(separator: " "), among: budgets)
            } catch {
                // It may stand in a file with a mistake.
                try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
                throw error
            }
            try show(budget, among: budgets, facts, engine, view)
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    private func showAll(
        _ budgets: [Budget], _ facts: BudgetFacts, _ engine: Engine, _ view: BudgetView
    ) throws {
        let days = try days(months: 1, engine)
        let reports = try engine.currencyOrder().sorted(
            try BudgetReport.all(budgets, facts, in: days), by: \.currency)
        if let format = output.format {
            return try BudgetView.report.print(view.rows(reports), as: format, on: view.screen)
        }
        try view.show(reports, hasBudgets: !budgets.isEmpty)
        try AnsweredView(
            screen: view.screen, answered: try AnsweredDays(engine.vault, on: engine.today),
            today: engine.today
        ).show(in: days, afterLine: true)
    }

    private func show(
        _ budget: Budget, among budgets: [Budget], _ facts: BudgetFacts, _ engine: Engine,
        _ view: BudgetView
    ) throws {
        let days = try days(months: why ? 1 : Self.usualMonths, engine)
        let periods = try BudgetReport.history(of: budget, among: budgets, facts, in: days)
        if let format = output.format {
            return try BudgetView.report.print(
                view.rows(periods), as: format, on: view.screen)
        }
        guard !periods.isEmpty else {
            return try view.screen.print(
                SafeText.neutralised(
                    "\(view.names.label(of: budget.subject)) has no target in this time."))
        }
        if why { try view.explain(periods) } else { try view.showHistory(periods) }
    }

    /// The requested days, or the last months up to the end of this one.
    private func days(months count: Int, _ engine: Engine) throws -> Range<CalendarDay> {
        let month = engine.today.month
        let usual = month.adding(months: 1 - count).firstDay..<month.next.firstDay
        let bare = PeriodWords.parting(words).periods.first?.words
        guard let given = try period.plannedDays(asOf: engine.today, or: bare) else { return usual }
        // "all" is all that is known.
        let oldest = try engine.vault.oldestDay() ?? month.firstDay
        let first = given.lowerBound.daysSinceEpoch == .min ? oldest : given.lowerBound
        let end = given.upperBound.daysSinceEpoch == .max ? usual.upperBound : given.upperBound
        return first..<max(first, end)
    }

    private func warnOfUnknownViews(
        _ budgets: [Budget], _ facts: BudgetFacts, _ screen: Screen
    ) throws {
        for budget in budgets where !facts.knows(budget.subject) {
            try screen.warn(
                SafeText.neutralised(
                    "There is no readable view \"\(budget.subject.name)\", so its budget counts "
                        + "nothing."))
        }
    }
}

/// The names of what budgets are for.
struct BudgetNameList {
    let categories: CategoryTree

    init(_ categories: CategoryTree) { self.categories = categories }

    /// "Groceries", "#trip" or "view coffee".
    func label(of subject: BudgetSubject) -> String {
        switch subject {
        case .category(let id): categories[id]?.name ?? id
        case .tag(let name): "#\(name)"
        case .view(let name): "view \(name)"
        }
    }

    /// What a shell takes for it.
    func word(for subject: BudgetSubject) -> String {
        switch subject {
        case .category(let id): id
        case .tag(let name): "'#\(name)'"
        case .view(let name): "'\(name)'"
        }
    }

    /// - Throws: `NoSuchName` if no budget is called so, or `AmbiguousName`.
    func budget(_ text: String, among budgets: [Budget]) throws -> Budget {
        let lookup = NameLookup(
            budgets, ids: { [$0.subject.name, "#\($0.subject.name)"] },
            names: { [label(of: $0.subject), $0.subject.name] })
        if let budget = try lookup.only(text, kind: "budgets", label: { label(of: $0.subject) }) {
            return budget
        }
        throw NoSuchName(
            message: "There is no budget for \"\(text)\".",
            whatToDo: "\"ghostvault budget\" lists them; \"ghostvault budget set\" sets one.")
    }
}
