internal import GRDB

/// A household's secrets in a vault: every text of every table, and the amounts and days.
public struct PrivateFacts: Hashable, Sendable {
    public var texts: Set<String>
    /// Those of them that are names of accounts, banks and the person's own things, which no
    /// public name may repeat.
    public var ownNames: Set<String>
    /// In minor units, without their signs.
    public var amounts: Set<UInt64>
    /// Days since 1970-01-01.
    public var days: Set<Int64>

    public init(
        texts: Set<String>, ownNames: Set<String> = [], amounts: Set<UInt64> = [],
        days: Set<Int64> = []
    ) {
        (self.texts, self.ownNames) = (texts, ownNames)
        (self.amounts, self.days) = (amounts, days)
    }
}

extension Vault {
    /// Reads them. A table that is added later is read, too. Linear in the size of the vault.
    public func privateFacts() throws(VaultError) -> PrivateFacts {
        try read { database in
            var facts = PrivateFacts(texts: [])
            let columns = try Row.fetchAll(
                database,
                sql: """
                    SELECT tables.name, columns.name FROM sqlite_schema AS tables,
                        pragma_table_info(tables.name) AS columns
                    WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'
                        AND columns.type = 'TEXT'
                    """)
            for column in columns {
                let (table, name): (String, String) = try (column.value(0), column.value(1))
                let sql = """
                    SELECT DISTINCT \(name.quotedDatabaseIdentifier)
                    FROM \(table.quotedDatabaseIdentifier)
                    WHERE \(name.quotedDatabaseIdentifier) IS NOT NULL
                    """
                let texts = try TextBytes.fetchAll(database, sql: sql).map(\.text)
                facts.texts.formUnion(texts)
                if Self.tablesOfNames.contains(table) { facts.ownNames.formUnion(texts) }
            }
            let amounts = try Int64.fetchAll(
                database,
                sql: """
                    SELECT amount FROM transactions
                    UNION SELECT balance FROM daily_balances
                    UNION SELECT balance FROM accounts WHERE balance IS NOT NULL
                    UNION SELECT value FROM holdings WHERE value IS NOT NULL
                    UNION SELECT cost FROM holdings WHERE cost IS NOT NULL
                    """)
            facts.amounts = Set(amounts.map(\.magnitude))
            facts.days = try Int64.fetchSet(
                database,
                sql: """
                    SELECT day FROM transactions UNION SELECT day FROM daily_balances
                    UNION SELECT day FROM holding_days
                    """)
            return facts
        }
    }

    private static let tablesOfNames: Set = [
        "connections", "institutions", "accounts", "account_decisions", "category_decisions",
        "transaction_corrections",
    ]
}
