internal import GRDB
public import Model

/// A transaction with what the bank said and what was concluded.
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
    /// Nil until the first pass has looked at the transaction.
    public let verdict: Verdict?
    /// The other side of a transfer.
    public let partner: Int64?
    /// The parts that count in figures in place of the whole, where the
    /// transaction is split; they add up to its amount.
    public let splits: [SplitPart]

    /// Who to show: what was concluded, else the bank's payee, else its
    /// description.
    public var payee: String {
        verdict?.payee?.value ?? (bankPayee.isEmpty ? description : bankPayee)
    }
}

/// Which transactions to read, and in what order.
public struct TransactionQuery: Sendable {
    public enum Order: Sendable {
        case newestFirst, oldestFirst
    }

    public var days: Range<CalendarDay>?
    public var account: Int64?
    public var transactionClass: TransactionClass?
    /// The ids of categories, of which it has one; of a split transaction, one of its
    /// parts does. Empty for all.
    public var categories: [String] = []
    /// Tags that the transaction has all of, A to Z without case.
    public var tags: [String] = []
    /// The least amount and the greatest one. Where neither has a sign, money that
    /// went out counts as much as money that came in.
    public var least: AmountBound?
    public var greatest: AmountBound?
    /// Only expenses of which this stage, the last one, gave the category: nobody
    /// else had one. Parts of a split transaction have theirs.
    public var uncategorisedBy: String?
    /// Holds for the description, the payee, as the bank or as the person sees it,
    /// or the memo. It is asked once about each text of the vault.
    public var hasText: (@Sendable (String) -> Bool)?
    /// Leaves transfers and ignored transactions out.
    public var hidesTransfers = false
    /// Leaves transactions of accounts out that the person hides.
    public var leavesOutHiddenAccounts = false
    public var order = Order.newestFirst
    public var limit: Int?
    public var offset = 0

    public init() {}
}

/// The least or the greatest amount that is looked for, in whatever currency.
public struct AmountBound: Hashable, Sendable {
    /// Whether it was written with a sign, and so tells money that came in from
    /// money that went out.
    public let isSigned: Bool
    private let text: String

    /// Nil if the text is no amount such as "12.50", "-50" or "+50".
    public init?(_ text: String) {
        guard text.wholeMatch(of: /[+-]?(\d+(\.\d*)?|\.\d+)/) != nil else { return nil }
        self.text = text
        isSigned = text.first == "-" || text.first == "+"
    }

    /// The bound in the smallest units of a currency. One that lies between two of
    /// them is rounded so that the same amounts are within it.
    ///
    /// - Parameters:
    ///   - exponent: the decimals of the currency.
    ///   - isLeast: whether amounts are to be at least as large.
    public func minorUnits(exponent: Int, isLeast: Bool) -> Int64 {
        let isNegative = text.first == "-"
        do {
            return try MinorUnits.exactly(text, exponent: exponent)
        } catch .tooManyDecimals {
            let decimals = text.firstIndex(of: ".").map { text[$0...].dropFirst().count } ?? 0
            let shorter = AmountBound(String(text.dropLast(max(1, decimals - exponent))))
            let units = shorter?.minorUnits(exponent: exponent, isLeast: isLeast) ?? 0
            // What was cut off is not all zeros, so that the bound lies beyond.
            if isNegative { return isLeast ? units : max(units, .min + 1) - 1 }
            return isLeast ? min(units, .max - 1) + 1 : units
        } catch {
            return isNegative ? -Int64.max : Int64.max
        }
    }
}

/// What the transactions that a query finds come to, in one currency.
public struct TransactionTotal: Hashable, Sendable {
    /// How many there are.
    public let count: Int
    /// All of them; of split ones, where a category was asked for, its parts.
    public let sum: Money
    /// What of it counts in figures: posted income and expenses that nobody
    /// excluded, of accounts that count in totals.
    public let counted: Money
}

extension Vault {
    /// What a query finds comes to, whatever its limit and offset, for each
    /// currency by its code.
    public func totals(of query: TransactionQuery) throws(VaultError) -> [TransactionTotal] {
        try read { database in
            let (sql, arguments) = try TransactionReader.totalStatement(
                for: query, in: database)
            return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
                let currency = Currency(code: row[0], exponent: row[1])
                return TransactionTotal(
                    count: row[2], sum: Money(sum: WideSum.value(row, at: 3), currency: currency),
                    counted: Money(sum: WideSum.value(row, at: 5), currency: currency))
            }
        }
    }
}
