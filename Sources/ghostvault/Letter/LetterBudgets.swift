import Engine
import Insights
import Letter
import Model
import Vault

extension LetterSource {
    /// What is left of each budget, from its target and what was spent.
    func budgets() throws -> [Letter.Section] {
        let budgets = try engine.budgets()
        guard !budgets.isEmpty else { return [] }
        let facts = try engine.budgetFacts(for: budgets, through: lastDay)
        let days = comparison.periods.days
        let reports = order.sorted(
            try BudgetReport.all(budgets, facts, in: days), by: \.currency)
        let names = BudgetNameList(categories)
        var section = Letter.Section("Budgets")
        section.parts = reports.flatMap { report in
            report.figures.map { .figure(figure(of: $0, names)) }
        }
        return [section]
    }

    private func figure(of budget: BudgetFigure, _ names: BudgetNameList) -> Letter.Figure {
        let currency = budget.target.currency
        var parts = [Letter.Figure("Target", budget.target, as: .plain)]
        if budget.carried.minorUnits != 0 {
            parts.append(Letter.Figure("Carried over", budget.carried, as: .plain))
        }
        let own = rows.rows(.spending, in: currency).filter { isRow($0, of: budget.subject) }
        let spent = Letter.Figure(
            sumOf: rows.byPayee(own, as: .flow, isNegated: false), "Spent", in: currency, as: .flow)
        // A target that began or ended within the period counts fewer days than its rows.
        parts.append(
            spent.amount == budget.spent.negated && !own.isEmpty
                ? spent : Letter.Figure("Spent", budget.spent.negated, as: .flow))
        let words = BudgetWords.words(for: budget.status).text
        return Letter.Figure(
            sumOf: parts, "\(names.label(of: budget.subject))", in: currency, as: .remaining,
            remark: words.isEmpty ? nil : LetterText(words: words))
    }

    private func isRow(_ row: LetterRows.Row, of subject: BudgetSubject) -> Bool {
        switch subject {
        case .category(let id): categories.isCategory(row.category, within: id)
        case .tag(let name): row.record.verdict?.tags?.value.contains(name) ?? false
        // What a view selects is in the words of a command.
        case .view: false
        }
    }
}
