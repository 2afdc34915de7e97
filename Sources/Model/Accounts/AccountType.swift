/// What kind of account a bank's account is.
public enum AccountType: String, CaseIterable, Sendable {
    case checking, savings, credit, investment, brokerage, loan, mortgage, other

    /// Whether the account's balance is money owed.
    public var isLiability: Bool {
        switch self {
        case .credit, .loan, .mortgage: true
        case .checking, .savings, .investment, .brokerage, .other: false
        }
    }

    /// Whether it is paid off bit by bit, unlike a card, with which things are
    /// bought.
    public var isLoan: Bool {
        switch self {
        case .loan, .mortgage: true
        case .checking, .savings, .credit, .investment, .brokerage, .other: false
        }
    }

    public var netWorthGroup: NetWorthGroup {
        switch self {
        case .checking, .savings, .other: .bankAccounts
        case .investment, .brokerage: .investments
        case .credit, .loan, .mortgage: .liabilities
        }
    }
}

/// The three blocks of a net-worth statement, in the order they are shown.
public enum NetWorthGroup: String, CaseIterable, Sendable {
    case bankAccounts = "bank accounts"
    case investments
    case liabilities
}
