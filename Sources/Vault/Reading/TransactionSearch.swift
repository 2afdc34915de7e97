internal import GRDB

extension Vault {
    /// The displayed payees, each once.
    public func displayedPayees() throws(VaultError) -> [String] {
        try read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT payee FROM verdicts WHERE payee IS NOT NULL
                    UNION SELECT \(TransactionReader.displayedPayee) FROM transactions
                    \(TransactionReader.conclusions)
                    WHERE voided_at IS NULL AND verdicts.payee IS NULL
                    ORDER BY 1
                    """)
        }
    }

    /// A query with its searches done: it names the transactions that they found, so that
    /// several questions about these search once.
    public func searched(_ query: TransactionQuery) throws(VaultError) -> TransactionQuery {
        guard !query.searches.isEmpty else { return query }
        var (all, found) = (query, query)
        (all.limit, all.offset) = (nil, 0)
        found.numbers = Set(try transactionNumbers(all))
        found.searches = []
        return found
    }

    /// All tags, from A to Z.
    public func tagNames() throws(VaultError) -> [String] {
        try read { database in
            let lists = try TextBytes.fetchAll(
                database, sql: "SELECT DISTINCT tags FROM verdicts WHERE tags IS NOT NULL")
            let tags = lists.flatMap { $0.text.split(separator: "\n").map(String.init) }
            return Set(tags).sorted()
        }
    }

    /// When the newest transactions began to come: with the last sync that brought some, of
    /// all connections if they were synced one after another. Nil without transactions.
    public func beginningOfNewest() throws(VaultError) -> Int64? {
        try read { database in
            let newest = try Int64.fetchOne(
                database, sql: "SELECT max(first_received_at) FROM transactions")
            guard let newest else { return nil }
            let syncs = try Row.fetchAll(
                database,
                sql: """
                    SELECT started_at, coalesce(finished_at, started_at) FROM syncs
                    WHERE started_at <= ? ORDER BY started_at DESC, id DESC LIMIT 100
                    """,
                arguments: [newest])
            guard var first: Int64 = try syncs.first?.value(0) else { return newest }
            for sync in syncs {
                let (started, ended): (Int64, Int64) = try (sync.value(0), sync.value(1))
                guard ended >= first - Self.pauseBetweenConnections else { break }
                first = started
            }
            return first
        }
    }

    /// The seconds between the syncs of two connections by one command.
    private static let pauseBetweenConnections: Int64 = 30
}

/// The strings that match a search, by row ID.
///
/// A vault stores each string once, so a search filters strings before transactions.
struct FoundTexts {
    /// A JSON array of row IDs.
    private let texts: String
    /// Verdicts whose payee or note matches.
    private let verdicts: String

    init(where isFound: (String) -> Bool, in database: Database) throws {
        func numbers(_ sql: String) throws -> String {
            var found: [String] = []
            try RowIterator(database, sql: sql).forEach { row in
                if isFound(row.text(1)) { found.append(String(row.integer(0))) }
            }
            return "[\(found.joined(separator: ","))]"
        }
        texts = try numbers("SELECT id, value FROM texts")
        verdicts = try numbers(
            """
            SELECT id, payee FROM verdicts WHERE payee IS NOT NULL
            UNION ALL SELECT id, notes FROM verdicts WHERE notes IS NOT NULL
            """)
    }

    /// The condition for a transaction with a matching string.
    var condition: String {
        """
        (description_id IN (SELECT value FROM json_each(?))
         OR payee_id IN (SELECT value FROM json_each(?))
         OR memo_id IN (SELECT value FROM json_each(?))
         OR coalesce(verdict_id IN (SELECT value FROM json_each(?)), 0))
        """
    }

    var arguments: [any DatabaseValueConvertible] { [texts, texts, texts, verdicts] }
}
