internal import GRDB
public import Model

extension Vault {
    /// Shortens waits that are longer than one from this moment, and moves first days
    /// in the future to today.
    ///
    /// - Parameters:
    ///   - instant: POSIX seconds.
    ///   - today: the instant's day.
    ///   - waits: the back-off in seconds by number of attempts. The last one also
    ///     applies to more attempts, and to actions that wait for the configuration.
    ///   - target: the target whose actions wait for the configuration.
    ///   - longestNotBefore: the longest delay in seconds that a receiver may request.
    public func endTimesAhead(
        of instant: Int64, on today: CalendarDay, waits: [Int64],
        configuredTarget target: String, longestNotBefore: Int64
    ) throws(VaultError) {
        let ahead = FutureTimestampRepair(
            now: instant, today: today.daysSinceEpoch, waits: waits, target: target,
            longestNotBefore: longestNotBefore)
        guard try read(ahead.isAny) else { return }
        try write(ahead.end)
    }
}

/// Repairs times that a clock ahead of the real one left behind.
private struct FutureTimestampRepair {
    let now: Int64
    let today: Int32
    let waits: [Int64]
    let target: String
    let longestNotBefore: Int64

    func isAny(_ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM event_deliveries
                        WHERE state = 'waiting' AND next_try_at > :now)
                    OR EXISTS (SELECT 1 FROM outbox
                        WHERE state = 'waiting' AND next_try_at > :now)
                    OR EXISTS (SELECT 1 FROM event_subscriptions
                        WHERE since_day > :today OR first_seen_at > :now)
                    OR EXISTS (SELECT 1 FROM event_accounts WHERE since_day > :today)
                """,
            arguments: ["now": now, "today": today]) ?? false
    }

    func end(_ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE event_deliveries SET next_try_at = \(Self.latest)
                WHERE state = 'waiting' AND next_try_at > \(Self.latest)
                """,
            arguments: ["now": now, "waits": "\(waits)"])
        try database.execute(
            sql: """
                UPDATE outbox SET next_try_at = \(Self.latestOfAction),
                    not_before = min(not_before, :now + :longest)
                WHERE state = 'waiting' AND next_try_at > \(Self.latestOfAction)
                """,
            arguments: [
                "now": now, "waits": "\(waits)", "target": target, "longest": longestNotBefore,
            ])
        try database.execute(
            sql: "UPDATE event_subscriptions SET first_seen_at = :now WHERE first_seen_at > :now",
            arguments: ["now": now])
        for table in ["event_subscriptions", "event_accounts"] {
            try database.execute(
                sql: "UPDATE \(table) SET since_day = :today WHERE since_day > :today",
                arguments: ["today": today])
        }
    }

    /// The next retry of a row whose last attempt was just now.
    private static let latest = """
        :now + coalesce(json_extract(:waits, '$[' || attempts || ']'),
            json_extract(:waits, '$[#-1]'))
        """

    private static let latestOfAction = """
        max(iif(target = :target AND attempts > 0,
                :now + json_extract(:waits, '$[#-1]'), \(latest)),
            min(not_before, :now + :longest))
        """
}
