import Insights
import Model
import Terminal
import Vault

extension SpendingView {
    /// A currency in a list for programs.
    struct Row {
        let total: Money
        let usual: SpendingYardstick.Usual?
        /// Of the first days of the months before.
        let soFar: SpendingYardstick.Usual?
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
        let soFar: SpendingYardstick.Usual?
    }

    func rows(
        _ spending: [CategorySpending], _ doubtful: [DoubtfulTransfer], _ cards: [UncountedCards],
        converted: (Currency) -> ConvertedMoney?
    ) throws -> [Row] {
        let currencies = (spending.map(\.spent.currency) + cards.map(\.paid.currency)).distinct
        return try currencies.map { currency in
            let ofCurrency = spending.filter { $0.spent.currency == currency }
            let total = try Self.total(of: ofCurrency, currency)
            return Row(
                total: total, usual: yardstick?.usual(in: currency),
                soFar: soFar?.yardstick.usual(in: currency),
                guessed: try ofCurrency.guessed(in: currency),
                inDoubt: doubtful.count { $0.currency == currency },
                paidToCards: Money(
                    sum: cards.filter { $0.paid.currency == currency }
                        .reduce(0) { $0 + $1.paid.minorUnits }, currency: currency),
                converted: converted(currency),
                categories: ofCurrency.flatMap(\.withParts).map {
                    CategoryRow(
                        spending: $0, name: name(of: $0),
                        parent: categories[$0.category]?.parent,
                        usual: yardstick?.usual(of: $0.category, in: currency),
                        soFar: soFar?.yardstick.usual(of: $0.category, in: currency))
                })
        }
    }

    static var report: Report<Row> { Report("spending", fields: fields) }

    private static var fields: [Field<Row>] {
        [
            .value("currency", "The currency's code.") { $0.total.currency.code },
            .value("total", "The total of all categories.") { $0.total },
            .value(
                "total_in_base",
                "`total`, each month at the rate of its last day, in `base_currency`."
            ) {
                $0.converted?.amount
            },
        ] + ConvertedMoney.fields(\.converted) + [
            .value(
                "last_month", "The total of the month before; null for other periods than a month."
            ) { $0.usual?.lastMonth },
            .value("average", "The average total of up to six months before; null as well.") {
                $0.usual?.average
            },
            .value(
                "average_so_far",
                "The same of the first days of each month, as many as are shown; null for a whole "
                    + "month."
            ) { $0.soFar?.average },
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
            .value("average_so_far", "That of the first days of each, as above.") {
                $0.soFar?.average
            },
            .value("own", "Spending outside the parts.") { $0.spending.own },
            .value("guessed", "The part of `spent` whose category is a guess.") {
                $0.spending.guessed
            },
            .value(
                "share_percent",
                "The share, in whole percent, of all categories in the currency with more spent than "
                    + "came back; 0 for the others."
            ) { Share.percent($0.spending.share) },
        ]
    }
}
