import Engine
import Insights
import Model
import Terminal
import Vault

/// The cards of the dashboard that have in short what another command has at length.
struct DashboardCards {
    let screen: Screen
    let engine: Engine
    let today: CalendarDay
    /// The last day to show; nil to include what banks date ahead.
    let lastDay: CalendarDay?
    /// Names of categories and accounts that are not listed.
    let hidden: Set<String>
    /// The most budgets that are listed by name.
    let budgetsNamed: Int

    /// What all budgets of the month have left, with those that have too little.
    func showBudgets() throws {
        let budgets = try engine.budgets()
        guard !budgets.isEmpty else { return }
        let facts = try engine.budgetFacts(for: budgets, through: lastDay)
        let names = BudgetNameList(facts.categories)
        let reports = try engine.currencyOrder().sorted(
            try BudgetReport.all(
                budgets, facts, in: today.month.firstDay..<today.month.next.firstDay),
            by: \.currency)
        for report in reports where !report.figures.isEmpty {
            try screen.print()
            try screen.print(
                screen.palette.styled("Budgets of \(today.month.name)  ", as: .heading)
                    + SafeText.neutralised(Self.sums(of: report)))
            let scarce = report.figures.filter {
                $0.status != .good && !hidden.contains(names.label(of: $0.subject))
            }
            guard !scarce.isEmpty else { continue }
            var table = Table(columns: [
                .init("", isFlexible: true), .init("", alignment: .trailing), .init(""),
            ])
            for figure in scarce.prefix(budgetsNamed) {
                let words = BudgetWords.words(for: figure.status)
                let isOver = figure.left.minorUnits < 0
                table.add(
                    .init("  " + names.label(of: figure.subject)),
                    .init(figure.left.size.groupedText),
                    .init(
                        isOver
                            ? "over"
                            : "left, \(figure.status == .fast ? "spent " : "")\(words.text)",
                        words.style))
            }
            try screen.print(table)
            if scarce.count > budgetsNamed {
                let rest = scarce.count - budgetsNamed
                try screen.print("  and \(rest) more: ghostvault budget", .muted)
            }
        }
    }

    /// "146.13 USD left of 648.63   79.90 outside them". Tags have no sum, since they are
    /// in categories.
    private static func sums(of report: BudgetReport) -> String {
        guard report.figures.contains(where: { $0.subject.kind == "category" }) else {
            return "in \(report.currency.code)"
        }
        let sum = report.target.minorUnits + report.carried.minorUnits
        let available = Money(sum: sum, currency: report.currency)
        let left = Money(
            sum: sum - report.spent.minorUnits + report.unbudgeted.minorUnits,
            currency: report.currency)
        let words = "\(left.text) left of \(available.groupedText)"
        return report.unbudgeted.minorUnits == 0
            ? words : words + "   \(report.unbudgeted.groupedText) outside them"
    }

    /// What can be spent until payday.
    func showSafeToSpend() throws {
        let forecast = try engine.forecast(
            through: today.adding(days: SafeToSpend.days), asKnownOn: lastDay, withRange: false)
        let safe = SafeToSpend.all(forecast, withSavings: false)
        guard !safe.isEmpty else { return }
        try screen.print()
        for one in safe {
            try screen.print(
                screen.palette.styled("Safe to spend  ", as: .heading)
                    + SafeText.neutralised(one.shortWords))
        }
    }

    /// The shares of needs, wants and saving in the month.
    func showLens() throws {
        let months = try engine.currencyOrder().sorted(
            try MonthlyLens.months(
                engine.vault, from: today.month, through: today.month, until: lastDay,
                targets: try engine.lensTargets()), by: \.currency
        ).filter { $0.total.minorUnits != 0 }
        guard !months.isEmpty else { return }
        try screen.print()
        for month in months {
            let parts = month.parts.map { part in
                "\(LensView.name(of: part.lens)) "
                    + (part.percent.map { "\($0) %" } ?? part.amount.groupedText)
            }
            try screen.print(
                screen.palette.styled("Lens of \(today.month.name)  ", as: .heading)
                    + SafeText.neutralised(
                        parts.joined(separator: " · ") + " of \(month.total.text)"))
        }
    }

    /// What recurring payments cost a month.
    func showRecurring() throws {
        let recurring = try engine.recurringPayments(through: lastDay, selection: .current)
        let paid = recurring.totals.filter { $0.transactionClass == .expense }
        guard !paid.isEmpty else { return }
        try screen.print()
        try screen.print(
            screen.palette.styled("Recurring  ", as: .heading)
                + SafeText.neutralised(
                    paid.map { $0.monthly.size.text }.joined(separator: ", ")
                        + " a month: ghostvault recurring"))
    }

    /// The accounts with their balances.
    func showAccounts() throws {
        var accounts = try engine.vault.accounts().filter {
            $0.visibility != .hidden && !hidden.contains($0.name)
        }
        if let lastDay {
            accounts = try AccountBalances.accounts(accounts, of: engine.vault, on: lastDay)
        }
        guard !accounts.isEmpty else { return }
        try screen.print()
        try AccountsView(screen: screen).show(accounts, on: today)
    }
}

/// How many lines the dashboard's cards may take of the window.
struct DashboardRoom {
    let categories: Int
    let budgets: Int
    /// With the line that counts the others.
    let bills: Int

    /// From the most to the least.
    static let all = [
        DashboardRoom(categories: 5, budgets: 3, bills: 3),
        DashboardRoom(categories: 4, budgets: 2, bills: 3),
        DashboardRoom(categories: 3, budgets: 1, bills: 2),
        DashboardRoom(categories: 2, budgets: 1, bills: 2),
    ]
}
