import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct SpendingCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "spending",
        abstract: "What you spent in each category, the highest first.",
        discussion: """
            Expenses by the day they were posted, money back taken off, split transactions by \
            their parts: together they are the expenses of "ghostvault income". Transfers between \
            your accounts, card payments, ignored, excluded and pending transactions count in \
            none. Each currency has its own sum. With rates in config/rates.toml a further line has \
            the sum of all, at the rates of the last day. With --lens only what is a need, a want or saving counts; an expense without a \
            lens is a want.

            Examples:
              ghostvault spending --month 2025-03
              ghostvault spending --from 2025-01-01 --to 2025-06-30 --lens want
              ghostvault transactions --month 2025-03 --category dining
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var period: PeriodOptions

    @Option(help: "Only what counts as this.")
    var lens: Lens?

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let today = try vault.moment().today
        let month = today.month
        let days = (period.days(asOf: today) ?? month.firstDay..<month.next.firstDay)
            .through(try vault.lastDay())
        let categories = try engine.categories()
        let spending = try CategorySpending.breakdown(
            engine.vault, days: days, lens: lens, in: categories)
        let doubtful = try engine.vault.doubtfulTransfers(through: vault.lastDay())
            .filter { $0.touches(days) }
        let cards = try UnconnectedCards.paid(
            engine.vault, days: days, by: try engine.cardPayments())
        let view = SpendingView(screen: screen, categories: categories)
        let lastDay = min(days.isEmpty ? today : days.upperBound.adding(days: -1), today)
        let totals = try ConvertedTotals(of: engine, on: lastDay)
        if let format = output.format {
            let rows = try view.rows(spending, doubtful, cards, totals)
            try SpendingView.report.print(rows, as: format, on: screen)
            return try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
        }
        let currencies = try CurrenciesView(screen: screen, of: engine)
        try view.show(spending, days: days, totals)
        try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
        try currencies.show()
        try UnconnectedCardsView(screen: screen).show(cards, afterLine: true)
        try TransfersInDoubtView(screen: screen).show(doubtful, afterLine: true)
        try currencies.throwIfIncomplete()
    }
}

struct SpendingView {
    let screen: Screen
    let categories: CategoryTree

    private static let barColumns = 20

    func show(
        _ spending: [CategorySpending], days: Range<CalendarDay>, _ totals: ConvertedTotals
    ) throws {
        guard !spending.isEmpty else {
            return try screen.print("Nothing spent in this time.")
        }
        for (position, currency) in spending.map(\.spent.currency).distinct.enumerated() {
            if position > 0 { try screen.print() }
            try screen.print(
                SafeText.neutralised("Spending\(Self.words(for: days)) in \(currency.code)"),
                .heading)
            try screen.print()
            try show(spending.filter { $0.spent.currency == currency }, currency)
        }
        if let words = totals.words(forSumOf: spending.map(\.spent)) {
            try screen.print()
            try screen.print(SafeText.neutralised(words))
        }
    }

    private func show(_ spending: [CategorySpending], _ currency: Currency) throws {
        let highest = spending.map(\.share).max() ?? 0
        var table = Table(columns: [
            .init("", isFlexible: true), .init(""), .init("", alignment: .trailing),
            .init("", alignment: .trailing), .init(""),
        ])
        for entry in spending { add(entry, to: &table, depth: 1, highest: highest) }
        table.add(
            "  together", "", .init(try Self.total(of: spending, currency).groupedText), "",
            .init(Self.words(guessed: try spending.guessed(in: currency)), .muted))
        try screen.print(table)
    }

    private func add(
        _ entry: CategorySpending, to table: inout Table, depth: Int, highest: Double
    ) {
        let indent = String(repeating: "  ", count: depth)
        table.add(
            .init(indent + name(of: entry)),
            .init(
                highest > 0
                    ? Bar.text(
                        share: entry.share / highest, columns: Self.barColumns,
                        usesUnicode: screen.capabilities.usesUnicode) : "",
                depth == 1 ? .accent : .muted),
            .init(entry.spent.groupedText, depth == 1 ? nil : .muted),
            // A net refund is not part of the spending.
            .init(entry.spent.minorUnits < 0 ? "" : Share.text(entry.share), .muted),
            .init(Self.words(guessed: entry.guessed), .muted))
        for part in entry.parts { add(part, to: &table, depth: depth + 1, highest: highest) }
        if !entry.parts.isEmpty, entry.own.minorUnits != 0 {
            table.add(
                .init(indent + "  in no part", .muted), "",
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
                total: total,
                guessed: try ofCurrency.guessed(in: currency),
                inDoubt: doubtful.count { $0.currency == currency },
                paidToCards: cards.first { $0.paid.currency == currency }?.paid
                    ?? Money(minorUnits: 0, currency: currency),
                converted: totals.converted(total),
                categories: ofCurrency.flatMap(\.withParts).map {
                    CategoryRow(
                        spending: $0, name: name(of: $0), parent: categories[$0.category]?.parent)
                })
        }
    }

    static var report: Report<Row> { Report("spending", fields: fields) }

    private static var fields: [Field<Row>] {
        [
            .value("currency", "The currency's code.") { $0.total.currency.code },
            .value("total", "What all categories come to.") { $0.total },
            .value("total_in_base", "`total` at the last day's rate, in `base_currency`.") {
                $0.converted?.amount
            },
        ] + ConvertedMoney.fields(\.converted) + [
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

    /// " of March 2026" for a month or its beginning; empty for other periods.
    private static func words(for days: Range<CalendarDay>) -> String {
        let month = days.lowerBound.month
        guard days.lowerBound == month.firstDay, days.upperBound <= month.next.firstDay else {
            return ""
        }
        return " of \(month.name) \(month.year)"
    }

    private static func total(
        of spending: [CategorySpending], _ currency: Currency
    ) throws -> Money {
        try spending.map(\.spent).reduce(Money(minorUnits: 0, currency: currency)) {
            try $0.adding($1)
        }
    }
}

extension [CategorySpending] {
    /// The sum whose category is a guess.
    func guessed(in currency: Currency) throws -> Money {
        try lazy.filter { $0.guessed.currency == currency }.map(\.guessed)
            .reduce(Money(minorUnits: 0, currency: currency)) { try $0.adding($1) }
    }
}
