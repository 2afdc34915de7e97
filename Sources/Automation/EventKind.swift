/// What can happen that a person's handlers are told of.
public enum EventKind: String, CaseIterable, Sendable {
    case syncFinished = "sync_finished"
    case syncFailed = "sync_failed"
    case newTransaction = "new_transaction"
    case largeTransaction = "large_transaction"
    case refund
    case newPayee = "new_payee"
    case classificationChanged = "classification_changed"
    case overBudget = "over_budget"
    case lowBalance = "low_balance"
    case billDue = "bill_due"
    case priceChanged = "price_changed"
    case newSubscription = "new_subscription"
    case missedIncome = "missed_income"
    case missedPayment = "missed_payment"
    case duplicateCharge = "duplicate_charge"
    case bankNeedsAttention = "bank_needs_attention"
    case weekClosed = "week_closed"
    case monthClosed = "month_closed"
}
