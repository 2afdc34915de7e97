public import Model

/// An account of the demo household.
///
/// A brokerage account's balance is its cash and the value of its holdings. Any other
/// balance is the sum of posted transactions.
public struct DemoAccount: Sendable {
    /// Unique in the household and stable.
    public let id: String
    public let name: String
    public let institution: Institution
    public let type: AccountType
    /// Cents in cash before the first visible transaction.
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

    /// The balance at the end of a day in cents: cash and the value of holdings.
    /// Negative if money is owed.
    ///
    /// Linear in the number of transactions.
    public func balance(on day: CalendarDay) -> Int64 {
        let cash = transactions.entries.lazy.filter { !$0.isPending && $0.posted <= day }
            .reduce(openingBalance) { $0 + $1.amount }
        return holdings(on: day).reduce(cash) { $0 + $1.marketValue }
    }

    /// The available balance at the end of a day: ``balance(on:)`` with the pending
    /// transactions.
    public func availableBalance(on day: CalendarDay) -> Int64 {
        transactions.entries.lazy.filter { $0.isPending && $0.transacted <= day }
            .reduce(balance(on: day)) { $0 + $1.amount }
    }

    /// The holdings at the end of a day; none outside a brokerage account.
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
    /// The purchase price in cents.
    public let costBasis: Int64
    /// Cents.
    public let marketValue: Int64
}

/// The household's accounts, in the bridge's order.
enum AccountKey: UInt8, CaseIterable, Sendable {
    case checking, savings, visa, mastercard, brokerage, mortgage, carLoan

    var isCard: Bool { self == .visa || self == .mastercard }
}

/// A bank, broker or lender.
public struct Institution: Hashable, Sendable {
    /// The id of its connection.
    public let connection: String
    public let name: String
    /// Its domain, under the reserved ".example".
    public let domain: String
}

/// The fixed properties of an account.
struct AccountProfile: Sendable {
    let id: String
    let name: String
    let institution: Institution
    let type: AccountType

    static func of(_ key: AccountKey) -> AccountProfile {
        switch key {
        case .checking:
            AccountProfile(
                id: "ACT-7d1f04c2-checking", name: "Family Checking (4471)",
                institution: harborline, type: .checking)
        case .savings:
            AccountProfile(
                id: "ACT-31b8e6aa-savings", name: "High Yield Savings (2210)",
                institution: northbeam, type: .savings)
        case .visa:
            AccountProfile(
                id: "ACT-c90a57de-visa", name: "Cash Rewards Visa (8820)",
                institution: meridian, type: .credit)
        case .mastercard:
            AccountProfile(
                id: "ACT-5e2c91b7-mastercard", name: "Platinum Mastercard (3306)",
                institution: harborline, type: .credit)
        case .brokerage:
            AccountProfile(
                id: "ACT-f4436d18-brokerage", name: "Joint Brokerage (5093)",
                institution: cedarPoint, type: .brokerage)
        case .mortgage:
            AccountProfile(
                id: "ACT-0aa87c65-mortgage", name: "30-Year Fixed Mortgage (7718)",
                institution: granite, type: .mortgage)
        case .carLoan:
            AccountProfile(
                id: "ACT-b67e20f9-auto", name: "Auto Loan (1154)",
                institution: lakeshore, type: .loan)
        }
    }

    private static let harborline = Institution(
        connection: "CON-harborline", name: "Harborline Community Bank",
        domain: "harborline.example")
    private static let northbeam = Institution(
        connection: "CON-northbeam", name: "Northbeam Online Bank", domain: "northbeam.example")
    private static let meridian = Institution(
        connection: "CON-meridian", name: "Meridian Card Services", domain: "meridian.example")
    private static let cedarPoint = Institution(
        connection: "CON-cedarpoint", name: "Cedar Point Investments",
        domain: "cedarpoint.example")
    private static let granite = Institution(
        connection: "CON-granite", name: "Granite State Home Loans", domain: "granite.example")
    private static let lakeshore = Institution(
        connection: "CON-lakeshore", name: "Lakeshore Credit Union",
        domain: "lakeshore.example")
}

/// A transaction of the demo household as a bank would send it, with its label.
public struct DemoTransaction: Hashable, Sendable {
    /// Unique within the account. A pending transaction gets another id when it is
    /// posted, as with most banks.
    public let id: String
    /// The posting day, or nil while it is pending.
    public internal(set) var posted: CalendarDay?
    /// The day of the purchase or transfer, never after ``posted``.
    public internal(set) var transacted: CalendarDay
    /// Cents; positive is money that came in.
    public internal(set) var amount: Int64
    public internal(set) var description: String
    public internal(set) var payee: String?
    public internal(set) var memo: String?
    /// The four digits of ISO 18245.
    public internal(set) var merchantCode: String?
    public internal(set) var truth: TruthLabel

    public var isPending: Bool { posted == nil }
}

/// The transactions of one account, oldest first, pending ones last.
///
/// A lazy collection: a transaction's strings are generated on access, in about a
/// microsecond. A million transactions need little memory.
public struct DemoTransactions: RandomAccessCollection, Sendable {
    let entries: [LedgerEntry]
    let catalogue: EntryCatalogue

    public var startIndex: Int { entries.startIndex }
    public var endIndex: Int { entries.endIndex }

    public subscript(position: Int) -> DemoTransaction {
        let entry = entries[position]
        let kind = catalogue[entry.kind]
        let wording = BankWording(kind: kind, entryNumber: entry.number)
        return DemoTransaction(
            id: entry.bankID, posted: entry.isPending ? nil : entry.posted,
            transacted: entry.transacted, amount: entry.amount,
            description: wording.description, payee: wording.payee, memo: wording.memo,
            merchantCode: entry.account.isCard ? wording.merchantCode : nil,
            truth: TruthLabel(
                transactionClass: kind.transactionClass, category: kind.category,
                partner: entry.partner.map {
                    TransactionReference(
                        account: AccountProfile.of($0.account).id,
                        transaction: LedgerEntry.bankID(of: $0.number, isPending: false))
                },
                series: kind.series, paysOff: kind.paysOff, payee: kind.payee))
    }
}
