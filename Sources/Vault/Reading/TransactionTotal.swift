internal import GRDB
public import Model

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
