internal import GRDB
internal import Model

/// The table of candidates for ambiguous transfers.
struct CandidateStore {
    let database: Database

    func all() throws -> [Int64: [Int64]] {
        var candidates: [Int64: [Int64]] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT transaction_id, candidate_id FROM transfer_candidates
                ORDER BY transaction_id, candidate_id
                """)
        while let row = try rows.next() {
            try candidates[row.value(0), default: []].append(row.value(1))
        }
        return candidates
    }

    /// Writes the differences.
    func replace(_ stored: [Int64: [Int64]], with candidates: [Int64: [Int64]]) throws {
        let delete = try database.cachedStatement(
            sql: "DELETE FROM transfer_candidates WHERE transaction_id = ?")
        let insert = try database.cachedStatement(
            sql: "INSERT INTO transfer_candidates (transaction_id, candidate_id) VALUES (?, ?)")
        for transaction in Set(stored.keys).union(candidates.keys).sorted()
        where stored[transaction] != candidates[transaction] {
            try delete.execute(arguments: [transaction])
            for candidate in candidates[transaction] ?? [] {
                try insert.execute(arguments: [transaction, candidate])
            }
        }
    }
}
