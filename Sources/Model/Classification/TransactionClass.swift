/// What a transaction is to the person: the first thing the pipeline decides.
public enum TransactionClass: String, CaseIterable, Sendable {
    case income
    /// Spending; with a positive amount, money back for spending.
    case expense
    /// Between the person's own accounts, or inside an investment account.
    case transfer
    /// In no figure at all.
    case ignore
}

/// The part of a 50/30/20 plan that a transaction belongs to.
public enum Lens: String, CaseIterable, Sendable {
    case need
    case want
    /// Saved, or paid off debt beyond the minimum.
    case saving
}
