import ArgumentParser
import Configuration
import Engine
import Insights
import Model
import Terminal
import Vault

struct PlanAddCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Plan an income, expense, debt or goal.",
        discussion: """
            It takes the place of an entry of that name, also of one of config/plan.toml, which \
            stays as it is. "ghostvault undo" reverts it. The settings are those of the file; \
            "ghostvault docs configuration" explains them.

            Examples:
              ghostvault plan add income 'Tax refund' 640 --start 2027-03-15
              ghostvault plan add expense 'Car insurance' 480 --every yearly --start 2027-01-04
              ghostvault plan add goal Roof 12000 --by 2028-06 --account savings
              ghostvault plan add debt Sam 1200 --rate 0 --minimum 100
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "income, expense, debt or goal.") var kind: PlanLine.Kind
    @Argument(help: "Its name.") var name: String
    @Argument(help: "Its amount; for a debt the balance, without an account.") var amount: String?

    @Option(help: "once, weekly, biweekly, monthly, quarterly or yearly. (default: once)")
    var every: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The first day of an income or expense.", valueName: "day"),
        transform: PeriodWords.init(argument:))
    var start: PeriodWords?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The last day.", valueName: "day"),
        transform: PeriodWords.init(argument:))
    var end: PeriodWords?

    @Option(help: "The account that it belongs to.") var account: String?
    @Option(help: "The category of an income or expense.") var category: String?
    @Option(help: ArgumentHelp("The last month for a goal, such as 2028-06.", valueName: "month"))
    var by: String?
    @Option(help: "The priority of a goal, 1 to 3. (default: 2)") var priority: Int?
    @Option(help: ArgumentHelp("The sum saved for a goal so far.", valueName: "amount"))
    var saved: String?
    @Option(help: ArgumentHelp("The sum saved for a goal each month.", valueName: "amount"))
    var monthly: String?
    @Option(help: ArgumentHelp("The rate of a debt in percent a year.", valueName: "percent"))
    var rate: String?
    @Option(help: ArgumentHelp("The least monthly payment of a debt.", valueName: "amount"))
    var minimum: String?
    @Option(help: ArgumentHelp("Months of equal payments of a debt.", valueName: "count"))
    var term: Int?
    @Option(help: ArgumentHelp("First months without a payment due.", valueName: "count"))
    var grace: Int?
    @Option(help: "The currency's code of a debt or goal.") var currency: String?

    func validate() throws {
        try OneLine.check(name, of: "The name")
        let ofItems = [
            "every": every != nil, "start": start != nil, "end": end != nil,
            "category": category != nil,
        ]
        let ofGoals = [
            "by": by != nil, "priority": priority != nil, "saved": saved != nil,
            "monthly": monthly != nil,
        ]
        let ofDebts = [
            "rate": rate != nil, "minimum": minimum != nil, "term": term != nil,
            "grace": grace != nil,
        ]
        let others =
            kind.isItem
            ? [ofGoals, ofDebts, ["currency": currency != nil]]
            : [ofItems, kind == .goal ? ofDebts : ofGoals]
        if let given = others.flatMap({ $0.filter(\.value).keys }).min() {
            throw ValidationError("--\(given) doesn't belong to \(kind.rawValue).")
        }
        guard amount != nil || kind == .debt else { throw ValidationError("Give its amount.") }
        if let amount, AmountBound(amount) == nil {
            throw ValidationError(
                "\"\(amount)\" is no amount such as 480 or 480.50"
                    + "\(DecimalComma.phrase(for: amount)).")
        }
        guard start != nil || !kind.isItem else {
            throw ValidationError("Give its first day with --start.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let effect = try PlanEffect(of: engine, vault)
        let settings = try settings(engine)
        let words = [name].map(JournalWords.quoted) + settings.map(\.typed)
        try engine.setPlan(
            kind, name, settings,
            summary: "plan add \(kind.rawValue) \(words.joined(separator: " "))")
        try screen.print(SafeText.neutralised("\"\(name)\" is in the plan."))
        try effect.show(on: screen)
    }

    private func settings(_ engine: Engine) throws -> [PlanSetting] {
        let today = engine.today
        let first = start?.planned(.nearest, asOf: today).firstDay(asOf: today)
        let last = end?.planned(.next, asOf: today).lastDay(asOf: today)
        let texts: [(String, String?)] = [
            (kind == .debt ? "balance" : "amount", amount), ("period", every),
            ("start", first.map { "\($0)" }), ("end", last.map { "\($0)" }),
            ("account", try account.map { try engine.account(meantBy: $0).name }),
            ("category", try category.map { try engine.categories().meant(by: $0) }),
            ("by", by), ("saved", saved), ("monthly", monthly), ("rate", rate),
            ("minimum", minimum), ("currency", currency),
        ]
        let numbers = [("priority", priority), ("term", term), ("grace", grace)]
        return texts.compactMap { name, text in text.map { .text(name, $0) } }
            + numbers.compactMap { name, number in number.map { .number(name, $0) } }
    }
}

struct PlanRemoveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an entry of the plan.",
        discussion: """
            One of config/plan.toml stays in the file, but doesn't count. "ghostvault undo" \
            reverts it.

            Examples:
              ghostvault plan remove 'car insurance'
              ghostvault plan remove roof --kind goal
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "Its name, or part of it.") var name: String
    @Option(help: "income, expense, debt or goal, if several have that name.")
    var kind: PlanLine.Kind?

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let entries = try engine.writtenPlan().names.filter { kind == nil || $0.kind == kind }
        let found = try NameLookup(entries, names: { [$0.name] })
            .only(name, kind: "entries of the plan", label: { "\($0.name) (\($0.kind.rawValue))" })
        guard let found else {
            throw NoSuchName(
                message: "The plan has no entry \"\(name)\".",
                whatToDo: "\"ghostvault plan list\" lists them.")
        }
        let effect = try PlanEffect(of: engine, vault)
        try engine.removePlan(
            found.kind, found.name,
            summary: "plan remove \(found.kind.rawValue) "
                + JournalWords.quoted(found.name))
        try screen.print(SafeText.neutralised("\"\(found.name)\" is no longer in the plan."))
        try effect.show(on: screen)
    }
}

