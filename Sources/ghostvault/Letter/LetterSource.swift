import Engine
import Insights
import Letter
import Model
import Terminal
import Vault

/// Makes the letter of a period from the figures that commands show.
struct LetterSource {
    let engine: Engine
    let comparison: PeriodComparison
    let order: CurrencyOrder
    let categories: CategoryTree
    let accounts: [AccountRecord]
    let rows: LetterRows
    /// The last day of the figures.
    let last: CalendarDay
    /// The last day that counts for balances on it.
    let newest: CalendarDay
    let lastDay: CalendarDay?

    var vault: Vault { engine.vault }
    var today: CalendarDay { comparison.today }
    var days: Range<CalendarDay> { comparison.days }
    /// Whether the period goes on.
    var isRunning: Bool { comparison.periods.days.contains(today) }

    /// - Parameters:
    ///   - asked: as for `ComparedPeriods`.
    ///   - lastDay: the last day that counts; nil to include what banks date ahead.
    init(
        of engine: Engine, _ asked: Range<CalendarDay>, at moment: Moment,
        through lastDay: CalendarDay?
    ) throws {
        let periods = try ComparedPeriods(asked, on: moment.today)
        self.engine = engine
        self.lastDay = lastDay
        comparison = try PeriodComparison(
            of: engine, periods, on: moment.today, through: lastDay)
        order = try engine.currencyOrder()
        categories = try engine.categories()
        accounts = try engine.vault.accounts()
        rows = try LetterRows(engine, comparison.days, of: accounts)
        last = min(moment.today, periods.days.upperBound.adding(days: -1))
        newest = last < moment.today ? last : lastDay ?? moment.newestBankDay
    }

    func letter() throws -> Letter {
        let title = days.headingWords(asOf: today)
        return Letter(
            title: String(title.trimmingPrefix(" of ").trimmingPrefix(" from ")),
            notes: try notes(),
            sections: try netWorth() + income() + spending() + budgets() + changes() + bills()
                + payees() + [try questions()])
    }

    /// The name of the period in the name of a file: "2026-11", "2026" or "2026-01-10-to-02-03".
    var fileName: String {
        let period = comparison.periods.days
        let last = period.upperBound.adding(days: -1)
        if let month = comparison.periods.month { return "letter-\(month)" }
        let first = period.lowerBound
        let isYear =
            first.month.month == 1 && first == first.month.firstDay
            && period.upperBound == first.month.adding(months: 12).firstDay
        return isYear ? "letter-\(first.month.year)" : "letter-\(first)-to-\(last)"
    }

    /// Up to when everything is known, and what is old.
    private func notes() throws -> [LetterText] {
        var notes = [
            LetterText(
                words: "As of \(last.words(on: last)) \(last.month.year). "
                    + "Each figure opens to the rows that make it up.")
        ]
        let answered = AnsweredView(
            screen: Screen(), answered: comparison.answered, today: today)
        notes += answered.lines(in: comparison.periods.days).map { "\($0)" }
        if let oldest = try vault.oldestDay(), oldest > comparison.periods.before.lowerBound {
            notes.append(
                LetterText(words: "The data begin on \(oldest), so comparisons are incomplete."))
        }
        if isRunning, let old = try OldBalancesView.words(of: engine, on: today) {
            notes.append("\(old)")
        }
        if isRunning {
            notes += try vault.institutionHealth().filter { !$0.isWell }.map {
                "\($0.name) needs you: ghostvault status"
            }
        }
        if try vault.hasUnclassified() {
            notes.append("New transactions are not classified yet: ghostvault apply-rules")
        }
        if try !vault.reversedDebts().isEmpty {
            notes.append(
                "Some debts seem to have their signs reversed, so figures may be wrong: "
                    + "ghostvault accounts")
        }
        if try !UncountedCards.paid(vault, days: days, by: engine.cardPayments()).isEmpty {
            notes.append(
                "Some payments went to cards that aren't connected or counted; their purchases "
                    + "aren't in these figures.")
        }
        return notes
    }

    // MARK: Net worth

