/// An account as classification sees it.
public struct AccountFacts: Hashable, Sendable {
    /// The row ID of the account.
    public let id: Int64
    /// The displayed name: the person's nickname, else the bank's name.
    public let name: String
    /// The bank's name for it, which its transactions may mention.
    public let bankName: String
    public let institution: String
    /// The person's choice, else the guess.
    public let type: AccountType
    public let currency: Currency
    /// The bank's id of the account.
    public let bankID: String
    /// The newest balance in minor units, negative if money is owed; nil until a bank
    /// gives one.
    public let balance: Int64?
    /// The available balance in minor units, if the bank gives one.
    public let availableBalance: Int64?
    /// The UTC day of the balance.
    public let balanceDay: CalendarDay?
    /// Whether it counts in totals.
    public let isCounted: Bool

    /// Whether the balance is money owed.
    public var isLiability: Bool { type.isLiability }

    public init(
        id: Int64, name: String, bankName: String? = nil, institution: String, type: AccountType,
        currency: Currency, bankID: String = "", balance: Int64? = nil,
        availableBalance: Int64? = nil, balanceDay: CalendarDay? = nil, isCounted: Bool = true
    ) {
        self.id = id
        self.name = name
        self.bankName = bankName ?? name
        self.institution = institution
        self.type = type
        self.currency = currency
        self.bankID = bankID
        self.balance = balance
        self.availableBalance = availableBalance
        self.balanceDay = balanceDay
        self.isCounted = isCounted
    }
}

/// The kind of an account.
public enum AccountType: String, CaseIterable, Sendable {
    case checking, savings, credit, investment, brokerage, loan, mortgage, other
    /// Money in the hand.
    case cash
    /// Anything else that is worth something: a house, a car, money lent.
    case asset

    /// Whether the balance is money owed.
    public var isLiability: Bool {
        switch self {
        case .credit, .loan, .mortgage: true
        case .checking, .savings, .investment, .brokerage, .other, .cash, .asset: false
        }
    }

    /// Whether it is paid off in instalments, unlike a card.
    public var isLoan: Bool {
        switch self {
        case .loan, .mortgage: true
        case .checking, .savings, .credit, .investment, .brokerage, .other, .cash, .asset: false
        }
    }

    public var netWorthGroup: NetWorthGroup {
        switch self {
        case .checking, .savings, .other, .cash: .bankAccounts
        case .investment, .brokerage: .investments
        case .asset: .otherAssets
        case .credit, .loan, .mortgage: .liabilities
        }
    }
}

/// The blocks of a net-worth statement, in display order.
public enum NetWorthGroup: String, CaseIterable, Sendable {
    case bankAccounts = "bank accounts"
    case investments
    case otherAssets = "other assets"
    case liabilities
}

/// The person's choice of where an account appears.
public enum AccountVisibility: String, CaseIterable, Sendable {
    /// Shown and counted in every total.
    case counted
    /// Shown but not counted in totals.
    case trackingOnly = "tracking-only"
    /// Neither shown in lists nor counted.
    case hidden

    /// Whether its balance and transactions count in totals.
    public var isCounted: Bool { self == .counted }
}
