/// An account as classification sees it.
public struct AccountFacts: Hashable, Sendable {
    /// The row ID of the account.
    public let id: Int64
    /// The name a person sees: their nickname, else the bank's name.
    public let name: String
    /// What the bank calls it, which its texts may name it by.
    public let bankName: String
    public let institution: String
    /// The person's choice, else what was guessed.
    public let type: AccountType
    public let currency: Currency
    /// The bank's own id of the account.
    public let bankID: String
    /// The newest balance in minor units, negative where money is owed; nil
    /// until a bank gives one.
    public let balance: Int64?
    /// What of the balance can be drawn, in minor units, where the bank says so.
    public let availableBalance: Int64?
    /// The UTC day of the balance.
    public let balanceDay: CalendarDay?

    /// Whether the account's balance is money owed.
    public var isLiability: Bool { type.isLiability }

    public init(
        id: Int64, name: String, bankName: String? = nil, institution: String, type: AccountType,
        currency: Currency, bankID: String = "", balance: Int64? = nil,
        availableBalance: Int64? = nil, balanceDay: CalendarDay? = nil
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
    }
}

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

/// What a person wants an account to take part in.
public enum AccountVisibility: String, CaseIterable, Sendable {
    /// Shown, and counted in every total.
    case counted
    /// Shown, but left out of totals.
    case trackingOnly = "tracking-only"
    /// Neither shown in lists nor counted.
    case hidden

    /// Whether the account's balance and transactions belong to totals.
    public var isCounted: Bool { self == .counted }
}
