public import Model

/// One account of the made-up household, with all that is shown of it.
///
/// A brokerage account's balance is its cash and the value of its holdings;
/// every other account's is the sum of what was posted.
public struct DemoAccount: Sendable {
    /// Unique in the household and always the same.
    public let id: String
    public let name: String
    public let institution: Institution
    public let type: AccountType
    /// Cents in cash before the first transaction that is shown.
    public let openingBalance: Int64
    public let transactions: DemoTransactions

    private let prices: SharePrices
    private let trades: [Trade]

    init(
        key: AccountKey, openingBalance: Int64, transactions: DemoTransactions,
        prices: SharePrices, trades: [Trade]
    ) {
        let profile = AccountProfile.of(key)
        id = profile.id
        name = profile.name
        institution = profile.institution
        type = profile.type
        self.openingBalance = openingBalance
        self.transactions = transactions
        self.prices = prices
        self.trades = trades
    }

    /// Cents at the end of a day, negative where money is owed: cash, and
    /// what the holdings are worth.
    ///
    /// Looks at every transaction.
    public func balance(on day: CalendarDay) -> Int64 {
        let cash = transactions.entries.lazy.filter { !$0.isPending && $0.posted <= day }
            .reduce(openingBalance) { $0 + $1.amount }
        return holdings(on: day).reduce(cash) { $0 + $1.marketValue }
    }

    /// What the account can spend at the end of a day: ``balance(on:)`` with
    /// the pending transactions.
    public func availableBalance(on day: CalendarDay) -> Int64 {
        transactions.entries.lazy.filter { $0.isPending && $0.transacted <= day }
            .reduce(balance(on: day)) { $0 + $1.amount }
    }

    /// The holdings at the end of a day, none but in a brokerage account.
    public func holdings(on day: CalendarDay) -> [DemoHolding] {
        Fund.allCases.compactMap { fund in
            let bought = trades.filter { $0.fund == fund && $0.day <= day }
            guard let first = bought.first else { return nil }
            let shares = bought.reduce(0) { $0 + $1.shares }
            return DemoHolding(
                id: "HLD-\(fund.symbol.lowercased())", symbol: fund.symbol, name: fund.name,
                firstBought: first.day, shares: shares,
                costBasis: bought.reduce(0) { $0 + $1.cost },
                marketValue: prices.value(ofThousandths: shares, of: fund, on: day))
        }
    }
}

/// A security held in a brokerage account.
public struct DemoHolding: Hashable, Sendable {
    public let id: String
    public let symbol: String
    public let name: String
    public let firstBought: CalendarDay
    /// Thousandths of a share.
    public let shares: Int64
    /// Cents paid for all of it.
    public let costBasis: Int64
    /// Cents.
    public let marketValue: Int64
}
