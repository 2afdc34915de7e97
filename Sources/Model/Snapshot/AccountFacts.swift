/// An account as classification sees it.
public struct AccountFacts: Hashable, Sendable {
    /// The vault's number of the account.
    public let id: Int64
    /// The name a person sees: their nickname, else the bank's name.
    public let name: String
    public let institution: String
    /// The person's choice, else what was guessed.
    public let type: AccountType
    public let currency: Currency

    public init(
        id: Int64, name: String, institution: String, type: AccountType, currency: Currency
    ) {
        self.id = id
        self.name = name
        self.institution = institution
        self.type = type
        self.currency = currency
    }
}
