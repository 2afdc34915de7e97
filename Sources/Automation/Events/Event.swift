public import Model
public import Scripting

/// An event, as a handler receives it.
public struct Event: Hashable, Sendable {
    public let subscription: EventSubscription
    /// The subject, such as `transaction 17`. There is one event per subscription and subject.
    public let subject: String
    /// The day on which the event was noticed.
    public let day: CalendarDay
    /// The fields beside `kind` and `day`: strings, numbers, booleans and tables of them.
    public let fields: ScriptTable

    public init(
        _ subscription: EventSubscription, subject: String, day: CalendarDay, fields: ScriptTable
    ) {
        self.subscription = subscription
        self.subject = subject
        self.day = day
        self.fields = fields
    }
}

/// The kinds of events that handlers can subscribe to.
public enum EventKind: String, CaseIterable, Sendable {
    case syncFinished = "sync_finished"
    case syncFailed = "sync_failed"
    case fileImported = "file_imported"
    case backupFailed = "backup_failed"
    case newTransaction = "new_transaction"
    case largeTransaction = "large_transaction"
    case refund
    case newPayee = "new_payee"
    case classificationChanged = "classification_changed"
    case overBudget = "over_budget"
    case budgetReached = "budget_reached"
    case lowBalance = "low_balance"
    case lowBalanceAhead = "low_balance_ahead"
    case billDue = "bill_due"
    case priceChanged = "price_changed"
    case newSubscription = "new_subscription"
    case missedIncome = "missed_income"
    case missedPayment = "missed_payment"
    case duplicateCharge = "duplicate_charge"
    case bankNeedsAttention = "bank_needs_attention"
    case balanceGap = "balance_gap"
    case accountSilent = "account_silent"
    case weekClosed = "week_closed"
    case monthClosed = "month_closed"
    case every
}

/// The events that a handler subscribes to.
public struct EventSubscription: Hashable, Sendable {
    public let kind: EventKind
    public let options: EventOptions

    public init(_ kind: EventKind, _ options: EventOptions = EventOptions()) {
        self.kind = kind
        self.options = options
    }

    /// Equal for subscriptions to the same events, such as `large_transaction over=500`.
    public var key: String {
        ([kind.rawValue] + options.words).joined(separator: " ")
    }
}

/// The filters of a subscription. Reading handlers checks which options a kind allows and
/// requires.
///
/// Amounts are in the currency of what they are compared with. All but `below`, which is a
/// balance, compare absolute values.
public struct EventOptions: Hashable, Sendable {
    /// An exclusive lower bound.
    public var over: DecimalAmount?
    /// An exclusive upper bound.
    public var below: DecimalAmount?
    /// The monthly budget.
    public var limit: DecimalAmount?
    /// A category id; subcategories count too.
    public var category: String?
    /// Of a budget.
    public var tag: String?
    /// The name of a saved view, of a budget.
    public var view: String?
    /// An account name.
    public var account: String?
    public var payee: String?
    /// The number of days ahead, at least 0.
    public var days: Int?
    /// A share of a budget in whole percent, at least 1.
    public var at: Int?
    /// A day of the month, 1 to 31; in a shorter month, its last.
    public var day: Int?
    /// Monday is 1, Sunday is 7.
    public var weekday: Int?
    /// The start of the day without one.
    public var time: TimeOfDay?

    public init() {}

    /// The budget that they name; nil for all.
    public var budget: BudgetSubject? {
        category.map { .category($0) } ?? tag.map { .tag($0) } ?? view.map { .view($0) }
    }

    /// In a fixed order, with strings quoted, so that different options never share a key.
    fileprivate var words: [String] {
        var words: [String] = []
        if let over { words.append("over=\(over)") }
        if let below { words.append("below=\(below)") }
        if let limit { words.append("limit=\(limit)") }
        if let at { words.append("at=\(at)") }
        if let category { words.append("category=\(quoted(category))") }
        if let tag { words.append("tag=\(quoted(tag))") }
        if let view { words.append("view=\(quoted(view))") }
        if let account { words.append("account=\(quoted(account))") }
        if let payee { words.append("payee=\(quoted(payee))") }
        if let days { words.append("days=\(days)") }
        if let day { words.append("day=\(day)") }
        if let weekday { words.append("weekday=\(Self.weekdays[weekday - 1])") }
        if let time { words.append("at=\(time)") }
        return words
    }

