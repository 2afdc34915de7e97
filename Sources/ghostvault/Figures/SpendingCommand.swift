import ArgumentParser
import Classification
import Engine
import Insights
import Model
import Terminal
import Vault

struct SpendingCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "spending",
        abstract: "Show spending by category.",
        discussion: """
            Expenses count on the day they were posted, less refunds, and split transactions by \
            their parts. The total equals the expenses of "ghostvault income". Transfers between \
            your accounts, card payments, and ignored, excluded and pending transactions are left \
            out. Each currency has its own total. With rates in config/rates.toml, another line \
            converts all of them, each month at the rates of its last day. A month that is not \
            over is compared with the same days of earlier ones, up to the banks' last answer. \
            --lens counts only needs, wants or savings; an expense without a lens is a want. A \
            category, as in "spending dining oct", lists its payees.

            Other words are looked for in payees and texts, and '#trip' is a tag: both are shown \
            by month, as is all spending with --by. Without a period, that is of twelve months.

            Examples:
              ghostvault spending oct
              ghostvault spending q3 --lens need
              ghostvault spending --from 2025-01-01 --to 2025-06-30 --lens want
              ghostvault spending dining oct
              ghostvault spending costco
              ghostvault spending --by month
              ghostvault spending --by payee 2025
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var period: PeriodOptions
    @Argument(
        help: ArgumentHelp(
            "A period, such as oct or last week, and a category, payee or '#tag'.",
            valueName: "words"))
    var words: [String] = []

    @Option(help: "Only this lens.")
    var lens: Lens?

    @Option(help: "Only this category and its subcategories.")
    var category: String?

    @Option(help: "Show each month, by category, payee, account or tag.")
    var by: SpendingByMonth.Kind?

    func validate() throws {
        let (periods, rest) = PeriodWords.parting(words)
        try PeriodWords.refuseSecond(of: periods.map(\.text))
        guard
            lens == nil || category == nil && rest.isEmpty && [nil, .month, .category].contains(by)
        else {
            throw ValidationError("--lens goes with all spending by category or month.")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        let screen = try screen.coloured(by: engine.accent())
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let today = try vault.moment().today
        let categories = try engine.categories()
        let asked = try AskedSpending(
            category: category, words: PeriodWords.parting(words).rest, in: categories)
        let periods = PeriodWords.parting(words).periods
        let given = try period.days(asOf: today, or: periods.first?.words)
        if by != nil || asked.isSearch {
            return try SpendingByMonth(
                screen: screen, engine: engine, asked: asked, kind: by, lens: lens,
                lastDay: try vault.lastDay(), today: today
            ).show(given, as: output.format)
        }
        let month = today.month
        let days = (given ?? month.firstDay..<month.next.firstDay).through(try vault.lastDay())
        let order = try engine.currencyOrder()
        let spending = order.sorted(
            try CategorySpending.breakdown(engine.vault, days: days, lens: lens, in: categories)
        ) { $0.spent.currency }
        let doubtful = try engine.vault.doubtfulTransfers(through: vault.lastDay())
            .filter { $0.touches(days) }
        let cards = order.sorted(
            try UncountedCards.paid(engine.vault, days: days, by: try engine.cardPayments())
        ) { $0.paid.currency }
        let answered = try AnsweredDays(engine.vault, on: today)
        // Of a month without an answer nothing can be compared.
        let shownMonth = answered.isBefore(days) ? nil : days.wholeMonth
        let yardstick = try shownMonth.map {
            try SpendingYardstick(
                engine.vault, before: $0, known: answered, lens: lens, in: categories)
        }
        let soFar = try shownMonth.flatMap { shown in
            try answered.soFar(of: shown).map {
                SpendingView.SoFar(
                    days: $0.days,
                    yardstick: try SpendingYardstick(
                        engine.vault, before: shown, known: answered, soFar: $0, lens: lens,
                        in: categories))
            }
        }
        let notice = AnsweredView(screen: screen, answered: answered, today: today)
        if let category = asked.category {
            return try showPayees(
                of: category, categories, days, yardstick, soFar, engine, notice)
        }
        let view = SpendingView(
            screen: screen, categories: categories, yardstick: yardstick, soFar: soFar)
        let totals = try ConvertedTotals(of: engine, on: today)
        let months =
            try totals.rates.isEmpty
            ? nil
            : MonthlySums.spending(
                engine.vault, days: try engine.vault.knownDays(of: days), lens: lens,
                in: categories
            ) { _, _ in false }
        if let format = output.format {
            let rows = order.sorted(
                try view.rows(spending, doubtful, cards) { currency in
                    months.flatMap { totals.sum(of: $0, in: currency) }
                }
            ) {
                $0.total.currency
            }
            try SpendingView.report.print(rows, as: format, on: screen)
            return try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
        }
        let currencies = try CurrenciesView(screen: screen, of: engine)
        try view.show(
            spending, SpendingView.words(for: lens) + days.headingWords(asOf: today),
            converted: months.flatMap(totals.words))
        if lens == nil {
            try SpendingChart(screen: screen)
                .show(of: engine.vault, days, asOf: today, order: order)
        }
        try notice.show(in: days, afterLine: true)
        try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
        try UnreadableAccountsView(screen: screen).show(of: engine.vault, afterLine: true)
        try currencies.show()
        try UncountedCardsView(screen: screen).show(cards, afterLine: true)
        try TransfersInDoubtView(screen: screen).show(doubtful, afterLine: true)
        try currencies.throwIfIncomplete()
    }
}

extension SpendingCommand {
    /// Shows the payees of a category.
    private func showPayees(
        of category: String, _ categories: CategoryTree, _ days: Range<CalendarDay>,
        _ yardstick: SpendingYardstick?, _ soFar: SpendingView.SoFar?, _ engine: Engine,
        _ notice: AnsweredView
    ) throws {
        let screen = notice.screen
        let payees = try engine.currencyOrder().sorted(
            try PayeeSpending.payees(
                engine.vault, days: days, in: categories.ids(within: category))
        ) { $0.spent.currency }
        if let format = output.format {
            try CategoryPayeesView.report.print(payees, as: format, on: screen)
        } else {
            try CategoryPayeesView(
                screen: screen, category: category, name: categories[category]?.name ?? category,
                yardstick: yardstick, soFar: soFar
            ).show(payees, days.headingWords(asOf: notice.today))
            try notice.show(in: days, afterLine: true)
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }
}

struct SpendingView {
    let screen: Screen
    let categories: CategoryTree
    /// The spending of earlier months; nil unless a month is shown.
    let yardstick: SpendingYardstick?
    /// The same first days of earlier months; nil if the month is shown whole.
    let soFar: SoFar?

    struct SoFar {
        let days: Int
        let yardstick: SpendingYardstick
    }

    private static let barColumns = 14

    /// - Parameters:
    ///   - period: the words of the heading, " on needs of March 2026".
    ///   - converted: the sum of all currencies in words.
    func show(_ spending: [CategorySpending], _ period: String, converted: String?) throws {
        guard !spending.isEmpty else {
            return try screen.print("Nothing spent in this time.")
        }
        for (position, currency) in spending.map(\.spent.currency).distinct.enumerated() {
            if position > 0 { try screen.print() }
            try screen.print(
                SafeText.neutralised("Spending\(period) in \(currency.code)"),
                .heading)
            try screen.print()
            try show(spending.filter { $0.spent.currency == currency }, currency)
        }
        if let converted {
            try screen.print()
            try screen.print(SafeText.neutralised(converted))
        }
    }

    private func show(_ spending: [CategorySpending], _ currency: Currency) throws {
        let highest = spending.map(\.share).max() ?? 0
        let months = yardstick?.months(in: currency) ?? 0
        let isCompared = months > 0
        var table = Table(columns: [
            .init("", isFlexible: true), .init("", rank: 1), .init("", alignment: .trailing),
            .init("", alignment: .trailing, rank: 4),
            .init(isCompared ? "month before" : "", alignment: .trailing, rank: 3),
            .init("", rank: 3),
            .init(isCompared ? "usually" : "", alignment: .trailing, rank: soFar == nil ? 2 : 3),
            .init(
                isCompared ? soFar.map { "by the \(Ordinal.text($0.days))" } ?? "" : "",
                alignment: .trailing, rank: 2),
            .init("", alignment: .trailing, rank: 2), .init("", rank: 5),
        ])
        for entry in spending { add(entry, to: &table, depth: 1, highest: highest) }
        addOthers(than: spending, currency, to: &table)
        let total = try Self.total(of: spending, currency)
        table.add(
            ["  together", "", .init(total.groupedText), ""]
                + comparison(
                    of: total, with: yardstick?.usual(in: currency),
                    soFar?.yardstick.usual(in: currency))
                + [.init(Self.words(guessed: try spending.guessed(in: currency)), .muted)])
        let headings = try screen.printFitted(table)
        let average = "the average of the \(Count.text(months, "month")) before"
        let hasUsual = headings.contains("usually")
        var legend = Share.words(spending.map(\.spent), currency).map { [$0] } ?? []
        legend += hasUsual ? ["Usually: \(average)."] : []
        if let soFar, headings.contains("by the \(Ordinal.text(soFar.days))") {
            let days = soFar.days == 1 ? "day" : "\(soFar.days) days"
            legend.append(
                "By the \(Ordinal.text(soFar.days)): "
                    + (hasUsual
                        ? "of their first \(days)" : "\(average), each up to that day")
                    + ", which the change is from.")
        }
        if !legend.isEmpty { try screen.print(legend.joined(separator: " "), .muted) }
    }

    /// Adds what was spent before in categories without spending now, so that columns add up.
    private func addOthers(
        than spending: [CategorySpending], _ currency: Currency, to table: inout Table
    ) {
        func rest(_ yardstick: SpendingYardstick?, _ amount: (SpendingYardstick.Usual) -> Money)
            -> Money?
        {
            guard let all = yardstick?.usual(in: currency) else { return nil }
            let shown = spending.compactMap { yardstick?.usual(of: $0.category, in: currency) }
                .reduce(Int128(0)) { $0 + amount($1).minorUnits }
            return Money(sum: amount(all).minorUnits - shown, currency: currency)
        }
        let before = rest(yardstick, \.lastMonth)
        let usual = rest(yardstick, \.average)
        let early = rest(soFar?.yardstick, \.average)
        // Averages are rounded, each by less than a unit.
        func isShown(_ rest: Money?, _ least: Int) -> Bool {
            rest.map { $0.minorUnits.magnitude >= UInt128(least) } == true
        }
        guard
            isShown(before, 1) || isShown(usual, spending.count + 1)
                || isShown(early, spending.count + 1)
        else { return }
        table.add(
            .init("  other categories", .muted), "",
            .init(Money(minorUnits: 0, currency: currency).groupedText, .muted), "",
            .init(before?.groupedText ?? "", .muted), "",
            .init(usual?.groupedText ?? "", .muted), .init(early?.groupedText ?? "", .muted))
    }

    /// The month before, the months before as a line, their average, and the change from that.
    private func comparison(
        of spent: Money, with usual: SpendingYardstick.Usual?, _ soFar: SpendingYardstick.Usual?
    ) -> [Table.Cell] {
        guard let usual else { return ["", "", "", "", ""] }
        let fair = (soFar ?? usual).average
        let line = Sparkline.text(
            (usual.months + [spent]).map { Double($0.minorUnits) },
            columns: SpendingYardstick.mostMonths + 1)
        let change = Self.change(of: spent, from: fair)
        return [
            .init(usual.lastMonth.groupedText, .muted),
            .init(screen.showsCharts ? line : "", .accent),
            .init(usual.average.groupedText, .muted),
            .init(soFar?.average.groupedText ?? "", .muted),
            .init(change, spent.minorUnits > fair.minorUnits ? .warning : .positive),
        ]
    }

    /// "+12 %", or "3.5×" from double on; empty where a share says nothing.
    private static func change(of spent: Money, from usual: Money) -> String {
        guard usual.minorUnits > 0, spent.minorUnits >= 0 else { return "" }
        let share = Double(spent.minorUnits) / Double(usual.minorUnits)
        if share >= 2 {
            let tenths = (share * 10).rounded()
            return tenths < 10_000 ? "\(tenths / 10)×" : ""
        }
        let percent = Int(((share - 1) * 100).rounded())
        return percent > 0 ? "+\(percent) %" : "\(percent) %"
    }

    private func add(
        _ entry: CategorySpending, to table: inout Table, depth: Int, highest: Double
    ) {
        let indent = String(repeating: "  ", count: depth)
        // A second line has no room for a bar.
        let isWide = screen.capabilities.width.map { $0 >= Table.widthForOneLine } ?? true
        let usual = yardstick?.usual(of: entry.category, in: entry.spent.currency)
        table.add(
            [
                .init(indent + name(of: entry)),
                .init(
                    highest > 0 && isWide
                        ? Bar.text(
                            share: entry.share / highest, columns: Self.barColumns,
                            usesUnicode: screen.capabilities.usesUnicode) : "",
                    depth == 1 ? .accent : .muted),
                .init(entry.spent.groupedText, depth == 1 ? nil : .muted),
                // A net refund is not part of the spending.
                .init(entry.spent.minorUnits < 0 ? "" : Share.text(entry.share), .muted),
            ]
                + comparison(
                    of: entry.spent, with: usual,
                    soFar?.yardstick.usual(of: entry.category, in: entry.spent.currency))
                + [.init(Self.words(guessed: entry.guessed), .muted)])
        for part in entry.parts { add(part, to: &table, depth: depth + 1, highest: highest) }
        if !entry.parts.isEmpty, entry.own.minorUnits != 0 {
            table.add(
                .init(indent + "  without subcategory", .muted), "",
                .init(entry.own.groupedText, .muted))
        }
    }

    /// The words for the part of a sum whose category is a guess; empty for none.
    static func words(guessed: Money, withCurrency: Bool = false) -> String {
        guard guessed.minorUnits != 0 else { return "" }
        return "of which \(withCurrency ? guessed.text : guessed.groupedText) guessed"
    }

    func name(of entry: CategorySpending) -> String {
        categories[entry.category]?.name ?? entry.category
    }

    static func words(for lens: Lens?) -> String {
        switch lens {
        case .need: " on needs"
        case .want: " on wants"
        case .saving: " on saving"
        case nil: ""
        }
    }

    static func total(
        of spending: [CategorySpending], _ currency: Currency
    ) throws -> Money {
        try spending.map(\.spent).reduce(Money(minorUnits: 0, currency: currency)) {
            try $0.adding($1)
        }
    }
}

extension Range<CalendarDay> {
    /// The month whose days or first days these are; nil for others.
    var wholeMonth: CalendarMonth? {
        let month = lowerBound.month
        return lowerBound == month.firstDay && upperBound <= month.next.firstDay && !isEmpty
            ? month : nil
    }
}

extension Vault {
    /// The part of some days between the oldest and the newest posted transaction, which banks may
    /// date ahead; empty for none.
    fileprivate func knownDays(of days: Range<CalendarDay>) throws -> Range<CalendarDay> {
        guard let oldest = try oldestDay(), let newest = try newestDay() else {
            return days.lowerBound..<days.lowerBound
        }
        return days.clamped(to: oldest..<newest.adding(days: 1))
    }
}

extension [CategorySpending] {
    /// The sum whose category is a guess.
    func guessed(in currency: Currency) throws -> Money {
        try lazy.filter { $0.guessed.currency == currency }.map(\.guessed)
            .reduce(Money(minorUnits: 0, currency: currency)) { try $0.adding($1) }
    }
}
