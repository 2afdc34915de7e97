internal import GRDB
public import Model

/// The total of a query's transactions in one currency.
public struct TransactionTotal: Hashable, Sendable {
    public let count: Int
    /// All transactions. If a category was requested, split ones count by their parts.
    public let sum: Money
    /// The part that counts in figures: posted income and expenses that are not
    /// excluded, of accounts that count in totals.
    public let counted: Money
    /// The number of transactions that count in figures.
    public let countedCount: Int
}

extension Vault {
    /// The totals of a query by currency code, regardless of limit and offset.
    public func totals(of query: TransactionQuery) throws(VaultError) -> [TransactionTotal] {
        try read { database in
            let (sql, arguments) = try TransactionReader.totalStatement(
                for: query, in: database)
            return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
                let currency = try Currency(code: row.value(0), exponent: row.value(1))
                return try TransactionTotal(
                    count: row.value(2),
                    sum: Money(sum: WideSum.value(row, at: 3), currency: currency),
                    counted: Money(sum: WideSum.value(row, at: 5), currency: currency),
                    countedCount: row.value(7))
            }
        }
    }
}

extension TransactionReader {
    static func totalStatement(
        for query: TransactionQuery, in database: Database
    ) throws -> (sql: String, StatementArguments) {
        let (conditions, arguments) = try conditions(of: query, in: database)
        // Where categories are asked for, split transactions count by their parts in them.
        let isMeant =
            query.categories.isEmpty
            ? "1"
            : "split_parts.position IS NULL OR \(isPartInCategories(places(for: query.categories)))"
        let isCounted = """
            is_pending = 0 AND NOT \(PartColumns.isExcluded)
                AND \(PartColumns.class) IN ('income', 'expense') AND \(Vault.isCounted)
            """
        // To tell many numbers apart takes long, so only split transactions are.
        func count(_ isMeant: String) -> String {
            """
            count(iif(\(isMeant) AND NOT is_part, 1, NULL))
                + count(DISTINCT iif(\(isMeant) AND is_part, found.id, NULL))
            """
        }
        let sql = """
            SELECT code, exponent, \(count("1")), \(WideSum.sql("amount")),
                \(WideSum.sql("iif(is_counted, amount, 0)")), \(count("is_counted"))
            FROM (
                SELECT transactions.id AS id, transactions.account_id,
                    split_parts.position IS NOT NULL AS is_part,
                    \(PartColumns.amount) AS amount, \(isCounted) AS is_counted
                FROM transactions \(Self.conclusions) \(PartColumns.join)
                \(conditions) AND (\(isMeant))
            ) AS found
            JOIN accounts ON accounts.id = found.account_id
            JOIN currencies ON currencies.id = currency_id
            GROUP BY currencies.id ORDER BY code
            """
        return (sql, StatementArguments(arguments + query.categories))
    }
}
