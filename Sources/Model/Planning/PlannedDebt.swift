/// A debt as the person describes it: typed, or an account with what its bank doesn't tell.
public struct PlannedDebt: Hashable, Sendable {
    /// Unique among the debts.
    public let name: String
    /// The name or number of the account whose balance it is; nil for a typed one.
    public let account: String?
    /// What is owed, in whole units; nil if the account tells it, or nobody does.
    public let balance: DecimalAmount?
    /// Percent a year.
    public let rate: DecimalAmount?
    /// The least monthly payment.
    public let minimum: DecimalAmount?
    /// The months in which equal payments repay it, instead of a minimum.
    public let term: Int?
    /// The first months, in which no payment is due.
    public let grace: Int
    /// A currency's code; nil for the account's, or the person's usual one.
    public let currency: String?

    public init(
        name: String, account: String? = nil, balance: DecimalAmount? = nil,
        rate: DecimalAmount? = nil, minimum: DecimalAmount? = nil, term: Int? = nil,
        grace: Int = 0, currency: String? = nil
    ) {
        self.name = name
        self.account = account
        self.balance = balance
        self.rate = rate
        self.minimum = minimum
        self.term = term
        self.grace = grace
        self.currency = currency
    }
}
