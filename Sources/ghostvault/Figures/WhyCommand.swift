import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct WhyCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Compare a month with the month before.",
        discussion: """
            Shows the difference by category, beside the average of up to six months before, and \
            then splits it by payee: larger or smaller payments, more or fewer payments, bills \
            less frequent than monthly, and payees with payments in only one of the months. The \
            parts add up exactly. A month that is not over is compared with the same days of \
            earlier ones.

            Examples:
              ghostvault why
              ghostvault why 2026-09
              ghostvault why last --json
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(
        help: ArgumentHelp(
            "The month, such as 2026-09, sep or last. (default: this)", valueName: "month"))
    var words: [String] = []

    func validate() throws {
        let (periods, rest) = PeriodWords.parting(words)
        try PeriodWords.refuseSecond(of: periods.map(\.text))
        let refused = rest.first ?? periods.first { !$0.words.isMonth }?.text
        if let refused, ListedNumber(argument: refused) != nil {
            throw ValidationError(
                "\"\(refused)\" is not a month. For a transaction: ghostvault explain \(refused)")
        }
        if let refused {
            throw ValidationError(
                "\"\(refused)\" is not a month. Write 2026-09, sep, this or last.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let today = try vault.moment().today
        let month =
            PeriodWords.parting(words).periods.first?.words.month(asOf: today) ?? today.month
        guard month <= today.month else {
            throw ValidationError("\(month.name) \(month.year) has not begun.")
        }
        let order = try engine.currencyOrder()
        let soFar = month.daysSoFar(on: today)
        let found = try MonthDifference.all(
            engine.vault, of: month, until: try vault.lastDay(), firstDays: soFar)
        let differences = MonthDifference.Direction.allCases.flatMap { direction in
            order.sorted(found.filter { $0.direction == direction }) { $0.after.currency }
        }
        if let format = output.format {
            return try WhyView.report.print(differences, as: format, on: screen)
        }
        let categories = try engine.categories()
        let yardstick = try SpendingYardstick(
            engine.vault, before: month, firstDays: soFar, in: categories)
        let spending = CategoryDifference.all(
            try CategorySpending.breakdown(
                engine.vault,
                days: (month.firstDay..<month.next.firstDay).through(try vault.lastDay()),
                in: categories),
            yardstick, categories)
        let usualIncome = try usualIncome(of: engine.vault, month, soFar)
        try WhyView(screen: screen, categories: spending, soFar: soFar) { difference in
            difference.direction == .spending
                ? yardstick.usual(in: difference.after.currency)?.average
                : usualIncome[difference.after.currency]?.income
        }.show(differences)
    }

    /// The average of the months before.
    private func usualIncome(
        of vault: Vault, _ month: CalendarMonth, _ soFar: Int?
    ) throws -> [Currency: IncomeFigures] {
        try MonthlyIncome.averages(
            vault, from: SpendingYardstick.firstMonth(vault, before: month),
            through: month.previous, firstDays: soFar)
    }
}

/// A top-level category's spending in a month and before.
struct CategoryDifference {
    let name: String
    let spent: Money
    let usual: SpendingYardstick.Usual

    var change: Money {
        Money(
            sum: spent.minorUnits - usual.lastMonth.minorUnits, currency: spent.currency)
    }

    /// The largest change first. Empty if the months before are not known.
    static func all(
        _ spending: [CategorySpending], _ yardstick: SpendingYardstick, _ tree: CategoryTree
    ) -> [CategoryDifference] {
        var currencies: [Currency] = yardstick.currencies
        currencies += spending.map { $0.spent.currency }
        var ids: [String] = tree.categories.filter { $0.parent == nil }.map { $0.id }
        ids += Set(spending.map { $0.category }).subtracting(ids).sorted()
        var differences: [CategoryDifference] = []
        for currency in currencies.distinct {
            let own = ids.compactMap { id -> CategoryDifference? in
                guard let usual = yardstick.usual(of: id, in: currency) else { return nil }
                let found = spending.first { $0.category == id && $0.spent.currency == currency }
                return CategoryDifference(
                    name: tree[id]?.name ?? id,
                    spent: found?.spent ?? Money(minorUnits: 0, currency: currency), usual: usual)
            }
            differences += own.filter { $0.change.minorUnits != 0 }.sorted { left, right in
                left.change.minorUnits.magnitude > right.change.minorUnits.magnitude
            }
        }
        return differences
    }
}

struct WhyView {
    let screen: Screen
    let categories: [CategoryDifference]
    /// The number of first days that are compared; nil for whole months.
    let soFar: Int?
    /// The average of the months before.
    let usual: (MonthDifference) -> Money?

    private static let mostParts = 20

    func show(_ differences: [MonthDifference]) throws {
        guard !differences.isEmpty else {
            return try screen.print("Nothing earned or spent in these months.")
        }
        for (position, difference) in differences.enumerated() {
            if position > 0 { try screen.print() }
            try show(difference)
        }
        guard let soFar, let month = differences.first?.month else { return }
        try screen.print()
        try screen.print(
            "\(month.name) is not over yet, so only the first \(Count.text(soFar, "day")) of each "
                + "month \(soFar == 1 ? "counts" : "count").", .muted)
    }

    private func show(_ difference: MonthDifference) throws {
        let name = difference.direction == .spending ? "Spending" : "Income"
        let change = difference.change
        try screen.print(
            SafeText.neutralised(
                "\(name) of \(difference.month.name) \(difference.month.year) in "
                    + "\(change.currency.code): \(difference.after.groupedText), "
                    + "\(change.signedText) since \(difference.month.previous.name)"
                    + (usual(difference).map { ", usually \($0.groupedText)" } ?? "")), .heading)
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
                .init(part.words(in: difference.month, soFar), .muted),
                .init(part.payee), .init(part.before.groupedText, .muted),
                .init(Self.times(part.timesBefore), .muted), .init(part.after.groupedText),
                .init(Self.times(part.timesAfter), .muted))
        }
        let rest = difference.parts.dropFirst(Self.mostParts)
        if !rest.isEmpty {
            let sum = Money(
                sum: rest.reduce(0) { $0 + $1.change.minorUnits }, currency: change.currency)
            table.add(.init(sum.signedText), .init(""), .init("\(rest.count) more parts", .muted))
        }
        try screen.print(table)
    }

    private func showCategories(of difference: MonthDifference) throws {
        let own = categories.filter { $0.spent.currency == difference.after.currency }
        guard !own.isEmpty else { return }
        var table = Table(columns: [
            .init("change", alignment: .trailing), .init("category", isFlexible: true),
            .init("before", alignment: .trailing), .init("now", alignment: .trailing),
            .init("usually", alignment: .trailing, rank: 1),
        ])
        for category in own {
            table.add(
                .init(category.change.signedText), .init(category.name),
                .init(category.usual.lastMonth.groupedText, .muted),
                .init(category.spent.groupedText),
                .init(category.usual.average.groupedText, .muted))
        }
        try screen.print(table)
        try screen.print()
    }

    private static func times(_ count: Int) -> String { count == 0 ? "" : "\(count)×" }

    static var report: Report<MonthDifference> {
        Report(
            "why",
            .value("direction", "`spending` or `income`.") { $0.direction.rawValue },
            .value("month", "The month.") { $0.month },
            .value("currency", "The currency's code.") { $0.after.currency.code },
            .value(
                "before",
                "The sum of the month before; beside a running month, of as many first days."
            ) { $0.before },
            .value("after", "The sum of the month.") { $0.after },
            .value("change", "Their difference, which the parts add up to.") { $0.change },
            .list("parts", "The parts, the largest change first.", parts) { $0.parts }.linewise)
    }

    private static var parts: [Field<MonthDifference.Part>] {
        [
            .value("cause", "`price`, `frequency`, `yearly`, `new` or `missing`.") {
                $0.cause.rawValue
            },
            .value("payee", "The payee.") { $0.payee },
            .value("payee_before", "The payee's sum in the month before.") { $0.before },
            .value("payee_times_before", "How many transactions that was.") { $0.timesBefore },
            .value("payee_after", "The payee's sum in the month.") { $0.after },
            .value("payee_times_after", "How many transactions that is.") { $0.timesAfter },
            .value("payee_change", "The part of their difference that has this cause.") {
                $0.change
            },
        ]
    }
}

extension MonthDifference.Part {
    /// "not in October", "twice: 2 and 30 November", "quarterly" or "larger payments".
    ///
    /// - Parameter soFar: the number of first days that are compared; nil for whole months.
    func words(in month: CalendarMonth, _ soFar: Int?) -> String {
        switch cause {
        case .new:
            return soFar.map { "not by \($0) \(month.previous.name)" }
                ?? "not in \(month.previous.name)"
        case .missing: return soFar == nil ? "not in \(month.name)" : "not yet in \(month.name)"
        case .yearly: return frequency?.rawValue ?? "not monthly"
        case .price:
            let isLarger = (change.minorUnits > 0) == (after.minorUnits > 0)
            return isLarger ? "larger payments" : "smaller payments"
        case .frequency:
            guard timesAfter == 2, timesBefore == 1 else {
                return "\(timesAfter)×, before \(timesBefore)×"
            }
            let days = daysAfter.map { "\($0.components.day)" }.joined(separator: " and ")
            return "twice: \(days) \(month.name)"
        }
    }
}
