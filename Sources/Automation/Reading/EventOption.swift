/// What narrows a subscription, by the names that handlers use.
public enum EventOption: String, CaseIterable, Sendable {
    case over, below, limit, category, account, payee, days
}

extension EventKind {
    /// The options that a subscription must have.
    public var neededOptions: [EventOption] {
        switch self {
        case .largeTransaction: [.over]
        case .overBudget: [.category, .limit]
        case .lowBalance: [.below]
        case .syncFinished, .syncFailed, .newTransaction, .refund, .newPayee,
            .classificationChanged, .billDue, .priceChanged, .newSubscription, .missedIncome,
            .missedPayment, .duplicateCharge, .bankNeedsAttention, .weekClosed, .monthClosed:
            []
        }
    }

    /// The options that a subscription may have, those that it must have first.
    public var options: [EventOption] {
        switch self {
        case .newTransaction: [.over, .account, .payee, .category]
        case .largeTransaction: neededOptions + [.account]
        case .newPayee: [.over]
        case .lowBalance: neededOptions + [.account]
        case .billDue: [.days]
        case .overBudget, .syncFinished, .syncFailed, .refund, .classificationChanged,
            .priceChanged, .newSubscription, .missedIncome, .missedPayment, .duplicateCharge,
            .bankNeedsAttention, .weekClosed, .monthClosed:
            neededOptions
        }
    }

    /// What happened, in words that follow "when".
    public var help: String {
        switch self {
        case .syncFinished: "a sync has brought all or some of what there is"
        case .syncFailed: "a sync failed, or could not begin"
        case .newTransaction: "a transaction is new"
        case .largeTransaction: "a new transaction is larger than `over`, in or out"
        case .refund: "money came back for something that was bought"
        case .newPayee: "a payee was paid for the first time"
        case .classificationChanged: "a transaction's class or category is another than before"
        case .overBudget: "more than `limit` was spent in a category this month"
        case .lowBalance: "an account's balance is lower than `below`"
        case .billDue: "a bill is expected within `days` days"
        case .priceChanged: "the payments of a series come to more or less than before"
        case .newSubscription: "payments to somebody turn out to be a subscription"
        case .missedIncome: "an expected income did not come"
        case .missedPayment: "an expected payment did not go out"
        case .duplicateCharge: "the same amount was charged twice by the same payee"
        case .bankNeedsAttention: "a bank can't be read until you sign in again"
        case .weekClosed: "a week, Monday to Sunday, is over and all of it is known"
        case .monthClosed: "a month is over and all of it is known"
        }
    }
}

extension EventOption {
    /// A sentence in Markdown.
    public var help: String {
        switch self {
        case .over: "Only amounts larger than this, in whole units, whatever their sign."
        case .below: "The balance under which it is told, in whole units; it may be negative."
        case .limit: "What may be spent in a month, in whole units."
        case .category: "A category's id; those below it count too."
        case .account: "An account's name."
        case .payee: "A payee's name."
        case .days: "How many days ahead; \(EventOption.usualDays) where it is not given."
        }
    }

    /// Of ``days``, where a handler names none.
    public static let usualDays = 3
}
