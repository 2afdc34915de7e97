public import Classification
public import Model
public import Scripting

/// A question of a handler about the vault, as of a day.
public enum HandlerQuery: Sendable {
    /// What was spent, less refunds.
    case spent(QueryFilter)
    case income(QueryFilter)
    case count(QueryFilter)
    /// The newest transactions first.
    case transactions(QueryFilter, limit: Int)
    /// The balance of the account with a name.
    case balance(account: String)
}

/// The transactions that a query is about.
public struct QueryFilter: Sendable {
    /// Nil for all days.
    public let period: PeriodWords?
    /// Category ids; empty for all. Of a split transaction the parts in them count.
    public let categories: [String]
    /// The other fields; nil for none.
    public let condition: ConditionSearch?
}

/// The answer to a query.
public enum VaultAnswer: Sendable {
    /// One sum for each currency, at least one.
    case sums([Money])
    case count(Int)
    /// Transactions, as events have them.
    case rows([ScriptTable])
    /// Nil if no balance is known for the day.
    case balance(Money?)

    public static func transactions(_ transactions: [EventTransaction]) -> VaultAnswer {
        .rows(transactions.map(\.table))
    }
}

/// A query that can't be answered. The message is for the handler's author.
public struct QueryMistake: Error {
    public let message: String

    public init(_ message: String) {
        self.message = message
    }
}

/// What answers the queries of handlers.
public protocol VaultAnswering: AnyObject {
    /// - Parameter day: the last day that counts, and the one that periods count from.
    func answer(
        _ query: HandlerQuery, asOf day: CalendarDay
    ) throws(QueryMistake) -> VaultAnswer
}

/// The words of queries.
public enum QueryWord: String, CaseIterable, Sendable {
    case spent, income, count, transactions, balance

    /// A description in Markdown.
    public var help: String {
        switch self {
        case .spent:
            "What was spent, less refunds, as `ghostvault spending` counts it: a number, and the "
                + "same as text with its currency."
        case .income: "The income, as `ghostvault income` counts it; returned like `spent`."
        case .count: "The number of transactions that `ghostvault transactions --where` finds."
        case .transactions: "These transactions, the newest first, as in events."
        case .balance:
            "The balance of the account with this name at the end of the event's day, returned "
                + "like `spent`; nil if it is not known."
        }
    }
}

extension VaultAnswer {
    /// What the query's word returns.
    ///
    /// - Parameter word: for messages.
    func values(of word: QueryWord) throws(QueryMistake) -> [ScriptValue] {
        switch self {
        case .count(let count): return [.integer(Int64(count))]
        case .rows(let rows):
            let shape = EventTransaction.shape
            return [.table(ScriptTable(array: rows.map { .table(shape.completed($0)) }))]
        case .balance(let balance): return balance.map(Self.values) ?? [.nil, .nil]
        case .sums(let sums):
            guard let sum = sums.first, sums.count == 1 else {
                let codes = sums.map(\.currency.code).joined(separator: " and ")
                throw QueryMistake(
                    "\"\(word.rawValue)\" has sums in \(codes); add a currency, as in currency = "
                        + "\"\(sums.first?.currency.code ?? "USD")\"")
            }
            return Self.values(of: sum)
        }
    }

    private static func values(of money: Money) -> [ScriptValue] {
        [.amount(money), .string(money.eventText)]
    }
}
