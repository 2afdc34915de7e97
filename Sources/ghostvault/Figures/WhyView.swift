import Insights
import Model
import Terminal
import Vault

struct WhyView {
    let screen: Screen
    let comparison: PeriodComparison
    let notice: AnsweredView

    private static let mostPayees = 20

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

    /// Shows a period's sums without a comparison.
    func showAlone(since oldest: CalendarDay) throws {
        for difference in comparison.differences {
            try screen.print(
                SafeText.neutralised("\(heading(of: difference)): \(difference.after.groupedText)"),
                .heading)
        }
        if !comparison.differences.isEmpty { try screen.print() }
        try screen.print(
            "The data begin on \(oldest), so these days of \(periods.name(of: periods.before)) are "
                + "not known, and there is nothing to compare.", .warning)
    }

    private func heading(of difference: PeriodDifference) -> String {
        (difference.direction == .spending ? "Spending" : "Income")
            + "\(periods.days.headingWords(asOf: today)) in \(difference.after.currency.code)"
    }

    /// The sums of both directions and how they changed, as `income` has them: each month at the
    /// rates of its last day.
    static func sums(
        of comparison: PeriodComparison, in vault: Vault
    ) throws -> [ConvertedTotals.NamedSum] {
        func amounts(
            _ direction: PeriodDifference.Direction, _ days: Range<CalendarDay>
        ) throws -> [(amount: Money, day: CalendarDay)] {
            let sums = try MonthlySums.found(
                vault, direction == .spending ? .expense : .income, by: .category, days: days
            ) { _, _ in false }
            return ConvertedTotals.dated(sums)
        }
        func before(
            _ direction: PeriodDifference.Direction
        ) throws -> [(amount: Money, day: CalendarDay)] {
            let found = try amounts(direction, comparison.earlier)
            let nothing = comparison.differences.filter { $0.direction == direction }.map {
                (amount: $0.before, day: comparison.earlier.lowerBound)
            }
            return found.isEmpty ? nothing : found
        }
        return try PeriodDifference.Direction.allCases.filter { direction in
            comparison.differences.contains { $0.direction == direction }
        }.map { direction in
            ConvertedTotals.NamedSum(
                name: direction == .spending ? "spending" : "income",
                amounts: try amounts(direction, comparison.days),
                before: try before(direction))
        }
    }

    private func show(_ difference: PeriodDifference) throws {
        let change = difference.change
        try screen.print(
            SafeText.neutralised(
                "\(heading(of: difference)): \(difference.after.groupedText), "
                    + "\(change.signedText) against \(periods.name(of: periods.before))"
                    + (comparison.usual(of: difference).map { ", usually \($0.groupedText)" } ?? "")
            ), .heading)
        guard !difference.payees.isEmpty else { return }
        try screen.print()
        if difference.direction == .spending { try showCategories(of: difference) }
        var table = Table(columns: [
            .init("change", alignment: .trailing), .init("why"), .init("payee", isFlexible: true),
            .init("before", alignment: .trailing), .init("", alignment: .trailing, rank: 1),
            .init("now", alignment: .trailing), .init("", alignment: .trailing, rank: 1),
        ])
        for payee in difference.payees.prefix(Self.mostPayees) {
            table.add(
                .init(payee.change.signedText),
                .init(comparison.words(for: payee, difference.direction), .muted),
                .init(payee.payee), .init(payee.before.groupedText, .muted),
                .init(Self.times(payee.paymentsBefore), .muted), .init(payee.after.groupedText),
                .init(Self.times(payee.paymentsAfter), .muted))
        }
        let rest = difference.payees.dropFirst(Self.mostPayees)
        if !rest.isEmpty {
            let sum = Money(
                sum: rest.reduce(0) { $0 + $1.change.minorUnits }, currency: change.currency)
            table.add(
                .init(sum.signedText), .init(""),
                .init(Count.text(rest.count, "more payee"), .muted))
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
        /// Nil if nothing of it is known.
        let earlier: Range<CalendarDay>?

        /// What needs the period before.
        func compared<Value>(_ value: (PeriodDifference) -> Value) -> Value? {
            earlier == nil ? nil : value(difference)
        }
    }

    static var report: Report<Row> {
        Report(
            "why",
            .value("direction", "`spending` or `income`.") { $0.difference.direction.rawValue },
            .value("month", "The month; null for another period.") { $0.days.wholeMonth },
            .value("from", "The first day of the period.") { $0.days.lowerBound },
            .value("to", "The last day that is shown.") { $0.days.upperBound.adding(days: -1) },
            .value(
                "before_from",
                "The first day of the period before; null if the data begin later."
            ) { $0.earlier?.lowerBound },
            .value(
                "before_to",
                "Its last day that is compared; null for none, as nothing of the period is known."
            ) { row in
                row.earlier.flatMap { $0.isEmpty ? nil : $0.upperBound.adding(days: -1) }
            },
            .value("currency", "The currency's code.") { $0.difference.after.currency.code },
            .value(
                "before",
                "The sum of the period before; beside a running period, of the same days."
            ) { $0.compared(\.before) },
            .value("after", "The sum of the period.") { $0.difference.after },
            .value("change", "Their difference, which the payees' changes add up to.") {
                $0.compared(\.change)
            },
            .list("parts", "The payees, the largest change first.", parts) {
                $0.compared(\.payees) ?? []
            }
            .linewise)
    }

    private static var parts: [Field<PeriodDifference.PayeeChange>] {
        [
            .value(
                "cause", "The main one: `price`, `frequency`, `yearly`, `new`, `missing` or `back`."
            ) { $0.main.cause.rawValue },
            .value("payee", "The payee.") { $0.payee },
            .value("payee_before", "The payee's sum in the period before, less money back.") {
                $0.before
            },
            .value(
                "payee_times_before", "How many payments that was, without money back."
            ) { $0.paymentsBefore },
            .value("payee_after", "The payee's sum in the period, likewise.") { $0.after },
            .value("payee_times_after", "How many payments that is, counted likewise.") {
                $0.paymentsAfter
            },
            .value("payee_change", "Their difference.") { $0.change },
            .list(
                "causes", "What that consists of, the largest first.",
                [
                    .value("cause", "As above; `back` is money back.") { $0.cause.rawValue },
                    .value("change", "The part that has this cause.") { $0.change },
                ]
            ) { $0.causes },
        ]
    }
}
