internal import GRDB
internal import Model

/// Takes away what was told long ago.
///
/// Nothing is told again for it: whatever is older than what was taken away is
/// known to its subscription from then on.
struct EventPruning {
    let database: Database

    /// Longer than a year, so that last year's can be looked up.
    private static let daysKept = 400

    func prune(asOf day: CalendarDay) throws {
        let horizon = day.adding(days: -Self.daysKept).daysSinceEpoch
        let old = try Row.fetchAll(
            database,
            sql: """
                SELECT id, subscription_id, transaction_id FROM events
                WHERE day < :horizon AND happened_on < :horizon
                    AND NOT EXISTS (SELECT 1 FROM event_deliveries WHERE event_id = events.id
                        AND state IN ('waiting', 'set-aside'))
                    AND NOT EXISTS (SELECT 1 FROM outbox WHERE event_id = events.id
                        AND state IN ('waiting', 'set-aside'))
                """,
            arguments: ["horizon": horizon])
        for row in old {
            let event: Int64 = row[0]
            try database.execute(
                sql: """
                    UPDATE event_subscriptions SET since_day = max(since_day, ?),
                        since_transaction = max(since_transaction, coalesce(?, 0))
                    WHERE id = ?
                    """,
                arguments: [horizon, row[2] as Int64?, row[1] as Int64])
            for table in ["event_deliveries", "outbox"] {
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE event_id = ?", arguments: [event])
            }
            try database.execute(sql: "DELETE FROM events WHERE id = ?", arguments: [event])
        }
    }
}
