import ArgumentParser
import Configuration
import Engine
import Insights
import Model
import Terminal
import Vault

struct BudgetSetCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set a budget from a month on.",
        discussion: """
            Earlier months keep their targets. A name that begins with # is a tag. In place of an \
            amount, a target can be saved for, taken from a recurring payment, from earlier \
            spending or from the income before.

            Examples:
              ghostvault budget set groceries 400
              ghostvault budget set groceries 450 --from 2026-12 --carry surplus --cap 600
              ghostvault budget set travel --save 1200 --by 2027-06 --again year
              ghostvault budget set subscriptions --series Netflix
              ghostvault budget set dining --average 6
              ghostvault budget set shopping --share 10
              ghostvault budget set '#trip' 1500 --every year
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "A category, or a tag such as '#trip'.")
    var name: String

    @Argument(help: "The target of each period.")
    var amount: String?

    @Flag(help: "The name is that of a saved view.")
    var view = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The month in which it begins. (default: this)", valueName: "month"),
        transform: PeriodWords.init(monthArgument:))
    var from: PeriodWords?

    @Option(help: "month, quarter or year. (default: month)")
    var every: String?

    @Option(help: ArgumentHelp("Save this sum in monthly parts.", valueName: "amount"))
    var save: String?

    @Option(help: ArgumentHelp("The last month of saving, such as 2027-06.", valueName: "month"))
    var by: String?

    @Option(help: "Save again each month, quarter or year.")
    var again: String?

    @Option(help: "Cover a recurring payment, by its name.")
    var series: String?

    @Option(help: ArgumentHelp("Take the average of periods before.", valueName: "count"))
    var average: Int?

    @Option(help: ArgumentHelp("Take percent of the income before.", valueName: "percent"))
    var share: String?

    @Option(help: ArgumentHelp("Take the rest of the income, by weight.", valueName: "weight"))
    var rest: Int?

    @Option(help: "Carry over: none, surplus or both.")
    var carry: String?

    @Option(help: ArgumentHelp("The most that a period may have.", valueName: "amount"))
    var cap: String?

    @Option(help: "The currency's code. (default: your usual one)")
    var currency: String?

    @Option(help: "A note on this target.")
    var note: String?

    func validate() throws {
        guard save != nil || by == nil && again == nil else {
            throw ValidationError("--by and --again belong to --save.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        var entry = try BudgetEntry(name, isView: view, engine)
        let today = engine.today
        let month = from?.planned(.nearest, asOf: today).month(asOf: today) ?? today.month
        entry.from = "\(month)"
        entry.every = every
        entry.amount = amount.map { WrittenNumber($0) }
        entry.save = save.map { WrittenNumber($0) }
        (entry.by, entry.again) = (by, again)
        if let series {
            guard case .series(let facts) = try engine.series(meantBy: series) else {
                throw EngineError.noSuchSeries(series)
            }
            entry.series = facts.name
        }
        (entry.average, entry.rest) = (average, rest)
        entry.share = share.map { WrittenNumber($0) }
        entry.carry = carry
        entry.cap = cap.map { WrittenNumber($0) }
        (entry.currency, entry.note) = (currency, note)
        let former = try engine.budgets()
        let lines = try engine.setBudgets([entry], summary: "budget set \(name)\(words)")
        let names = BudgetNameList(try engine.categories())
        let budgets = try engine.budgets()
        for line in lines {
            let all = budgets.first { $0.subject == line.subject }?.lines ?? []
            let later = all.compactMap(\.from).filter { $0 > line.from ?? $0 }.min()
            let since =
                line.from.map { month in
                    " from \(BudgetWords.words(for: month)) "
                        + (later.map { "until a line of \(BudgetWords.words(for: $0))" } ?? "on")
                } ?? ""
            let before = former.first { $0.subject == line.subject }?
                .line(in: line.from ?? today.month)
            let target = BudgetWords.words(for: line, after: before)
            try screen.print(
                SafeText.neutralised("\(names.label(of: line.subject)):\(since), \(target)."))
        }
    }

    /// The options as typed, for `history`.
    private var words: String {
        let options: [(String, String?)] = [
            ("save", save), ("by", by), ("again", again), ("series", series),
            ("average", average.map { "\($0)" }), ("share", share),
            ("rest", rest.map { "\($0)" }), ("every", every), ("carry", carry), ("cap", cap),
        ]
        return (amount.map { " \($0)" } ?? "")
            + options.compactMap { name, value in value.map { " --\(name) \($0)" } }.joined()
    }
}

struct BudgetClearCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "End a budget.",
        discussion: "Earlier months keep their targets.")

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The budget: its category, tag or view.")
    var name: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The first month without it. (default: this)", valueName: "month"),
        transform: PeriodWords.init(monthArgument:))
    var from: PeriodWords?

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let names = BudgetNameList(try engine.categories())
        let budget = try names.budget(name, among: try engine.budgets())
        let today = engine.today
        let month = from?.planned(.nearest, asOf: today).month(asOf: today) ?? today.month
        var entry = BudgetEntry(budget.subject)
        (entry.from, entry.end) = ("\(month)", true)
        try engine.setBudgets(
            [entry], summary: "budget clear \(budget.subject.name) --from \(month)")
        let later = budget.lines.compactMap(\.from).filter { $0 > month }.min()
        let former = budget.line(in: month).map { "; it was \(BudgetWords.words(for: $0))" } ?? ""
        let until =
            later.map { "\(former). \(BudgetWords.words(for: $0)) has its own" } ?? " on\(former)"
        try screen.print(
            SafeText.neutralised(
                "\(names.label(of: budget.subject)) has no target from "
                    + "\(BudgetWords.words(for: month))\(until)."))
    }
}

struct BudgetProposeCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "propose",
        abstract: "Suggest budgets from your last months.",
        discussion: """
            For each category without a budget that cost something in at least half of the \
            months: their average, rounded up to five whole units. It prints lines for \
            config/budgets.toml; --write sets them, and "ghostvault undo" reverts that.
            """)

    @OptionGroup var vault: VaultOptions

    @Option(help: "Whole months to look at. (default: 6)")
    var months: Int?

    @Flag(help: "Set them, from this month on.")
    var write = false

    func validate() throws {
        guard (1...36).contains(months ?? 6) else {
            throw ValidationError("--months must be from 1 to 36.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let found = try engine.vault.atOneMoment { try proposals(on: screen, reading: engine) }
        guard let proposals = found else { return }
        guard !proposals.isEmpty else {
            return try screen.print(
                "Nothing to suggest: no whole month is known, or all spending has a budget.")
        }
        let month = engine.today.month
        if write {
            let entries = proposals.map { proposal in
                var entry = BudgetEntry(.category(proposal.category))
                entry.from = "\(month)"
                entry.amount = WrittenNumber(proposal.amount.plainText)
                return entry
            }
            let targets = proposals.map { "\($0.category) \($0.amount.plainText)" }
            try engine.setBudgets(
                entries, summary: "budget propose --write: \(JournalWords.listed(targets))")
            return try screen.print(
                "Set \(Count.text(entries.count, "budget")): ghostvault budget")
        }
        for (position, proposal) in proposals.enumerated() {
            if position > 0 { try screen.print() }
            let sums = proposal.months.map(\.minorUnits)
            func text(_ sum: Int128?) -> String {
                Money(sum: sum ?? 0, currency: proposal.amount.currency).groupedText
            }
            try screen.print(
                "# \(text(sums.min())) to \(text(sums.max())) in "
                    + Count.text(sums.count, "month"))
            try screen.print("[[budget]]")
            try screen.print(SafeText.neutralised("category = \"\(proposal.category)\""))
            try screen.print("from = \"\(month)\"")
            try screen.print("amount = \(proposal.amount.plainText)")
        }
    }

    /// Nil if nothing is classified yet.
    private func proposals(
        on screen: Screen, reading engine: Engine
    ) throws -> [BudgetProposal]? {
        guard try UnclassifiedView(screen: screen).allowsFigures(of: engine.vault) else {
            return nil
        }
        guard let currency = try engine.currencyOrder().first else { return [] }
        let budgets = try engine.budgets()
        return BudgetProposal.all(
            besides: budgets, try engine.budgetFacts(for: budgets, through: try vault.lastDay()),
            months: months ?? 6, currency)
    }
}

extension BudgetEntry {
    fileprivate init(_ subject: BudgetSubject) {
        self.init()
        switch subject {
        case .category(let id): category = id
        case .tag(let name): tag = name
        case .view(let name): view = name
        }
    }

    /// - Throws: `NoSuchName` or `UnknownCategory` for names that mean nothing.
    fileprivate init(_ name: String, isView: Bool, _ engine: Engine) throws {
        if isView {
            let views = try engine.savedViews()
            guard
                let view = try NameLookup(views, names: { [$0.name] })
                    .only(name, kind: "views", label: \.name)
            else {
                throw NoSuchName(
                    message: "There is no view \"\(name)\".",
                    whatToDo: "\"ghostvault view\" lists them.")
            }
            self.init(.view(view.name))
        } else if name.hasPrefix("#") {
            self.init(.tag(String(name.dropFirst())))
        } else {
            self.init(.category(try engine.categories().meant(by: name)))
        }
    }
}
