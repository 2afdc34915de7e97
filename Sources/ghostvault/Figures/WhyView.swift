import Insights
import Model
import Terminal

struct WhyView {
    let screen: Screen
    let comparison: PeriodComparison
    let notice: AnsweredView

    private static let mostParts = 20

    private var periods: ComparedPeriods { comparison.periods }
    private var today: CalendarDay { comparison.today }

    func show() throws {
        let differences = comparison.differences
        guard !differences.isEmpty else {
            return try screen.print("Nothing earned or spent in these periods.")
        }
        for (position, difference) in differences.enumerated() {
            if position > 0 { try screen.print() }
            try show(difference)
        }
        guard !comparison.isWhole else { return }
        let name = periods.name(of: periods.days)
        let last = comparison.earlier.upperBound.adding(days: -1)
        try screen.print()
        try screen.print(
            (name.prefix(1).uppercased() + name.dropFirst())
                + (notice.isBehind(in: periods.days)
                    ? " counts up to \(notice.lastWords), and " : " is not over yet, so ")
                + "\(periods.name(of: periods.before)) counts up to \(last.words(on: today)).",
            .muted)
    }

    /// The sums of both directions and how they changed, all at the rates of one day.
    static func sums(
        of differences: [PeriodDifference], on day: CalendarDay
    ) -> [ConvertedTotals.NamedSum] {
        PeriodDifference.Direction.allCases.flatMap { direction in
            let own = differences.filter { $0.direction == direction }
            let name = direction == .spending ? "spending" : "income"
            return [(name, own.map(\.after)), ("\(name) before", own.map(\.before))]
                .filter { !$0.1.isEmpty }
                .map { name, amounts in
                    ConvertedTotals.NamedSum(
                        name: name, amounts: amounts.map { (amount: $0, day: day) })
                }
        }
    }

    private func show(_ difference: PeriodDifference) throws {
        let name = difference.direction == .spending ? "Spending" : "Income"
        let change = difference.change
        try screen.print(
            SafeText.neutralised(
                "\(name)\(periods.days.headingWords(asOf: today)) in "
                    + "\(change.currency.code): \(difference.after.groupedText), "
                    + "\(change.signedText) since \(periods.name(of: periods.before))"
                    + (comparison.usual(of: difference).map { ", usually \($0.groupedText)" } ?? "")
            ), .heading)
        guard !difference.parts.isEmpty else { return }
        try screen.print()
        if difference.direction == .spending { try showCategories(of: difference) }
        var table = Table(columns: [
            .init("change", alignment: .trailing), .init("why"), .init("payee", isFlexible: true),
            .init("before", alignment: .trailing), .init("", alignment: .trailing, rank: 1),
            .init("now", alignment: .trailing), .init("", alignment: .trailing, rank: 1),
        ])
        for part in difference.parts.prefix(Self.mostParts) {
            table.add(
                .init(part.change.signedText),
                .init(comparison.words(for: part, difference.direction), .muted),
                .init(part.payee), .init(part.before.groupedText, .muted),
                .init(Self.times(part.timesBefore), .muted), .init(part.after.groupedText),
                .init(Self.times(part.timesAfter), .muted))
        }
        let rest = difference.parts.dropFirst(Self.mostParts)
        if !rest.isEmpty {
            let sum = Money(
                sum: rest.reduce(0) { $0 + $1.change.minorUnits }, currency: change.currency)
            table.add(
                .init(sum.signedText), .init(""),
                .init(Count.text(rest.count, "more part"), .muted))
        }
        try screen.print(table)
    }

    private func showCategories(of difference: PeriodDifference) throws {
        let own = comparison.categories.filter { $0.spent.currency == difference.after.currency }
        guard !own.isEmpty else { return }
        let hasUsual = own.contains { $0.usual != nil }
        var table = Table(columns: [
            .init("change", alignment: .trailing), .init("category", isFlexible: true),
            .init("before", alignment: .trailing), .init("now", alignment: .trailing),
            .init(hasUsual ? "usually" : "", alignment: .trailing, rank: 1),
        ])
        for category in own {
            table.add(
                .init(category.change.signedText), .init(category.name),
                .init(category.before.groupedText, .muted),
                .init(category.spent.groupedText),
                .init(category.usual?.groupedText ?? "", .muted))
        }
        try screen.print(table)
        try screen.print()
    }

    private static func times(_ count: Int) -> String { count == 0 ? "" : "\(count)×" }

    /// A difference in a list for programs.
    struct Row {
        let difference: PeriodDifference
        let days: Range<CalendarDay>
        /// The days of the period before that are compared.
        let earlier: Range<CalendarDay>
    }

    static var report: Report<Row> {
        Report(
            "why",
            .value("direction", "`spending` or `income`.") { $0.difference.direction.rawValue },
            .value("month", "The month; null for another period.") { $0.days.wholeMonth },
            .value("from", "The first day of the period.") { $0.days.lowerBound },
            .value("to", "The last day that is shown.") { $0.days.upperBound.adding(days: -1) },
            .value("before_from", "The first day of the period before.") { $0.earlier.lowerBound },
            .value(
                "before_to",
                "Its last day that is compared; null for none, as nothing of the period is known."
            ) { $0.earlier.isEmpty ? nil : $0.earlier.upperBound.adding(days: -1) },
            .value("currency", "The currency's code.") { $0.difference.after.currency.code },
            .value(
                "before",
                "The sum of the period before; beside a running period, of the same days."
            ) { $0.difference.before },
            .value("after", "The sum of the period.") { $0.difference.after },
            .value("change", "Their difference, which the parts add up to.") {
                $0.difference.change
            },
            .list("parts", "The parts, the largest change first.", parts) { $0.difference.parts }
                .linewise)
    }

    private static var parts: [Field<PeriodDifference.Part>] {
        [
            .value("cause", "`price`, `frequency`, `yearly`, `new`, `missing` or `back`.") {
                $0.cause.rawValue
            },
            .value("payee", "The payee.") { $0.payee },
            .value(
                "payee_before", "The payee's sum in the period before; for `back`, of money back."
            ) {
                $0.before
            },
            .value("payee_times_before", "How many transactions that was.") { $0.timesBefore },
            .value("payee_after", "The payee's sum in the period; for `back`, of money back.") {
                $0.after
            },
            .value("payee_times_after", "How many transactions that is.") { $0.timesAfter },
            .value("payee_change", "The part of their difference that has this cause.") {
                $0.change
            },
        ]
    }
}
