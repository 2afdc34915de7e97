public import Model

/// A transaction in an event, classified as it was at that time.
public struct EventTransaction: EventPart {
    public var id: Int64
    public var day: CalendarDay
    /// Negative for money out.
    public var amount: Money
    public var payee: String
    public var description: String
    public var `class`: TransactionClass
    public var category: EventCategory
    public var account: String
    public var tags: [String]
    /// Empty if there is none.
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
            .text("payee", "The payee.") { $0.payee },
            .text("description", "The bank's text.") { $0.description },
            .text(
                "class", "`\"expense\"`, `\"income\"`, `\"transfer\"` or `\"ignore\"`."
            ) { $0.class.rawValue },
            .category { $0.category.id },
            .categoryName { $0.category.name },
            .text("account", "The account's name.") { $0.account },
            .texts("tags", "Its tags; may be empty.") { $0.tags },
            .text("note", "Its note, or `\"\"`.") { $0.note },
            .boolean("is_pending", "Whether it is still pending.") { $0.isPending },
        ]
    }
}

/// A transaction's classification before or after a change.
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

/// A category: its id, and the name shown to the user.
public struct EventCategory: Hashable, Sendable {
    public var id: String
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A recurring series in an event.
public struct EventSeries: EventPart {
    public var seriesName: String
    /// The usual payment. Events show it without its sign, as all amounts of a series.
    public var amount: Money
    public var frequency: Frequency
    /// The day on which a payment is due, or was missed.
    public var nextDay: CalendarDay?
    /// The price before a price change.
    public var from: Money?
    public var to: Money?

    public init(
        name: String, amount: Money, frequency: Frequency, nextDay: CalendarDay?,
        from: Money? = nil, to: Money? = nil
    ) {
        seriesName = name
        self.amount = amount
        self.frequency = frequency
        self.nextDay = nextDay
        self.from = from
        self.to = to
    }

    static let name = "series"

    static var fields: [EventPartField<EventSeries>] {
        [
            .text("name", "The name that `ghostvault recurring` shows.") { $0.seriesName },
            .text("currency", "The currency's code, `\"USD\"`.") { $0.amount.currency.code },
            .money("amount", "The amount of one payment, without a sign.") { $0.amount.size },
            .moneyText(of: "amount") { $0.amount.size },
            .text("frequency", "`\"monthly\"`, `\"yearly\"` and so on.") {
                $0.frequency.rawValue
            },
            .optionalDay("next_day", "The day on which a payment is expected, or was.") {
                $0.nextDay
            },
            .money(
                "from", isOptional: true, "The former amount of a payment; of `price_changed` only."
            ) { $0.from?.size },
            .moneyText(of: "from", isOptional: true) { $0.from?.size },
            .money("to", isOptional: true, "The new amount; of `price_changed` only.") {
                $0.to?.size
            },
            .moneyText(of: "to", isOptional: true) { $0.to?.size },
        ]
    }
}

/// An account in an event.
public struct EventAccount: EventPart {
    public var accountName: String
    public var institution: String
    public var type: AccountType
    /// Negative if money is owed.
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
            .text("type", "The account's type, such as `\"checking\"`.") { $0.type.rawValue },
            .text("currency", "The currency's code, `\"USD\"`.") { $0.balance.currency.code },
            .money("balance", "Its newest balance, negative for money owed.") { $0.balance },
            .moneyText(of: "balance") { $0.balance },
        ]
    }
}

/// The spending of a budget's period, or of a category in a month.
public struct EventBudget: EventPart {
    public var subject: BudgetSubject
    /// The category, tag or view as the person sees it.
    public var name: String
    /// The absolute value.
    public var spent: Money
    /// The absolute value, in the same currency.
    public var limit: Money

    public init(subject: BudgetSubject, name: String, spent: Money, limit: Money) {
        self.subject = subject
        self.name = name
        self.spent = spent
        self.limit = limit
    }

    private var category: String? {
        if case .category(let id) = subject { id } else { nil }
    }