    /// From Monday on.
    static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// The options of a subscription, by their names in Lua.
public enum EventOption: String, CaseIterable, Sendable {
    case over, below, limit, category, tag, view, account, payee, days, at, day, weekday

    /// The options that name a budget.
    static let subjects: [EventOption] = [.category, .tag, .view]
}

extension EventKind {
    /// The required options.
    public var neededOptions: [EventOption] {
        switch self {
        case .largeTransaction: [.over]
        case .lowBalance, .lowBalanceAhead: [.below]
        case .overBudget, .budgetReached, .syncFinished, .syncFailed, .fileImported, .backupFailed,
            .newTransaction, .refund, .newPayee, .classificationChanged, .billDue, .priceChanged,
            .newSubscription, .missedIncome,
            .missedPayment, .duplicateCharge, .bankNeedsAttention, .balanceGap, .accountSilent,
            .weekClosed, .monthClosed, .every:
            []
        }
    }

    /// The allowed options, required ones first.
    public var options: [EventOption] {
        switch self {
        case .newTransaction: [.over, .account, .payee, .category]
        case .largeTransaction: neededOptions + [.account]
        case .newPayee: [.over]
        case .lowBalance: neededOptions + [.account]
        case .lowBalanceAhead: neededOptions + [.days, .account]
        case .billDue: [.days]
        case .overBudget: EventOption.subjects + [.limit]
        case .budgetReached: EventOption.subjects + [.at]
        case .every: [.day, .weekday, .at]
        case .syncFinished, .syncFailed, .fileImported, .backupFailed, .refund,
            .classificationChanged, .priceChanged, .newSubscription, .missedIncome, .missedPayment,
            .duplicateCharge, .bankNeedsAttention, .balanceGap, .accountSilent, .weekClosed,
            .monthClosed:
            neededOptions
        }
    }

    /// A description that follows "when".
    public var help: String {
        switch self {
        case .syncFinished: "a sync completed, fully or in part"
        case .syncFailed: "a sync failed, or could not begin"
        case .fileImported: "a file was imported"
        case .backupFailed: "a scheduled backup failed"
        case .newTransaction: "a transaction is new"
        case .largeTransaction: "a new transaction is larger than `over`, in or out"
        case .refund: "a purchase was refunded"
        case .newPayee: "a payee was paid for the first time"
        case .classificationChanged: "a transaction's class or category changed"
        case .overBudget:
            "more was spent than a budget has, or more than `limit` in a category this month"
        case .budgetReached: "`at` percent of a budget are spent"
        case .lowBalance: "an account's balance is lower than `below`"
        case .lowBalanceAhead: "an account's balance will fall below `below` within `days` days"
        case .billDue: "a bill is expected within `days` days"
        case .priceChanged: "the price of a series rose or fell"
        case .newSubscription: "payments to a payee turn out to be a subscription"
        case .missedIncome: "an expected income did not come"
        case .missedPayment: "an expected payment did not go out"
        case .duplicateCharge: "the same amount was charged twice by the same payee"
        case .bankNeedsAttention: "a bank can't be read until you sign in again"
        case .balanceGap: "no transaction explains a change of an account's balance"
        case .accountSilent: "an account has no news for much longer than usual"
        case .weekClosed: "a week, Monday to Sunday, is over and its data is complete"
        case .monthClosed: "a month is over and its data is complete"
        case .every: "it is that time: every day, every `weekday` or every `day` of a month"
        }
    }
}

extension EventOption {
    /// A sentence in Markdown.
    public var help: String {
        switch self {
        case .over: "Only amounts larger than this, in whole units, whatever their sign."
        case .below: "The balance below which the event occurs, in whole units; may be negative."
        case .limit: "The monthly limit of a `category`, in whole units; without it, the budget."
        case .category: "A category's id; subcategories count too."
        case .tag: "A tag that has a budget."
        case .view: "The name of a saved view that has a budget."
        case .account: "An account's name."
        case .payee: "A payee's name."
        case .days: "How many days ahead; \(EventOption.usualDays) where it is not given."
        case .at:
            "A share of the budget in whole percent; without it, 80 and 100. Of `every`, a time of "
                + "day such as `\"08:00\"`; without it, the start of the day."
        case .day: "A day of the month; 31 is the last one of every month."
        case .weekday: "A day of the week, `\"monday\"`."
        }
    }

    /// The default for ``days``.
    public static let usualDays = 3

    /// The default for ``at``.
    public static let usualShares = [80, 100]
}
