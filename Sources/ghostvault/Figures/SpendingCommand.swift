import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct SpendingCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "spending",
        abstract: "Show spending by category.",
        discussion: """
            Expenses count on the day they were posted, less refunds, and split transactions by \
            their parts. The total equals the expenses of "ghostvault income". Transfers between \
            your accounts, card payments, and ignored, excluded and pending transactions are left \
            out. Each currency has its own total. With rates in config/rates.toml, another line \
            converts all of them at the rates of the last day. --lens counts only needs, wants or \
            savings; an expense without a lens is a want. A category, as in "spending dining oct", \
            lists its payees.

            Examples:
              ghostvault spending oct
              ghostvault spending q3 --lens need
              ghostvault spending --from 2025-01-01 --to 2025-06-30 --lens want
              ghostvault spending dining oct
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var period: PeriodOptions
    @Argument(
        help: ArgumentHelp(
            "A period, such as oct, q3, 2025 or last week, and a category.", valueName: "words"))
    var words: [String] = []

    @Option(help: "Only this lens.")
    var lens: Lens?

    @Option(help: "List the payees of this category and its subcategories.")
    var category: String?

    func validate() throws {
        let (periods, rest) = PeriodWords.parting(words)
        try PeriodWords.refuseSecond(of: periods.map(\.text))
        guard rest.isEmpty || category == nil else {
            throw ValidationError("Give one category: \"\(rest[0])\", or the one of --category.")
        }
        guard lens == nil || category == nil && rest.isEmpty else {
            throw ValidationError("Give --lens or a category, not both.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (periods, rest) = PeriodWords.parting(words)
        let named = rest.isEmpty ? category : rest.joined(separator: " ")
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let today = try vault.moment().today
        let month = today.month
        let days =
            (try period.days(asOf: today, or: periods.first?.words) ?? month
            .firstDay..<month.next.firstDay)
            .through(try vault.lastDay())
        let categories = try engine.categories()
        let spending = try CategorySpending.breakdown(
            engine.vault, days: days, lens: lens, in: categories)
        let doubtful = try engine.vault.doubtfulTransfers(through: vault.lastDay())
            .filter { $0.touches(days) }
        let cards = try UnconnectedCards.paid(
            engine.vault, days: days, by: try engine.cardPayments())
        let shownMonth = days.wholeMonth
        let yardstick = try shownMonth.map {
            try SpendingYardstick(engine.vault, before: $0, lens: lens, in: categories)
        }
        if let named {
            return try showPayees(
                of: try category(named, isBare: !rest.isEmpty, in: categories), categories, days,
                yardstick, engine, screen)
        }
        let view = SpendingView(screen: screen, categories: categories, yardstick: yardstick)
        let lastDay = min(days.isEmpty ? today : days.upperBound.adding(days: -1), today)
        let totals = try ConvertedTotals(of: engine, on: lastDay)
        if let format = output.format {
            let rows = try view.rows(spending, doubtful, cards, totals)
            try SpendingView.report.print(rows, as: format, on: screen)
            return try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
        }
        let currencies = try CurrenciesView(screen: screen, of: engine)
        try view.show(
            spending, SpendingView.words(for: lens) + days.headingWords(asOf: today),
            isOver: shownMonth.map { lastDay >= $0.lastDay } ?? true, totals)
        if lens == nil {
            try SpendingChart(screen: screen).show(of: engine.vault, days, asOf: today)
        }
        try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
        try currencies.show()
        try UnconnectedCardsView(screen: screen).show(cards, afterLine: true)
        try TransfersInDoubtView(screen: screen).show(doubtful, afterLine: true)
        try currencies.throwIfIncomplete()
    }
}

extension SpendingCommand {
    /// - Parameter isBare: whether the word might also have been a period.
    private func category(
        _ name: String, isBare: Bool, in categories: CategoryTree
    ) throws -> String {
        do {
            return try categories.meant(by: name)
        } catch let error as UnknownCategory where isBare {
            throw ValidationError(
                SafeText.neutralised(
                    "\(PeriodWords.refusal(of: name)) It is not a category either: "
                        + "\(error.known.joined(separator: ", "))."))
        }
    }

    /// Shows the payees of a category.
    private func showPayees(
        of category: String, _ categories: CategoryTree, _ days: Range<CalendarDay>,
        _ yardstick: SpendingYardstick?, _ engine: Engine, _ screen: Screen
    ) throws {
        let payees = try PayeeSpending.payees(
            engine.vault, days: days, in: categories.ids(within: category))
        if let format = output.format {
            try CategoryPayeesView.report.print(payees, as: format, on: screen)
        } else {
            try CategoryPayeesView(
                screen: screen, category: category, name: categories[category]?.name ?? category,
                yardstick: yardstick
            ).show(payees, days.headingWords(asOf: try vault.moment().today))
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }
}

struct SpendingView {
    let screen: Screen
    let categories: CategoryTree
    /// The spending of earlier months; nil unless a month is shown.
    let yardstick: SpendingYardstick?

    private static let barColumns = 14

    /// - Parameters:
    ///   - period: the words of the heading, " on needs of March 2026".
    ///   - isOver: whether the days are over.
    func show(
        _ spending: [CategorySpending], _ period: String, isOver: Bool, _ totals: ConvertedTotals
    ) throws {
        guard !spending.isEmpty else {
            return try screen.print("Nothing spent in this time.")
        }
        for (position, currency) in spending.map(\.spent.currency).distinct.enumerated() {
            if position > 0 { try screen.print() }
            try screen.print(
                SafeText.neutralised("Spending\(period) in \(currency.code)"),
                .heading)
            try screen.print()
            try show(spending.filter { $0.spent.currency == currency }, currency, isOver: isOver)
        }
        if let words = totals.words(forSumOf: spending.map(\.spent)) {
            try screen.print()
            try screen.print(SafeText.neutralised(words))
        }
    }

    /// - Parameter isOver: whether all days of the month are known.
    private func show(
        _ spending: [CategorySpending], _ currency: Currency, isOver: Bool
    ) throws {
        let highest = spending.map(\.share).max() ?? 0
        let months = yardstick?.months ?? 0
        let isCompared = months > 0
        var table = Table(columns: [
            .init("", isFlexible: true), .init("", rank: 1), .init("", alignment: .trailing),
            .init("", alignment: .trailing, rank: 4),
            .init(isCompared ? "last month" : "", alignment: .trailing, rank: 3),
            .init("", rank: 3),
            .init(isCompared ? "usually" : "", alignment: .trailing, rank: 2),
            .init("", alignment: .trailing, rank: 2), .init("", rank: 5),
        ])
        for entry in spending { add(entry, to: &table, depth: 1, highest: highest) }
        let total = try Self.total(of: spending, currency)
        table.add(
            ["  together", "", .init(total.groupedText), ""]
                + comparison(of: total, with: yardstick?.usual(in: currency))
                + [.init(Self.words(guessed: try spending.guessed(in: currency)), .muted)])
        try screen.print(table)
        if isCompared {
            try screen.print(
                "Usually: the average of the \(Count.text(months, "month")) before."
                    + (isOver ? "" : " This month is not over."), .muted)
        }
    }

    /// Last month, the months before as a line, their average, and the change from that.
    private func comparison(
        of spent: Money, with usual: SpendingYardstick.Usual?
    ) -> [Table.Cell] {
        guard let usual else { return ["", "", "", ""] }
        let line = Sparkline.text(
            (usual.months + [spent]).map { Double($0.minorUnits) },
            columns: SpendingYardstick.mostMonths + 1)
        let change = Self.change(of: spent, from: usual.average)
        return [
            .init(usual.lastMonth.groupedText, .muted),
            .init(screen.capabilities.isTerminal ? line : "", .accent),
            .init(usual.average.groupedText, .muted),
            .init(change, spent.minorUnits > usual.average.minorUnits ? .warning : .positive),
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
            ] + comparison(of: entry.spent, with: usual)
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

    /// A currency in a list for programs.
    struct Row {
        let total: Money
        let usual: SpendingYardstick.Usual?
        let guessed: Money
        let inDoubt: Int
        let paidToCards: Money
        /// The total in the currency of the person's rates.
        let converted: ConvertedMoney?
        fileprivate let categories: [CategoryRow]
    }

    fileprivate struct CategoryRow {
        let spending: CategorySpending
        let name: String
        let parent: String?
        let usual: SpendingYardstick.Usual?
    }

    func rows(
        _ spending: [CategorySpending], _ doubtful: [DoubtfulTransfer], _ cards: [UnconnectedCards],
        _ totals: ConvertedTotals
    ) throws -> [Row] {
        let currencies = (spending.map(\.spent.currency) + cards.map(\.paid.currency)).distinct
        return try currencies.map { currency in
            let ofCurrency = spending.filter { $0.spent.currency == currency }
            let total = try Self.total(of: ofCurrency, currency)
            return Row(
                total: total, usual: yardstick?.usual(in: currency),
                guessed: try ofCurrency.guessed(in: currency),
                inDoubt: doubtful.count { $0.currency == currency },
                paidToCards: cards.first { $0.paid.currency == currency }?.paid
                    ?? Money(minorUnits: 0, currency: currency),
                converted: totals.converted(total),
                categories: ofCurrency.flatMap(\.withParts).map {
                    CategoryRow(
                        spending: $0, name: name(of: $0),
                        parent: categories[$0.category]?.parent,
                        usual: yardstick?.usual(of: $0.category, in: currency))
                })
        }
    }

    static var report: Report<Row> { Report("spending", fields: fields) }

    private static var fields: [Field<Row>] {
        [
            .value("currency", "The currency's code.") { $0.total.currency.code },
            .value("total", "The total of all categories.") { $0.total },
            .value("total_in_base", "`total` at the last day's rate, in `base_currency`.") {
                $0.converted?.amount
            },
        ] + ConvertedMoney.fields(\.converted) + [
            .value(
                "last_month", "The total of the month before; null for other periods than a month."
            ) { $0.usual?.lastMonth },
            .value("average", "The average total of up to six months before; null as well.") {
                $0.usual?.average
            },
            .value("guessed", "The part of `total` whose category is a guess.") { $0.guessed },
            .value(
                "transfers_in_doubt",
                "How many possible transfers wait in `transfers --review`."
            ) { $0.inDoubt },
            .value("paid_to_unconnected_cards", "Payments to cards that are not connected.") {
                $0.paidToCards
            },
            .list(
                "categories", "The categories, highest first, each followed by its parts.",
                categories
            ) { $0.categories }.linewise,
        ]
    }

    private static var categories: [Field<CategoryRow>] {
        [
            .value("category", "The category's id.") { $0.spending.category },
            .value("name", "Its name.") { $0.name },
            .value("parent", "The parent category, whose `spent` includes this one.") { $0.parent },
            .value("spent", "Spending, parts included; negative if more came back.") {
                $0.spending.spent
            },
            .value("last_month", "`spent` in the month before.") { $0.usual?.lastMonth },
            .value("average", "The average of `spent` in the months before.") {
                $0.usual?.average
            },
            .value("own", "Spending outside the parts.") { $0.spending.own },
            .value("guessed", "The part of `spent` whose category is a guess.") {
                $0.spending.guessed
            },
            .value(
                "share_percent",
                "The share of the spending in the currency, in whole percent; 0 if more came back."
            ) { Share.percent($0.spending.share) },
        ]
    }

    private func name(of entry: CategorySpending) -> String {
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

    private static func total(
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

extension [CategorySpending] {
    /// The sum whose category is a guess.
    func guessed(in currency: Currency) throws -> Money {
        try lazy.filter { $0.guessed.currency == currency }.map(\.guessed)
            .reduce(Money(minorUnits: 0, currency: currency)) { try $0.adding($1) }
    }
}
