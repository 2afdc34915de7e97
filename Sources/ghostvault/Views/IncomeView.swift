import Insights
import Model
import Terminal
import Vault

struct IncomeView {
    let screen: Screen

    func show(_ series: [MonthlyIncome]) throws {
        guard !series.isEmpty else {
            try screen.print("Nothing earned or spent in these months.")
            return
        }
        let currencies = series.map(\.currency).distinct
        for (position, currency) in currencies.enumerated() {
            if position > 0 { try screen.print() }
            try show(series.filter { $0.currency == currency }, currency)
        }
    }

    private func show(_ months: [MonthlyIncome], _ currency: Currency) throws {
        try screen.print(
            SafeText.neutralised("Income and expenses in \(currency.code)"), .heading)
        try screen.print()
        var table = Table(columns: [
            .init("month"), .init("in", alignment: .trailing), .init("out", alignment: .trailing),
            .init("net", alignment: .trailing), .init("saved", alignment: .trailing),
        ])
        for month in months { add(month.figures, named: "\(month.month)", to: &table) }
        if months.count > 1, let together = MonthlyIncome.together(months) {
            add(together, named: "together", to: &table)
        }
        try screen.print(table)
    }

    private func add(_ figures: IncomeFigures, named name: String, to table: inout Table) {
        table.add(
            .init(name), .init(figures.income.groupedText), .init(figures.expenses.groupedText),
            .init(figures.net.signedText, figures.net.style),
            .init(figures.savingsRate.map { "\($0) %" } ?? "–", .muted))
    }

    func showJSON(_ series: [MonthlyIncome], _ doubtful: [DoubtfulTransfer]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for month in series {
                list.object { object in
                    object.field("month", "\(month.month)")
                    object.field("currency", month.currency.code)
                    object.field("income", month.income.plainText)
                    object.field("expenses", month.expenses.plainText)
                    object.field("net", month.net.plainText)
                    object.field("savings_rate_percent", month.savingsRate)
                    let days = month.month.firstDay..<month.month.next.firstDay
                    object.field(
                        "transfers_in_doubt",
                        doubtful.count { $0.currency == month.currency && $0.touches(days) })
                }
            }
        }
        try json.flush()
    }
}
