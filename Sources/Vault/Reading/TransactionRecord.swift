internal import GRDB
public import Model

/// A transaction with its facts and conclusions.
public struct TransactionRecord: Sendable {
    public let id: Int64
    public let account: Int64
    public let bankID: String
    public let day: CalendarDay
    public let amount: Money
    public let description: String
    /// The bank's payee, or empty if it sent none.
    public let bankPayee: String
    public let memo: String
    public let merchantCode: String
    public let isPending: Bool
    /// Nil before the first pass over it.
    public var verdict: Verdict?
    /// The other side of a transfer.
    public let partner: Int64?
    /// The purchase that it pays back.
    public let purchase: Int64?
    /// The parts of a split transaction, which count instead of it and add up to its
    /// amount.
    public let splits: [SplitPart]

    /// The displayed payee: as concluded, else the bank's, else the description.
    public var payee: String {
        verdict?.payee?.value ?? (bankPayee.isEmpty ? description : bankPayee)
    }
}

/// A filter and order for reading transactions.
public struct TransactionQuery: Sendable {
    public enum Order: Sendable {
        case newestFirst, oldestFirst
        /// By size, whatever the direction; the newest first of equal ones.
        case largestFirst
        /// By the displayed payee from A to Z, the newest first of each.
        case byPayee
    }

    public var days: Range<CalendarDay>?
    /// Empty for all.
    public var accounts: [Int64] = []
    public var transactionClass: TransactionClass?
    /// Category ids; the transaction or one of its parts has one of them. Empty for all. Income
    /// and transfers without a category of their own have `other`, and are not found by it.
    public var categories: [String] = []
    /// Tags that the transaction must all have; A to Z case-insensitive.
    public var tags: [String] = []
    /// The least and greatest amount. If neither is signed, they apply regardless of
    /// direction.
    public var least: AmountBound?
    public var greatest: AmountBound?
    /// Only expenses whose category came from this last stage, as no other had one;
    /// without split transactions.
    public var uncategorisedBy: String?
    /// Only those whose category is a guess.
    public var isGuessed = false
    /// Only those for which this rule decided something; its ``Rule/id`` as reasons have it.
    public var rule: String?
    /// Only loans between persons.
    public var isLoan = false
    /// The stages that have the rule; nil for any. Rules of two files may have one id.
    public var stagesOfRule: [String]?
    /// The search conditions; a transaction must match all of them.
    public var searches: [TransactionSearch] = []
    /// The displayed payee, as it is written.
    public var payee: String?
    /// Only those that came at this instant or later, in POSIX seconds.
    public var receivedSince: Int64?
    /// Only these.
    public var numbers: Set<Int64>?
    /// Excludes transfers and ignored transactions.
    public var hidesTransfers = false
    /// Excludes transactions of hidden accounts.
    public var leavesOutHiddenAccounts = false
    public var order = Order.newestFirst
    public var limit: Int?
    public var offset = 0

    public init() {}
}

/// Something to look for in the texts of transactions, or in their amounts.
public struct TransactionSearch: Sendable {
    /// Matches the description, the bank's or displayed payee, the memo or the note. Called
    /// once for each string in the vault.
    public let finds: @Sendable (String) -> Bool
    /// The amounts that match too; nil for none.
    public let amounts: (least: AmountBound, greatest: AmountBound)?

    public init(
        amounts: (least: AmountBound, greatest: AmountBound)? = nil,
        finds: @escaping @Sendable (String) -> Bool
    ) {
        self.finds = finds
        self.amounts = amounts
    }
}

/// A lower or upper bound of an amount in any currency.
public struct AmountBound: Hashable, Sendable {
    /// Whether it was written with a sign, which distinguishes the direction.
    public let isSigned: Bool
    private let text: String

    /// Nil if the string is not an amount such as "12.50", "-50" or "+50".
    public init?(_ text: String) {
        guard text.wholeMatch(of: /[+-]?(\d+(\.\d*)?|\.\d+)/) != nil else { return nil }
        self.text = text
        isSigned = text.first == "-" || text.first == "+"
    }

    /// The bound in a currency's minor units. A bound between two of them is rounded so
    /// that it includes the same amounts.
    ///
    /// - Parameters:
    ///   - exponent: the decimals of the currency.
    ///   - isLeast: whether it is a lower bound.
    public func minorUnits(exponent: Int, isLeast: Bool) -> Int64 {
        let isNegative = text.first == "-"
        do {
            return try MinorUnits.exactly(text, exponent: exponent)
        } catch .tooManyDecimals {
            let decimals = text.firstIndex(of: ".").map { text[$0...].dropFirst().count } ?? 0
            let shorter = AmountBound(String(text.dropLast(max(1, decimals - exponent))))
            let units = shorter?.minorUnits(exponent: exponent, isLeast: isLeast) ?? 0
            // The dropped digits are not all zeros, so the bound is beyond.
            if isNegative { return isLeast ? units : max(units, .min + 1) - 1 }
            return isLeast ? min(units, .max - 1) + 1 : units
        } catch {
            return isNegative ? -Int64.max : Int64.max
        }
    }
}
