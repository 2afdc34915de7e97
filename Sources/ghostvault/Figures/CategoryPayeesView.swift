import Insights
import Model
import Terminal

/// The payees of one category.
struct CategoryPayeesView {
    let screen: Screen
    let category: String
    /// The category's name.
    let name: String
    /// The spending of earlier months; nil unless a month is shown.
    let yardstick: SpendingYardstick?
    /// The same first days of earlier months; nil if the month is shown whole.
    let soFar: SpendingView.SoFar?

    private static let barColumns = 20
    /// The greatest number of payees in a table.
    private static let mostShown = 30

    func show(_ payees: [PayeeSpending], _ period: String) throws {
        guard !payees.isEmpty else {
            return try screen.print(SafeText.neutralised("Nothing spent on \(name)\(period)."))
        }
        for (position, currency) in payees.map(\.spent.currency).distinct.enumerated() {
            if position > 0 { try screen.print() }
            try show(payees.filter { $0.spent.currency == currency }, currency, period)
        }
    }

    private func show(_ payees: [PayeeSpending], _ currency: Currency, _ period: String) throws {
        try screen.print(SafeText.neutralised("\(name)\(period) in \(currency.code)"), .heading)
        try screen.print()
        let highest = payees.map(\.share).max() ?? 0
        var table = Table(columns: [
            .init("payee", isFlexible: true), .init("", rank: 2),
            .init("spent", alignment: .trailing), .init("", alignment: .trailing, rank: 1),
            .init("times", alignment: .trailing, rank: 3),
        ])
        for payee in payees.prefix(Self.mostShown) {
            table.add(
                .init(payee.payee),
                .init(
                    highest > 0
                        ? Bar.text(
                            share: payee.share / highest, columns: Self.barColumns,
                            usesUnicode: screen.capabilities.usesUnicode) : "", .accent),
                .init(payee.spent.groupedText),
                .init(payee.spent.minorUnits < 0 ? "" : Share.text(payee.share), .muted),
                .init("\(payee.count)", .muted))
        }
        let total = Money(
            sum: payees.reduce(0) { $0 + $1.spent.minorUnits }, currency: currency)
        let count = payees.reduce(0) { $0 + $1.count }
        table.add("together", "", .init(total.groupedText), "", .init("\(count)", .muted))
        try screen.print(table)
        if payees.count > Self.mostShown {
            try screen.print(
                "and \(Count.text(payees.count - Self.mostShown, "other payee"))", .muted)
        }
        if let words = Share.words(payees.map(\.spent), currency) {
            try screen.print(words, .muted)
        }
        if let usual = yardstick?.usual(of: category, in: currency) {
            let line = Sparkline.text(
                (usual.months + [total]).map { Double($0.minorUnits) },
                columns: SpendingYardstick.mostMonths + 1)
            try screen.print(
                "The month before \(usual.lastMonth.groupedText), usually \(usual.average.groupedText)"
                    + wordsSoFar(currency)
                    + (screen.showsCharts ? "  \(line)" : ""))
        }
    }

    private func wordsSoFar(_ currency: Currency) -> String {
        guard let soFar, let usual = soFar.yardstick.usual(of: category, in: currency) else {
            return ""
        }
        return ", by the \(Ordinal.text(soFar.days)) usually \(usual.average.groupedText)"
    }

    static var report: Report<PayeeSpending> {
        Report(
            "spending --category",
            .value("payee", "The payee, as transactions show it.") { $0.payee },
            .value("currency", "The currency's code.") { $0.spent.currency.code },
            .value("spent", "Spending less money back; negative if more came back.") { $0.spent },
            .value("transactions", "How many transactions that is.") { $0.count },
            .value(
                "share_percent",
                "The share, in whole percent, of all payees with more spent than came back; 0 for "
                    + "the others."
            ) { Share.percent($0.share) })
    }
}
