public import Model

/// What a transaction truly is: what a perfect classifier would say.
public struct TruthLabel: Hashable, Sendable {
    public let transactionClass: TransactionClass
    /// The category of an expense; nil for income and transfers.
    public let category: String?
    /// The other side of a transfer between the household's accounts; nil
    /// also where that side is not within the history that is shown.
    public internal(set) var partner: TransactionReference?
    /// The recurring series that it is a part of.
    public let series: TruthSeries?
    /// What it pays off, where it is either side of such a payment.
    public let paysOff: Debt?
    /// The clean name of the other party.
    public let payee: String
}

/// A debt that is paid off by transfers.
public enum Debt: String, CaseIterable, Sendable {
    case card, loan
}

/// The ids that find one transaction in a household.
public struct TransactionReference: Hashable, Sendable {
    public let account: String
    public let transaction: String

    public init(account: String, transaction: String) {
        self.account = account
        self.transaction = transaction
    }
}
