internal import GRDB

/// Which holds may have become which posted transactions, and what the person
/// said about it.
struct SettlementDoubts {
    let database: Database

    func note(hold: Int64, posted: Int64) throws {
        try database.execute(
            sql: """
                INSERT INTO settlement_candidates (hold_id, posted_id) VALUES (?, ?)
                ON CONFLICT DO NOTHING
                """,
            arguments: [hold, posted])
    }

    /// Offers what an account keeps where its double in an account that became it was offered. The
    /// double stays, for when the person makes them two again.
    func offer(_ kept: Int64, where double: Int64) throws {
        try database.execute(
            sql: """
                INSERT INTO settlement_candidates (hold_id, posted_id)
                SELECT hold_id, ? FROM settlement_candidates WHERE posted_id = ?
                ON CONFLICT DO NOTHING
                """,
            arguments: [kept, double])
        try database.execute(
            sql: "UPDATE settlement_decisions SET posted_id = ? WHERE posted_id = ?",
            arguments: [kept, double])
    }

    func forget(hold: Int64) throws {
        try database.execute(
            sql: "DELETE FROM settlement_candidates WHERE hold_id = ?", arguments: [hold])
    }

    /// Holds about which the person has to decide, or has decided.
    func asked() throws -> Set<Int64> {
        try Set(
            Int64.fetchAll(database, sql: "SELECT DISTINCT hold_id FROM settlement_candidates"))
    }

    /// Holds about which the person has decided.
    func decided() throws -> Set<Int64> {
        try Set(Int64.fetchAll(database, sql: "SELECT hold_id FROM settlement_decisions"))
    }

    /// Whether the person said that a pending transaction became another one.
    func isSettled(hold: Int64) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM settlement_decisions
                    WHERE hold_id = ? AND posted_id IS NOT NULL)
                """,
            arguments: [hold]) ?? false
    }

    /// Whether something was decided about a transaction, so that it matters which one it is.
    func isDecided(_ transaction: Int64) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM transaction_corrections WHERE transaction_id = :id
                    UNION ALL SELECT 1 FROM overruled_rules WHERE transaction_id = :id
                    UNION ALL SELECT 1 FROM series_decisions WHERE transaction_id = :id
                    UNION ALL SELECT 1 FROM series_reminders WHERE transaction_id = :id
                    UNION ALL SELECT 1 FROM pair_decisions
                        WHERE first_id = :id OR second_id = :id)
                """,
            arguments: ["id": transaction]) ?? false
    }

    /// The candidates of each hold that is still in doubt.
    func open() throws -> [(hold: Int64, posted: [Int64])] {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT hold_id, posted_id \(Self.openPairs) ORDER BY hold_id DESC, posted_id")
        var open: [(hold: Int64, posted: [Int64])] = []
        while let row = try rows.next() {
            let (hold, posted): (Int64, Int64) = (row[0], row[1])
            if open.last?.hold == hold {
                open[open.count - 1].posted.append(posted)
            } else {
                open.append((hold, [posted]))
            }
        }
        return open
    }

    /// The number of holds that are still in doubt.
    func openCount() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(DISTINCT hold_id) \(Self.openPairs)") ?? 0
    }

    private static let openPairs = """
        FROM settlement_candidates
        JOIN transactions AS holds ON holds.id = hold_id
        JOIN transactions AS posted ON posted.id = posted_id
        WHERE holds.voided_at IS NOT NULL AND posted.voided_at IS NULL
            AND holds.account_id = posted.account_id
            AND holds.account_id NOT IN (SELECT from_account FROM account_merges)
            AND hold_id NOT IN (SELECT hold_id FROM settlement_decisions)
            AND posted_id NOT IN (
                SELECT posted_id FROM settlement_decisions WHERE posted_id IS NOT NULL)
        """
}