    private func netWorth() throws -> [Letter.Section] {
        let start = comparison.periods.days.lowerBound.adding(days: -1)
        let through = try NetWorthHistory(vault, on: start...max(start, last), through: newest)
            .sorted(by: order)
        let months = max(12, start.month.months(until: last.month))
        let oldest = try vault.oldestDay()?.month ?? last.month
        let known = max(1, min(months, oldest.months(until: last.month)))
        let history = try NetWorthHistory(vault, today: last, through: newest, months: known)
        let names = accounts.listedNames
        var section = Letter.Section("Net worth")
        for (number, series) in through.series.enumerated() {
            guard let now = series.now, let before = series.points.first else { continue }
            let own = now.balances.map { balance in
                Letter.Figure(
                    "\(names[balance.account] ?? "")", balance.balance, as: .balance)
            }
            guard !own.isEmpty else { continue }
            section.parts.append(
                .figure(
                    Letter.Figure(
                        "Net worth", now.net, as: .balance,
                        remark: now.isEstimated ? "estimated from transactions" : nil, rows: own)))
            if let change = now.change(since: before) {
                section.parts.append(
                    .figure(
                        try explained(
                            change, number, before.isEstimated ? "estimated from transactions" : nil
                        ))
                )
            }
            let points = history.series.first { $0.currency == series.currency }?.points ?? []
            if points.count > 2 {
                section.parts.append(
                    .chart(
                        Letter.Chart(
                            .line, "Net worth at the end of each month in \(series.currency.code)",
                            columns: ["assets", "debts", "net"],
                            rows: points.map {
                                (
                                    "\($0.day.month.name) \($0.day.month.year)"
                                        + ($0.day == $0.day.month.lastDay ? "" : " so far"),
                                    [$0.assets, $0.liabilities.negated, $0.net]
                                )
                            })))
            }
        }
        section.notes = through.accountsWithoutBalance.map {
            "\($0.name) is not counted: its balance is unknown."
        }
        return [section]
    }

    /// Why net worth changed.
    private func explained(
        _ change: Money, _ number: Int, _ remark: LetterText?
    ) throws -> Letter.Figure {
        let currency = change.currency
        func sum(_ rows: [LetterRows.Row]) -> Money {
            Money(sum: rows.reduce(0) { $0 + $1.amount.minorUnits }, currency: currency)
        }
        let income = sum(rows.rows(.income, in: currency))
        let spent = sum(rows.rows(.spending, in: currency))
        var parts: [Letter.Figure] = []
        if !rows.rows(.income, in: currency).isEmpty {
            parts.append(
                Letter.Figure(
                    "Income", income, as: .flow,
                    source: .init(Self.id("income", currency))))
        }
        if !rows.rows(.spending, in: currency).isEmpty {
            parts.append(
                Letter.Figure(
                    "Spending", spent, as: .flow,
                    source: .init(Self.id("spending", currency), isNegated: true)))
        }
        let others: [(LetterRows.Kind, LetterText)] = [
            (.transfer, "Transfers without their other side here"),
            (.ignored, "Ignored transactions"),
            (.excluded, "Excluded transactions"), (.unclassified, "Not classified yet"),
        ]
        for (kind, label) in others {
            let own = LetterRows.withoutPairs(rows.rows(kind, in: currency))
            guard !own.isEmpty else { continue }
            parts.append(
                Letter.Figure(
                    sumOf: own.map { rows.figure(of: $0, as: .flow) }, label, in: currency,
                    as: .flow))
        }
        let rest = change.minorUnits - parts.reduce(0) { $0 + $1.amount.minorUnits }
        if rest != 0 || parts.isEmpty {
            parts.append(
                Letter.Figure(
                    "Balances that changed without a transaction",
                    Money(sum: rest, currency: currency), as: .flow,
                    remark: "market value, pending charges, or what a bank did not list"))
        }
        let name = comparison.periods.name(of: comparison.periods.days)
        return Letter.Figure(
            LetterText(words: "Change in \(name)"), change, as: .change, remark: remark, rows: parts
        ).opened
    }

    /// The name of a currency's figure on the page, in which its code is no part.
    static func id(_ kind: String, _ currency: Currency) -> String {
        let code = currency.code.utf8.map { String($0, radix: 36) }.joined(separator: ".")
        return "\(kind)-\(code)-\(currency.exponent)"
    }
}