    /// Rounded down; 0 without a limit.
    private var percent: Int64 {
        guard limit.minorUnits > 0 else { return 0 }
        return Int64(clamping: spent.minorUnits * 100 / limit.minorUnits)
    }

    static let name = "budget"

    static var fields: [EventPartField<EventBudget>] {
        [
            .text("of", "`\"category\"`, `\"tag\"` or `\"view\"`.") { $0.subject.kind },
            .categoryName("name", "The category as you see it, the tag, or the view's name.") {
                $0.name
            },
            .optionalCategory { $0.category },
            .categoryName(isOptional: true) { $0.category == nil ? nil : $0.name },
            .text("currency", "The currency's code, `\"USD\"`.") { $0.spent.currency.code },
            .money("spent", "The spending in the period of the budget, or this month.") {
                $0.spent
            },
            .moneyText(of: "spent") { $0.spent },
            .money("limit", "The `limit` of the handler, or what the budget has.") { $0.limit },
            .moneyText(of: "limit") { $0.limit },
            .wholeNumber("percent", "The spending in whole percent of the limit.") { $0.percent },
        ]
    }
}

/// A sync in an event.
public struct EventSync: EventPart {
    public enum Outcome: String, CaseIterable, Sendable {
        case complete, partial, failed
    }

    public var connection: String
    public var outcome: Outcome
    public var newTransactions: Int
    /// Why it failed or stayed incomplete; empty otherwise.
    public var message: String

    public init(connection: String, outcome: Outcome, newTransactions: Int, message: String = "") {
        self.connection = connection
        self.outcome = outcome
        self.newTransactions = newTransactions
        self.message = message
    }

    static let name = "sync"

    static var fields: [EventPartField<EventSync>] {
        [
            .text("connection", "The connection's name.") { $0.connection },
            .text("outcome", "`\"complete\"`, `\"partial\"` or `\"failed\"`.") {
                $0.outcome.rawValue
            },
            .wholeNumber("new_transactions", "The number of transactions that it fetched.") {
                Int64($0.newTransactions)
            },
            .text("message", "The error, or `\"\"`.") { $0.message },
        ]
    }
}

/// A scheduled backup that failed.
public struct EventBackup: EventPart {
    /// Why, without private data.
    public var message: String

    public init(message: String) {
        self.message = message
    }

    static let name = "backup"

    static var fields: [EventPartField<EventBackup>] {
        [.text("message", "The error.") { $0.message }]
    }
}

/// A bank that a connection can't read until the user acts.
public struct EventBank: EventPart {
    public var bankName: String
    public var connection: String
    /// The bridge's message.
    public var message: String

    public init(name: String, connection: String, message: String) {
        bankName = name
        self.connection = connection
        self.message = message
    }

    static let name = "bank"

    static var fields: [EventPartField<EventBank>] {
        [
            .text("name", "The bank's name.") { $0.bankName },
            .text("connection", "The name of the connection that it is read over.") {
                $0.connection
            },
            .text("message", "The connection's message.") { $0.message },
        ]
    }
}

/// The figures of a week or a month.
public struct EventPeriod: EventPart {
    /// "2026-10" for a month, or the ISO 8601 week "2026-W47".
    public var periodName: String
    public var income: Money
    /// The absolute value.
    public var spending: Money
    public var net: Money
    /// Largest first.
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
            .money("income", "Money received.") { $0.income },
            .moneyText(of: "income") { $0.income },
            .money("spending", "Money spent, without a sign.") { $0.spending },
            .moneyText(of: "spending") { $0.spending },
            .money("net", "Income without spending.") { $0.net },
            .moneyText(of: "net") { $0.net },
            .parts("categories", "Spending in each category, the largest first.") {
                $0.categories
            },
        ]
    }
}

/// The spending in one category of a week or a month.
public struct EventSpending: EventPart {
    public var category: EventCategory
    /// The absolute value.
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
            .money("spent", "Spending in it, without a sign.") { $0.spent },
            .moneyText(of: "spent") { $0.spent },
        ]
    }
}
