import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Plan incomes, expenses, debts and goals.",
        discussion: """
            Shows free cash flow and its shares, also by month, and planned items beside booked \
            ones. Entries set here take precedence over config/plan.toml; "ghostvault undo" \
            reverts them. "ghostvault docs planning" has the rules with worked examples.

            Examples:
              ghostvault plan
              ghostvault plan months
              ghostvault plan categories
              ghostvault plan add expense 'Car insurance' 480 --start 2027-01-04
            """,
        subcommands: [
            PlanShowCommand.self, PlanMonthsCommand.self, PlanCategoriesCommand.self,
            PlanListCommand.self, PlanAddCommand.self, PlanRemoveCommand.self,
        ],
        defaultSubcommand: PlanShowCommand.self)
}

struct PlanShowCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Share out what a month leaves.",
        discussion: """
            Free cash flow is the average income of the last six whole months less expenses and \
            the minimums of debts. 40 % of it go to a cushion of three months, 40 % to debts by \
            the highest rate, and 20 % to goals by priority and deadline. What one can't use goes \
            to the others. [plan] in config/plan.toml has the shares, the months and the horizon.

            Examples:
              ghostvault plan
              ghostvault plan --json
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let plans = try engine.currencyOrder().sorted(
            try engine.personalPlan(asKnownOn: vault.lastDay()).plans
        ) { $0.cashFlow.currency }
        if let format = output.format {
            try PlanView.report.print(plans, as: format, on: screen)
        } else if plans.isEmpty {
            try screen.print("No whole month with income or expenses yet.")
        } else {
            for (position, plan) in plans.enumerated() {
                if position > 0 { try screen.print() }
                try PlanView(screen: screen).show(plan)
            }
            try showUncountedCards(plans.map(\.cashFlow), of: engine, on: screen)
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }
}

extension PlanShowCommand {
    /// What went to cards that don't count, in the months that are averaged.
    private func showUncountedCards(
        _ flows: [FreeCashFlow], of engine: Engine, on screen: Screen
    ) throws {
        let marks = try engine.cardPayments()
        let cards = try flows.flatMap { flow in
            try UncountedCards.paid(
                engine.vault,
                days: flow.months.lowerBound.firstDay..<flow.months.upperBound.firstDay, by: marks
            ).filter { $0.paid.currency == flow.currency }
        }
        try UncountedCardsView(screen: screen).show(cards, afterLine: true)
    }
}

/// A plan as tables and sentences.
struct PlanView {
    let screen: Screen

    func show(_ plan: MoneyPlan) throws {
        let flow = plan.cashFlow
        try screen.print(
            SafeText.neutralised("An average month leaves \(flow.free.text)"), .heading)
        try screen.print()
        var table = Table(columns: [.init(""), .init("", alignment: .trailing)])
        let parts = [
            ("income", flow.income), ("expenses", flow.expenses.negated),
            ("planned", flow.planned),
            (
                flow.exchanged.minorUnits < 0 ? "to other currencies" : "from other currencies",
                flow.exchanged
            ),
            ("minimums of debts", flow.minimums.negated),
            ("free", flow.free),
        ]
        for (name, amount) in parts where amount.minorUnits != 0 || name == "free" {
            table.add(.init(name), .init(amount.groupedText))
        }
        try screen.print(table)
        try screen.print(
            SafeText.neutralised(
                "Income and expenses: average of "
                    + "\(Count.text(flow.months.count, "whole month"))."
                    + (flow.charges.minorUnits == 0
                        ? ""
                        : " What loans charge, \(flow.charges.groupedText) a month, is in the "
                            + "minimums.")), .muted)
        if let first = plan.months.first, !first.allocations.isEmpty {
            try screen.print()
            try screen.print("\(first.month): \(first.available.text)", .heading)
            try screen.print()
            let planned = first.allocations.map {
                (allocation: $0, month: first, plan: plan)
            }
            try screen.print(Self.allocationFields.table(planned))
            let shares = plan.settings
            try screen.print(
                "Of what a month leaves, \(shares.cushionShare) % are for the cushion, "
                    + "\(shares.debtShare) % for debts and \(shares.goalShare) % for goals. What "
                    + "one of them can't use goes to the others.", .muted)
        }
        let notes = plan.notes.map(\.words)
        if !notes.isEmpty { try screen.print() }
        for note in notes { try screen.print(SafeText.neutralised(note)) }
    }

    private typealias Planned = (
        allocation: MoneyPlan.Allocation, month: MoneyPlan.Month, plan: MoneyPlan
    )

    private static var allocationFields: [Field<Planned>] {
        [
            .value("purpose", "`cushion`, `debt`, `goal` or `rest`.") {
                $0.allocation.purpose.word
            }.column("for"),
            .value("name", "The debt or the goal; null for others.") { $0.allocation.purpose.name }
                .column("", isFlexible: true),
            .value("amount", "What it gets.") { $0.allocation.amount }.column("amount"),
            .value("lacks", "What it lacks after that.") { $0.allocation.lacks }
                .column("still lacks", rank: 1),
            .value("done", "The month in which the plan is done with it; null after its horizon.") {
                $0.plan.done[$0.allocation.purpose]
            }.column("done", rank: 2) { .init($0.plan.doneWords(of: $0.allocation.purpose)) },
            .value("reason", "Why.") { $0.plan.reason(of: $0.allocation, in: $0.month) }
                .column("why", wraps: true),
        ]
    }

    static var report: Report<MoneyPlan> {
        Report(
            "plan",
            .value("currency", "The currency's code.") { $0.cashFlow.currency.code },
            .value("averaged_months", "The whole months that were averaged.") {
                $0.cashFlow.months.count
            },
            .value("income", "The income of an average month.") { $0.cashFlow.income },
            .value("expenses", "Its expenses, as a positive amount.") { $0.cashFlow.expenses },
            .value("planned", "What planned items that begin later bring a month.") {
                $0.cashFlow.planned
            },
            .value(
                "exchanged",
                "What transfers from accounts of other currencies bring, less what goes there."
            ) { $0.cashFlow.exchanged },
            .value("minimums", "The minimums of debts that have an account.") {
                $0.cashFlow.minimums
            },
            .value("free", "Free cash flow.") { $0.cashFlow.free },
            .value("cushion", "What is on savings accounts besides goals.") { $0.cushion },
            .value("cushion_target", "What the cushion should have.") { $0.target },
            .values("notes", "What the plan can't do, or needn't.") { $0.notes.map(\.words) },
            .list(
                "months", "The coming months.",
                [
                    .value("month", "The month.") { $0.month.month },
                    .value("available", "What it leaves; negative for a deficit.") {
                        $0.month.available
                    },
                    .list(
                        "allocations", "What it is for; together what is available.",
                        allocationFields
                    ) { row in
                        row.month.allocations.map {
                            (allocation: $0, month: row.month, plan: row.plan)
                        }
                    }
                    .linewise,
                ] as [Field<(month: MoneyPlan.Month, plan: MoneyPlan)>]
            ) { plan in plan.months.map { (month: $0, plan: plan) } }.linewise)
    }
}

extension MoneyPlan.Purpose {
    fileprivate var word: String {
        switch self {
        case .cushion: "cushion"
        case .debt: "debt"
        case .goal: "goal"
        case .rest: "rest"
        }
    }

    fileprivate var name: String? {
        switch self {
        case .cushion, .rest: nil
        case .debt(let debt): debt.name
        case .goal(let goal): goal.goal.name
        }
    }
}

extension MoneyPlan {
    /// The month in which a purpose is done; "after 2027-11" beyond the horizon.
    fileprivate func doneWords(of purpose: Purpose) -> String {
        if purpose == .rest { return "" }
        return done[purpose].map { "\($0)" } ?? months.last.map { "after \($0.month)" } ?? ""
    }

    fileprivate func reason(of allocation: Allocation, in month: Month) -> String {
        let (part, whole) = (allocation.amount.minorUnits, month.available.minorUnits)
        let share = whole > 0 ? "\((part * 200 + whole) / (whole * 2)) %" : ""
        return switch allocation.purpose {
        case .cushion:
            "\(share), until it lasts \(Count.text(settings.cushionMonths, "month"))"
        case .debt(let debt):
            "\(share), the highest rate first: \(debt.rate?.percentText ?? "") %"
        case .goal(let goal):
            "\(share), priority \(goal.goal.priority)"
                + (goal.goal.deadline.map { ", by \($0)" } ?? "")
        case .rest: "\(share): nothing that has a share can use it"
        }
    }
}

extension MoneyPlan.Note {
    fileprivate var words: String {
        switch self {
        case .deficit(let free):
            "Deficit: an average month lacks \(free.size.text), so there is nothing to share out."
        case .fullCushion: "The cushion is full."
        case .missed(let goal, let saved):
            "\(goal.goal.name): only \(saved.text) of \(goal.amount.text) by its deadline, "
                + "\(goal.goal.deadline.map { "\($0)" } ?? "")."
        case .grows(let debt): "\(debt.name): the minimum does not cover the interest."
        case .unknown(let debt):
            "\(debt.name) gets nothing: balance, rate or minimum isn't known."
        case .leftOut(let note): note.sentence + "."
        }
    }
}
