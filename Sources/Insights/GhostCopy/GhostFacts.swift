public import Model

/// The figures of a household without its names, from which a ghost-safe copy is made.
public struct GhostFacts: Sendable {
    /// One amount of a counted transaction, or of a part of it.
    public struct Movement: Hashable, Sendable {
        public let day: CalendarDay
        /// The position in ``GhostFacts/accounts``.
        public let account: Int
        public let isIncome: Bool
        /// A public name, such as "Groceries".
        public let category: String
        /// A public name, if merchants are to be named.
        public let merchant: String?
        /// Minor units; negative for money that went out.
        public let amount: Int64

        public init(
            day: CalendarDay, account: Int, isIncome: Bool, category: String,
            merchant: String? = nil, amount: Int64
        ) {
            (self.day, self.account, self.isIncome) = (day, account, isIncome)
            (self.category, self.merchant, self.amount) = (category, merchant, amount)
        }
    }

    /// A recurring payment.
    public struct Commitment: Hashable, Sendable {
        public let category: String
        public let frequency: Frequency
        /// Minor units a month; negative for money that goes out.
        public let monthly: Int64

        public init(category: String, frequency: Frequency, monthly: Int64) {
            (self.category, self.frequency, self.monthly) = (category, frequency, monthly)
        }
    }

    public struct Account: Hashable, Sendable {
        public let type: AccountType
        /// Minor units; nil if no bank reported one.
        public let balance: Int64?

        public init(type: AccountType, balance: Int64?) {
            (self.type, self.balance) = (type, balance)
        }
    }

    /// The running period of a category's budget.
    public struct Budget: Hashable, Sendable {
        public let category: String
        /// How much of it is spent; more than 100 if too much is.
        public let usedPercent: Int

        public init(category: String, usedPercent: Int) {
            (self.category, self.usedPercent) = (category, usedPercent)
        }
    }

    public let movements: [Movement]
    public let commitments: [Commitment]
    public let accounts: [Account]
    public let budgets: [Budget]
    /// The months of which everything is known; nil for all.
    public let known: Range<CalendarMonth>?

    public init(
        movements: [Movement], commitments: [Commitment], accounts: [Account],
        budgets: [Budget] = [], known: Range<CalendarMonth>? = nil
    ) {
        self.known = known
        (self.movements, self.commitments) = (movements, commitments)
        (self.accounts, self.budgets) = (accounts, budgets)
    }

    /// "Asset_A (Checking)", in the order of the accounts.
    public var accountNames: [String] {
        var (assets, liabilities) = (0, 0)
        return accounts.map { account in
            let kind = account.type.isLiability ? "Liability" : "Asset"
            let position = account.type.isLiability ? liabilities : assets
            if account.type.isLiability { liabilities += 1 } else { assets += 1 }
            let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            let name = position < letters.count ? String(letters[position]) : "\(position + 1)"
            return "\(kind)_\(name) (\(Self.words(account.type)))"
        }
    }

    private static func words(_ type: AccountType) -> String {
        type == .credit
            ? "Credit Card" : type.rawValue.prefix(1).uppercased() + type.rawValue.dropFirst()
    }
}
