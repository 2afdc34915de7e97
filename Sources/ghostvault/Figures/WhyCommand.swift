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
            Splits the differences in spending and income by payee: larger or smaller payments \
            (price), more or fewer payments (frequency), bills less frequent than monthly \
            (yearly), and payees with payments in only one of the months (new, missing). The parts \
            add up exactly.

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
        let differences = try MonthDifference.all(
            engine.vault, of: month, until: try vault.lastDay())
        if let format = output.format {
            return try WhyView.report.print(differences, as: format, on: screen)
        }
        try WhyView(screen: screen).show(differences, month, today: today)
    }
}

struct WhyView {
    let screen: Screen

    private static let mostParts = 20

    func show(
        _ differences: [MonthDifference], _ month: CalendarMonth, today: CalendarDay
    ) throws {
        guard !differences.isEmpty else {
            return try screen.print("Nothing earned or spent in these months.")
        }
        for (position, difference) in differences.enumerated() {
            if position > 0 { try screen.print() }
            try show(difference)
        }
        guard month == today.month, today != month.lastDay else { return }
        try screen.print()
        try screen.print("\(month.name) is not over yet.", .muted)
    }

    private func show(_ difference: MonthDifference) throws {
        let name = difference.direction == .spending ? "Spending" : "Income"
        let change = difference.change
        try screen.print(
            SafeText.neutralised(
                "\(name) of \(difference.month.name) \(difference.month.year) in "
                    + "\(change.currency.code): \(difference.after.groupedText), "
                    + "\(change.signedText) since \(difference.month.previous.name)"), .heading)
        guard !difference.parts.isEmpty else { return }
        try screen.print()
        var table = Table(columns: [
            .init("change", alignment: .trailing), .init("why"), .init("payee", isFlexible: true),
            .init("before", alignment: .trailing), .init("", alignment: .trailing, rank: 1),
            .init("now", alignment: .trailing), .init("", alignment: .trailing, rank: 1),
        ])
        for part in difference.parts.prefix(Self.mostParts) {
            table.add(
                .init(part.change.signedText), .init(part.cause.rawValue, .muted),
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

    private static func times(_ count: Int) -> String { count == 0 ? "" : "\(count)×" }

    static var report: Report<MonthDifference> {
        Report(
            "why",
            .value("direction", "`spending` or `income`.") { $0.direction.rawValue },
            .value("month", "The month.") { $0.month },
            .value("currency", "The currency's code.") { $0.after.currency.code },
            .value("before", "The sum of the month before.") { $0.before },
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
