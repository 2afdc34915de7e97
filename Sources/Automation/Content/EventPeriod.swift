public import Model

/// What a week or a month came to.
public struct EventPeriod: EventPart {
    /// "2026-10" of a month; of a week "2026-W47", as ISO 8601
    /// numbers it.
    public var periodName: String
    public var income: Money
    /// Without a sign.
    public var spending: Money
    public var net: Money
    /// The largest first.
    public var categories: [EventSpending]

    public init(
        name: String, income: Money, spending: Money, net: Money, categories: [EventSpending]
    ) {
        periodName = name
        self.income = income
        self.spending = spending
        self.net = net
        self.categories = categories
    }

    static let name = "period"

    static var fields: [EventPartField<EventPeriod>] {
        [
            .text("name", "`\"2026-10\"` of a month; of a week `\"2026-W47\"`.") {
                $0.periodName
            },
            .text("currency", "The currency's code, `\"USD\"`.") { $0.net.currency.code },
            .money("income", "What came in.") { $0.income },
            .moneyText(of: "income") { $0.income },
            .money("spending", "What was spent, without a sign.") { $0.spending },
            .moneyText(of: "spending") { $0.spending },
            .money("net", "Income without spending.") { $0.net },
            .moneyText(of: "net") { $0.net },
            .parts("categories", "What was spent in each category, the largest first.") {
                $0.categories
            },
        ]
    }
}

/// What was spent in a category in a week or a month.
public struct EventSpending: EventPart {
    public var category: EventCategory
    /// Without a sign.
    public var spent: Money

    public init(category: EventCategory, spent: Money) {
        self.category = category
        self.spent = spent
    }

    static let name = "spending"

    static var fields: [EventPartField<EventSpending>] {
        [
            .category { $0.category.id },
            .text("name", "The category as you see it.") { $0.category.name },
            .text("currency", "The currency's code, `\"USD\"`.") { $0.spent.currency.code },
            .money("spent", "What was spent in it, without a sign.") { $0.spent },
            .moneyText(of: "spent") { $0.spent },
        ]
    }
}
