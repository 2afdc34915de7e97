import GRDB
import Testing
import Vault

@Suite("Queries of the outbox")
struct OutboxQueryTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
    }

    static let queries: [(String, StatementArguments)] = [
        (OutboxQueries.due, ["target": "webhook x", "now": 0, "limit": 100]),
        (OutboxQueries.nextTries, []), (OutboxQueries.heldUp, []),
        (OutboxQueries.failing("id"), []),
    ]

    /// What failed is little: it keeps everything behind it waiting.
    @Test("look at nothing but what they are for", arguments: 0..<queries.count)
    func plan(query: Int) throws {
        let (sql, arguments) = Self.queries[query]
        let steps = try stored.home.database().read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                .map { $0["detail"] as String }
        }
        let looks = steps.filter { $0.contains("outbox") || $0.contains("held") }
        #expect(!looks.isEmpty)
        for step in looks where !step.hasPrefix("SEARCH ") {
            #expect(step.hasSuffix("USING INDEX outbox_failing"), "\(step)")
        }
    }
}
