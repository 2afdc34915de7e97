import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct LensCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "lens",
        abstract: "Compare needs, wants and savings with targets.",
        discussion: """
            The targets are 50 % needs, 30 % wants and 20 % saving, unless config/lens.toml sets \
            others. Shares are of everything spent, saved or paid off. Of transfers, only loan \
            payments and savings count; withdrawals from savings reduce the saving. Loan payments \
            above the minimum that you set with "ghostvault accounts minimum" are saving too. \
            Interest and escrow that a loan charges itself are part of its payments, and count \
            once. The saving here is what moved to savings, investments and debts; "ghostvault \
            income" counts all that was not spent as saved.

            Examples:
              ghostvault lens last
              ghostvault lens 2025
              ghostvault lens --months 12 --json
              ghostvault transactions set 12 --lens need --all-from-payee
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The month, such as 2025-03, mar or last. (default: this)", valueName: "month"),
        transform: PeriodWords.init(monthArgument:))
    var month: PeriodWords?

    @Option(help: "Months to show, up to that one. (default: 1)")
    var months: Int?

    @OptionGroup var bare: PeriodArgument

    func validate() throws {
        guard (1...1200).contains(months ?? 1) else {
            throw ValidationError("--months must be from 1 to 1200.")
        }
        guard months == nil || bare.period?.isMonth ?? true else {
            throw ValidationError("Give --months or a period, not both.")
        }
        guard bare.period == nil || month == nil else {
            throw ValidationError("Give --month or a period, not both.")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        let screen = try screen.coloured(by: engine.accent())
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let asked = try monthsAsked()
        let oldest = try engine.vault.oldestDay()?.month ?? asked.upperBound
        let found = try engine.currencyOrder().sorted(
            try MonthlyLens.months(
                engine.vault, from: min(asked.upperBound, max(asked.lowerBound, oldest)),
                through: asked.upperBound, until: try vault.lastDay(),
                targets: try engine.lensTargets()), by: \.currency)
        let today = try vault.moment().today
        let answered = try AnsweredDays(engine.vault, on: today)
        let last = answered.last
        let first = try engine.vault.oldestDay()
        let rows = found.map {
            LensView.Row(month: $0, missing: $0.missingBasis(from: first, through: last))
        }
        if let format = output.format {
            try LensView.report.print(rows, as: format, on: screen)
            return try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
        }
        let currencies = try CurrenciesView(screen: screen, of: engine)
        try LensView(screen: screen).show(rows)
        let totals = try ConvertedTotals(of: engine, on: today)
        if let words = totals.words(forSums: LensView.sums(of: found)) {
            try screen.print()
            try screen.print(SafeText.neutralised(words))
        }
        try AnsweredView(screen: screen, answered: answered, today: today)
            .show(in: asked.lowerBound.firstDay..<asked.upperBound.next.firstDay)
        try currencies.show()
        try currencies.throwIfIncomplete()
    }

    private func monthsAsked() throws -> ClosedRange<CalendarMonth> {
        let today = try vault.moment().today
        if let period = bare.period, !period.isMonth {
            let days = period.days(asOf: today)
            guard let months = days.months(asOf: today) else {
                throw ValidationError(
                    "The lens shows whole months. Write oct, q3, 2026, 3m or 2026-01..2026-03.")
            }
            guard months.lowerBound <= today.month else {
                throw ValidationError("The period has not begun yet.")
            }
            return months.lowerBound...min(months.upperBound, today.month)
        }
        let last = (month ?? bare.period)?.month(asOf: today) ?? today.month
        return last.adding(months: 1 - (months ?? 1))...last
    }
}

struct LensView {
    let screen: Screen

    /// The width of the whole bar in columns.
    private static let barColumns = 40

    /// A month in a list for programs.
    struct Row {
        let month: MonthlyLens
        /// What it lacks for advice; nil for nothing.
        let missing: MonthlyLens.MissingBasis?

        fileprivate var signals: [MonthlyLens.Signal] { missing == nil ? month.signals : [] }
    }

    func show(_ rows: [Row]) throws {
        let months = rows.map(\.month)
        guard months.contains(where: { $0.parts.contains { $0.amount.minorUnits != 0 } }) else {
            try screen.print("Nothing spent or saved in this time.")
            return
        }
        let currencies = months.map(\.currency).distinct
        for (position, currency) in currencies.enumerated() {
            if position > 0 { try screen.print() }
            let own = months.filter { $0.currency == currency }
            if own.count > 1 {
                try show(own, currency)
            } else if let row = rows.first(where: { $0.month.currency == currency }) {
                try show(row)
            }
        }
    }

    /// The sums of all months, each of the currencies at the rates of its month's last day.
    static func sums(of months: [MonthlyLens]) -> [ConvertedTotals.NamedSum] {
        Lens.allCases.map { lens in
            ConvertedTotals.NamedSum(
                name: name(of: lens).lowercased(),
                amounts: months.flatMap { month in
                    month.parts.filter { $0.lens == lens }
                        .map { (amount: $0.amount, day: month.month.lastDay) }
                })
        }
    }

    private func show(_ row: Row) throws {
        let month = row.month
        try screen.print(
            SafeText.neutralised(
                "\(month.month.name) \(month.month.year) in \(month.currency.code)"), .heading)
        try screen.print()
        if month.parts.contains(where: { $0.share != nil }) {
            try screen.print("  " + stackedBar(of: month))
        }
        var table = Table(columns: [
            .init(""), .init("", alignment: .trailing), .init("", alignment: .trailing),
            .init("target", alignment: .trailing, rank: 1),
        ])
        for (place, part) in month.parts.enumerated() {
            table.add(
                .init("\(pieces[place]) \(Self.name(of: part.lens))", Self.style(of: part.lens)),
                .init(part.amount.groupedText), .init(part.percent.map { "\($0) %" } ?? "–"),
                .init("\(part.target) %", .muted))
        }
        table.add("  together", .init(month.total.groupedText))
        try screen.print(table)
        if month.parts.contains(where: { $0.share != nil }) {
            try screen.print(
                "Shares of what was spent and saved. Loan payments up to the minimum are needs.",
                .muted)
        }
        if month.parts.contains(where: { $0.amount.minorUnits < 0 }) {
            try screen.print("One has more refunds than spending, so there are no shares.", .muted)
        }
        for signal in row.signals {
            try screen.print(Self.words(for: signal), Self.style(of: signal))
        }
        if let missing = row.missing, month.total.minorUnits != 0 {
            try screen.print(Self.words(for: missing, in: month), .muted)
        }
    }

    private func show(_ months: [MonthlyLens], _ currency: Currency) throws {
        try screen.print(
            SafeText.neutralised("Needs, wants and saving in \(currency.code)"), .heading)
        try screen.print()
        var columns: [Table.Column] = [.init("month")]
        for lens in Lens.allCases {
            let name = lens == .saving ? "saving" : Self.name(of: lens).lowercased()
            columns.append(.init(name, alignment: .trailing))
            columns.append(.init("", alignment: .trailing, rank: 1))
        }
        var table = Table(columns: columns + [.init("together", alignment: .trailing, rank: 2)])
        for month in months {
            var cells: [Table.Cell] = [.init("\(month.month)")]
            for part in month.parts {
                cells.append(.init(part.amount.groupedText))
                cells.append(.init(part.percent.map { "\($0) %" } ?? "–", .muted))
            }
            table.add(cells + [.init(month.total.groupedText)])
        }
        try screen.print(table)
        let targets = months.first?.parts.map { "\($0.target) %" } ?? []
        try screen.print("The targets are \(targets.joined(separator: ", ")).", .muted)
    }

    // MARK: The bar

    private var pieces: [String] {
        screen.capabilities.usesUnicode ? ["█", "▓", "░"] : ["#", "=", "."]
    }

    /// A bar of all parts, each as long as its share.
    private func stackedBar(of month: MonthlyLens) -> String {
        var bar = ""
        var share = 0.0
        var columns = 0
        for (part, piece) in zip(month.parts, pieces) {
            share += part.share ?? 0
            let end = Int((share * Double(Self.barColumns)).rounded())
            bar += screen.palette.styled(
                String(repeating: piece, count: max(0, end - columns)),
                as: Self.style(of: part.lens))
            columns = end
        }
        return bar
    }

    // MARK: Words

    static func name(of lens: Lens) -> String {
        switch lens {
        case .need: "Needs"
        case .want: "Wants"
        case .saving: "Saving and debt"
        }
    }

    private static func style(of lens: Lens) -> Style? {
        switch lens {
        case .need: .accent
        case .want: .warning
        case .saving: .positive
        }
    }

    private static func words(
        for missing: MonthlyLens.MissingBasis, in month: MonthlyLens
    ) -> String {
        switch missing {
        case .end: "No advice yet: \(month.month.name) is not known to its end."
        case .beginning: "No advice: the data begin in \(month.month.name)."
        case .payments:
            "No advice: payments on \(Count.text(month.activeDays, "day")) are too few; "
                + "\(MonthlyLens.leastActiveDays) are needed."
        }
    }

    private static func words(for signal: MonthlyLens.Signal) -> String {
        switch signal {
        case .needsAreHigh: "Needs are eating into your Wants/Savings"
        case .savingIsLow: "Consider increasing your savings rate"
        case .wantsAreHigh: "Discretionary spending is elevated"
        case .isBalanced: "Your spending is well-balanced"
        }
    }

    private static func style(of signal: MonthlyLens.Signal) -> Style {
        switch signal {
        case .needsAreHigh: .negative
        case .savingIsLow, .wantsAreHigh: .warning
        case .isBalanced: .positive
        }
    }

    static var report: Report<Row> {
        Report(
            "lens",
            .value("month", "The month.") { $0.month.month },
            .value("currency", "The currency's code.") { $0.month.currency.code },
            .value("total", "The sum of the parts, without interest that a loan charges to itself.")
            { $0.month.total },
            .list("parts", "Needs, wants and saving.", parts) { $0.month.parts }
                .linewise,
            .values(
                "signals",
                "`needs_high`, `saving_low` or `wants_high` if over 5 points off, else `balanced`; "
                    + "empty without a basis."
            ) { $0.signals.map(name(of:)) },
            .value(
                "missing_basis",
                "Why there are no signals: the month lacks its `end`, its `beginning` or enough "
                    + "`payments`; null for nothing."
            ) { $0.missing?.rawValue })
    }

    private static var parts: [Field<MonthlyLens.Part>] {
        [
            .value("lens", "`need`, `want` or `saving`.") { $0.lens.rawValue },
            .value("amount", "Spending or saving, less refunds and withdrawals.") { $0.amount },
            .value(
                "share_percent",
                "The share of the total, in whole percent; null if it can't be computed."
            ) { $0.percent },
            .value("target_percent", "Your target, from `config/lens.toml`.") { $0.target },
        ]
    }

    private static func name(of signal: MonthlyLens.Signal) -> String {
        switch signal {
        case .needsAreHigh: "needs_high"
        case .savingIsLow: "saving_low"
        case .wantsAreHigh: "wants_high"
        case .isBalanced: "balanced"
        }
    }
}
