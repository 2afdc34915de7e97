internal import GRDB

/// The tables of holds with several possible posted versions, and of the person's
/// decisions about them.
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

    /// After a merge, offers the kept transaction wherever its duplicate was a candidate.
    /// The duplicate's entry stays, in case the merge is undone.
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

    /// Holds with candidates, whether or not the person has decided.
    func asked() throws -> Set<Int64> {
        try Set(
            Int64.fetchAll(database, sql: "SELECT DISTINCT hold_id FROM settlement_candidates"))
    }

    /// Holds that the person has decided about.
    func decided() throws -> Set<Int64> {
        try Set(Int64.fetchAll(database, sql: "SELECT hold_id FROM settlement_decisions"))
    }

    /// Whether the person chose the posted version of a hold.
    func isSettled(hold: Int64) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM settlement_decisions
                    WHERE hold_id = ? AND posted_id IS NOT NULL)
                """,
            arguments: [hold]) ?? false
    }

    /// Whether a transaction has decisions, which must not move to another.
    func isDecided(_ transaction: Int64) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM transaction_corrections WHERE transaction_id = :id
                    UNION ALL SELECT 1 FROM confirmations WHERE transaction_id = :id
                    UNION ALL SELECT 1 FROM series_decisions WHERE transaction_id = :id
                    UNION ALL SELECT 1 FROM series_reminders WHERE transaction_id = :id
                    UNION ALL SELECT 1 FROM series_notes WHERE transaction_id = :id
                    UNION ALL SELECT 1 FROM pair_decisions
                        WHERE first_id = :id OR second_id = :id)
                """,
            arguments: ["id": transaction]) ?? false
    }

    /// The undecided holds with their candidates.
    func open() throws -> [(hold: Int64, posted: [Int64])] {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT hold_id, posted_id \(Self.openPairs) ORDER BY hold_id DESC, posted_id")
        var open: [(hold: Int64, posted: [Int64])] = []
        while let row = try rows.next() {
            let (hold, posted): (Int64, Int64) = try (row.value(0), row.value(1))
            if open.last?.hold == hold {
                open[open.count - 1].posted.append(posted)
            } else {
                open.append((hold, [posted]))
            }
        }
        return open
    }

    /// The number of undecided holds.
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
