public import Model

/// A transaction as an event tells of it: as it was concluded then.
public struct EventTransaction: EventPart {
    public var id: Int64
    public var day: CalendarDay
    /// Negative where money went out.
    public var amount: Money
    public var payee: String
    public var description: String
    public var `class`: TransactionClass
    public var category: EventCategory
    public var account: String
    public var tags: [String]
    /// Empty where there is none.
    public var note: String
    public var isPending: Bool

    public init(
        id: Int64, day: CalendarDay, amount: Money, payee: String, description: String,
        class: TransactionClass, category: EventCategory, account: String, tags: [String] = [],
        note: String = "", isPending: Bool = false
    ) {
        self.id = id
        self.day = day
        self.amount = amount
        self.payee = payee
        self.description = description
        self.class = `class`
        self.category = category
        self.account = account
        self.tags = tags
        self.note = note
        self.isPending = isPending
    }

    static let name = "transaction"

    static var fields: [EventPartField<EventTransaction>] {
        [
            .wholeNumber("id", "The number that `ghostvault transactions` shows.") { $0.id },
            .day("day", "The day it was posted, `\"2026-11-21\"`; days compare as texts.") {
                $0.day
            },
            .money("amount", "In whole units, negative where money went out.") { $0.amount },
            .moneyText(of: "amount") { $0.amount },
            .text("currency", "The currency's code, `\"USD\"`.") { $0.amount.currency.code },
            .text("payee", "Who was paid, or who paid.") { $0.payee },
            .text("description", "What the bank wrote.") { $0.description },
            .text(
                "class", "`\"expense\"`, `\"income\"`, `\"transfer\"` or `\"ignore\"`."
            ) { $0.class.rawValue },
            .category { $0.category.id },
            .categoryName { $0.category.name },
            .text("account", "The account's name.") { $0.account },
            .texts("tags", "Its tags; empty where there are none.") { $0.tags },
            .text("note", "Its note, or `\"\"`.") { $0.note },
            .boolean("is_pending", "Whether it is not settled yet.") { $0.isPending },
        ]
    }
}

/// What a transaction was concluded to be, before or after a change.
public struct EventClassification: EventPart {
    public var `class`: TransactionClass
    public var category: EventCategory

    public init(class: TransactionClass, category: EventCategory) {
        self.class = `class`
        self.category = category
    }

    static let name = "classification"

    static var fields: [EventPartField<EventClassification>] {
        [
            .text("class", "`\"expense\"`, `\"income\"`, `\"transfer\"` or `\"ignore\"`.") {
                $0.class.rawValue
            },
            .category { $0.category.id },
            .categoryName { $0.category.name },
        ]
    }
}

/// A category by its id, and by its name as the person sees it.
public struct EventCategory: Hashable, Sendable {
    public var id: String
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
