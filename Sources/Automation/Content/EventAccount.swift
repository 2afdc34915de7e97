public import Model

/// An account as an event tells of it.
public struct EventAccount: EventPart {
    public var accountName: String
    public var institution: String
    public var type: AccountType
    /// Negative where money is owed.
    public var balance: Money

    public init(name: String, institution: String, type: AccountType, balance: Money) {
        accountName = name
        self.institution = institution
        self.type = type
        self.balance = balance
    }

    static let name = "account"

    static var fields: [EventPartField<EventAccount>] {
        [
            .text("name", "The account's name.") { $0.accountName },
            .text("institution", "The bank's name.") { $0.institution },
            .text("type", "What kind of account it is, `\"checking\"`.") { $0.type.rawValue },
            .text("currency", "The currency's code, `\"USD\"`.") { $0.balance.currency.code },
            .money("balance", "Its newest balance, negative where money is owed.") { $0.balance },
            .moneyText(of: "balance") { $0.balance },
        ]
    }
}

/// What a category came to in a month, against what may be spent in it.
public struct EventBudget: EventPart {
    public var category: EventCategory
    /// Without a sign.
    public var spent: Money
    /// Without a sign, in the same currency.
    public var limit: Money

    public init(category: EventCategory, spent: Money, limit: Money) {
        self.category = category
        self.spent = spent
        self.limit = limit
    }

    static let name = "budget"

    static var fields: [EventPartField<EventBudget>] {
        [
            .category { $0.category.id },
            .categoryName { $0.category.name },
            .text("currency", "The currency's code, `\"USD\"`.") { $0.spent.currency.code },
            .money("spent", "What was spent in it this month.") { $0.spent },
            .moneyText(of: "spent") { $0.spent },
            .money("limit", "The `limit` of the handler.") { $0.limit },
            .moneyText(of: "limit") { $0.limit },
        ]
    }
}
