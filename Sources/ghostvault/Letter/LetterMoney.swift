import Engine
import Insights
import Letter
import Model
import Vault

extension LetterSource {
    /// "usually", or "by the 6th usually" of a month that goes on.
    private var usually: String {
        comparison.soFar.map { "by the \(Ordinal.text($0.days)) usually" } ?? "usually"
    }

    /// The months that are compared.
    private func earlierMonths(in currency: Currency) -> [CalendarMonth] {
        comparison.periods.month.map {
            comparison.answered.wholeMonths(
                SpendingYardstick.mostMonths, before: $0, in: currency
            ).months
        } ?? []
    }

    private func usual(
        _ average: Money?, _ months: [CalendarMonth], _ amounts: [Money]
    ) -> Letter.Usual? {
        guard let average, !months.isEmpty, months.count == amounts.count,
            !comparison.answered.isBefore(comparison.periods.days)
        else { return nil }
        return Letter.Usual(
            usually, average,
            zip(months, amounts).map { ("\($0.name) \($0.year)", $1) })
    }

    // MARK: Income

    func income() throws -> [Letter.Section] {
        let before =
            try comparison.periods.month.map {
                try MonthlyIncome.months(
                    vault, before: $0, known: comparison.answered, soFar: comparison.soFar)
            } ?? []
        var section = Letter.Section("Income")
        let currencies = rows.all.filter { $0.kind == .income }.map(\.amount.currency).distinct
        for currency in order.sorted(currencies, by: { $0 }) {
            let months = earlierMonths(in: currency)
            let amounts = months.map { month in
                before.first { $0.month == month && $0.currency == currency }?.income
                    ?? Money(minorUnits: 0, currency: currency)
            }
            section.parts.append(
                .figure(
                    Letter.Figure(
                        sumOf: rows.byPayee(
                            rows.rows(.income, in: currency), as: .income, isNegated: false),
                        "Income", in: currency, as: .income,
                        usual: usual(
                            comparison.usualIncome[currency]?.income, months, amounts),
                        id: Self.id("income", currency))))
        }
        section.parts += try incomeCharts()
        if section.parts.isEmpty { section.notes = ["No income."] }
        return [section]
    }

    private func incomeCharts() throws -> [Letter.Part] {
        let end = last.month
        let oldest = try vault.oldestDay()?.month ?? end
        let first = max(
            oldest, min(comparison.periods.days.lowerBound.month, end.adding(months: -11)))
        let all = try MonthlyIncome.months(
            vault, from: first, through: end, until: days.upperBound.adding(days: -1))
        return order.sorted(all.map(\.currency).distinct, by: { $0 }).compactMap { currency in
            let own = all.filter { $0.currency == currency }
            guard own.count > 2 else { return nil }
            return .chart(
                Letter.Chart(
                    .pairs, "Income and spending by month in \(currency.code)",
                    columns: ["income", "spending", "net"],
                    rows: own.map {
                        (
                            "\($0.month.name) \($0.month.year)"
                                + ($0.month.lastDay > last ? " so far" : ""),
                            [$0.income, $0.expenses.negated, $0.net]
                        )
                    }))
        }
    }

    // MARK: Spending

    func spending() throws -> [Letter.Section] {
        let found = order.sorted(
            try CategorySpending.breakdown(vault, days: days, in: categories)
        ) { $0.spent.currency }
        var section = Letter.Section("Spending")
        for currency in found.map(\.spent.currency).distinct {
            let months = earlierMonths(in: currency)
            let own = rows.rows(.spending, in: currency)
            let byCategory = Dictionary(grouping: own, by: \.category)
            let total = try SpendingView.total(
                of: found.filter { $0.spent.currency == currency }, currency)
            let compared = comparison.yardstick?.usual(in: currency)
            var figure = Letter.Figure(
                "Spending", total, as: .spending,
                rows: found.filter { $0.spent.currency == currency }
                    .map { self.figure(of: $0, byCategory, months) },
                usual: usual(compared?.average, months, compared?.months ?? []),
                id: Self.id("spending", currency))
            figure.hasBars = true
            section.parts.append(.figure(figure.opened))
        }
        if section.parts.isEmpty { section.notes = ["Nothing spent."] }
        if found.contains(where: { !earlierMonths(in: $0.spent.currency).isEmpty }) {
            section.notes.append("The mark on a bar is the usual amount.")
        }
        return [section]
    }

    private func figure(
        of spending: CategorySpending, _ byCategory: [String: [LetterRows.Row]],
        _ months: [CalendarMonth]
    ) -> Letter.Figure {
        let compared = comparison.yardstick?.usual(
            of: spending.category, in: spending.spent.currency)
        let own = (byCategory[spending.category] ?? [])
            .filter { $0.amount.currency == spending.spent.currency }
        return Letter.Figure(
            "\(categories[spending.category]?.name ?? spending.category)", spending.spent,
            as: .spending,
            rows: spending.parts.map { figure(of: $0, byCategory, months) }
                + rows.byPayee(own, as: .spending, isNegated: true),
            usual: usual(compared?.average, months, compared?.months ?? []))
    }

    // MARK: Changes

    /// Why spending and income differ from the period before.
    func changes() throws -> [Letter.Section] {
        guard !comparison.answered.isBefore(comparison.periods.days) else { return [] }
        let periods = comparison.periods
        let (now, before) = (
            LetterText(words: periods.name(of: periods.days)),
            LetterText(words: periods.name(of: periods.before))
        )
        var section = Letter.Section(LetterText(words: "Why it differs from ") + before)
        let spending = try comparison.spendingByCategory(in: vault, categories)
        for difference in comparison.differences {
            let currency = difference.change.currency
            let isSpending = difference.direction == .spending
            let own = comparison.categories.filter { $0.change.currency == currency }
            let rows =
                isSpending
                ? own.map { category in
                    let parts = spending[category.id]?.first { $0.change.currency == currency }
                    return Letter.Figure(
                        "\(category.name)", category.change, as: .change,
                        rows: parts.map { payees(of: $0, now, before, isPart: true) } ?? [])
                } : payees(of: difference, now, before, isPart: false)
            // What changed may cancel out.
            guard !rows.isEmpty else { continue }
            section.parts.append(
                .figure(
                    Letter.Figure(
                        isSpending ? "Spending" : "Income", difference.change, as: .change,
                        rows: rows
                    ).opened))
        }
        if !comparison.isWhole {
            let end = comparison.earlier.upperBound.adding(days: -1)
            section.notes.append(
                before + LetterText(words: " counts up to \(end.words(on: today))."))
        }
        return section.parts.isEmpty ? [] : [section]
    }

    private func payees(
        of difference: PeriodDifference, _ now: LetterText, _ before: LetterText, isPart: Bool
    ) -> [Letter.Figure] {
        difference.payees.map { payee in
            let rows = payee.causes.map { part in
                Letter.Figure(
                    LetterText(
                        words: comparison.words(
                            for: part, difference.direction, isInCategory: isPart)),
                    part.change, as: .change)
            }
            guard rows.count == 1 else {
                return Letter.Figure(
                    sumOf: rows, "\(payee.payee)", in: difference.change.currency, as: .change)
            }
            let only = payee.main
            return Letter.Figure(
                "\(payee.payee)", only.change, as: .change, remark: rows[0].label,
                rows: only.before.minorUnits == 0 || only.after.minorUnits == 0
                    ? []
                    : [
                        Letter.Figure(now, only.after, as: .plain),
                        Letter.Figure("less " + before, only.before.negated, as: .plain),
                    ])
        }
    }
}
