import Model

/// What earlier stages decided about a transaction, as far as recurring
/// payments depend on it.
struct RecurringStanding {
    let payee: String?
    /// The series that a rule of the person's links the transaction to.
    let series: String?
    let transactionClass: TransactionClass?
    let category: String?
    let isLeftOut: Bool

    init(_ decided: DecidedSoFar) {
        payee = decided.payee
        series = decided.series
        transactionClass = decided.class
        category = decided.category
        isLeftOut = decided.class == .ignore || decided.excluded == true
    }

    func transactionClass(ofAmount amount: Int64) -> TransactionClass {
        transactionClass ?? (amount > 0 ? .income : .expense)
    }
}