extension PlanSetting {
    /// As it is typed, for `history`.
    fileprivate var typed: String {
        switch self {
        case .text("amount", let amount), .text("balance", let amount): amount
        case .text("period", let period): "--every \(period)"
        case .text(let name, let text): "--\(name) \(JournalWords.quoted(text))"
        case .number(let name, let number): "--\(name) \(number)"
        }
    }
}

/// What a change of the plan does to what an average month leaves.
private struct PlanEffect {
    private let engine: Engine
    private let lastDay: CalendarDay?
    private let before: [Money]

    init(of engine: Engine, _ vault: VaultOptions) throws {
        self.engine = engine
        lastDay = try vault.lastDay()
        before = try Self.free(engine, lastDay)
    }

    private static func free(_ engine: Engine, _ lastDay: CalendarDay?) throws -> [Money] {
        try engine.vault.atOneMoment {
            try engine.personalPlan(asKnownOn: lastDay).plans.map(\.cashFlow.free)
        }
    }

    func show(on screen: Screen) throws {
        for free in try Self.free(engine, lastDay) {
            guard let old = before.first(where: { $0.currency == free.currency }), old != free
            else { continue }
            try screen.print(
                SafeText.neutralised(
                    "An average month leaves \(free.text), before \(old.groupedText)."))
        }
    }
}

struct PlanListCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what you planned.",
        discussion: """
            The incomes, expenses, debts and goals of config/plan.toml, and those that \
            "ghostvault plan add" set.
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let set = Set(try engine.vault.planLines().map(\.key))
        let plan = try engine.writtenPlan()
        let rows =
            plan.items.map { PlanRow($0, set) } + plan.debts.map { PlanRow($0, set) }
            + plan.goals.map { PlanRow($0, set) }
        if let format = output.format {
            try Self.report.print(rows, as: format, on: screen)
        } else if rows.isEmpty {
            try screen.print(
                "Nothing is planned. \"ghostvault plan add\" or config/plan.toml plans something.")
        } else {
            try screen.print(Self.report.table(rows))
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    static var report: Report<PlanRow> {
        Report(
            "plan list",
            .value("kind", "`income`, `expense`, `debt` or `goal`.") { $0.kind.rawValue }
                .column("kind"),
            .value("name", "Its name.") { $0.name }.column("name", isFlexible: true, isName: true),
            .value("amount", "Its amount as written; of a debt what is owed, or null.") {
                $0.amount
            }.column("amount", alignment: .trailing),
            .value("period", "Such as `monthly`; null for debts and goals.") { $0.period }
                .column("period"),
            .value("start", "The first day of an income or expense.") { $0.start }
                .column("start"),
            .value("end", "Its last day, if there is one.") { $0.end }.column("end", rank: 1),
            .value("by", "The last month for a goal.") { $0.by }.column("by", rank: 2),
            .value("account", "Its account as written.") { $0.account }
                .column("account", isFlexible: true, rank: 3),
            .value("category", "The id of its category.") { $0.category }
                .column("category", rank: 4),
            .value("by_command", "Whether a command set it, and not the file.") { $0.isSet }
                .column("set by") { .init($0.isSet ? "a command" : "config/plan.toml", .muted) })
    }
}

/// An entry of the plan in a list.
struct PlanRow {
    let kind: PlanLine.Kind
    let name: String
    var amount: String?
    var period: String?
    var start: CalendarDay?
    var end: CalendarDay?
    var by: CalendarMonth?
    var account: String?
    var category: String?
    let isSet: Bool

    private init(_ kind: PlanLine.Kind, _ name: String, _ set: Set<PlanLine.Key>) {
        (self.kind, self.name) = (kind, name)
        isSet = set.contains(PlanLine.Key(kind, name))
    }

    init(_ item: PlannedItem, _ set: Set<PlanLine.Key>) {
        self.init(item.amount.coefficient > 0 ? .income : .expense, item.name, set)
        let size = Int64(clamping: item.amount.coefficient.magnitude)
        amount = "\(DecimalAmount(coefficient: size, decimals: item.amount.decimals))"
        (period, start, end) = (item.period.rawValue, item.start, item.end)
        (account, category) = (item.account, item.category)
    }

    init(_ debt: PlannedDebt, _ set: Set<PlanLine.Key>) {
        self.init(.debt, debt.name, set)
        (amount, account) = (debt.balance.map { "\($0)" }, debt.account)
    }

    init(_ goal: PlannedGoal, _ set: Set<PlanLine.Key>) {
        self.init(.goal, goal.name, set)
        (amount, by, account) = ("\(goal.amount)", goal.deadline, goal.account)
    }
}
