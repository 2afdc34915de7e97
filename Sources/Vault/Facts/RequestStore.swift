internal import GRDB
public import Model

// The count of requests to a bridge, given a clock that may have been changed.
//
// A request in the future dates from before the clock was set back. It counts from the
// moment it is first found in the future, for a day. Should that clock have been the
// wrong one, it counts by its own time once the clock gets there.

extension Vault {
    /// Stores which requests are in the future, so that each counts for one day from
    /// now.
    ///
    /// - Parameter instant: POSIX seconds.
    public func noteRequestsAhead(of instant: Int64) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: """
                    UPDATE requests SET found_ahead_at = iif(reserved_at > :now, :now, NULL)
                    WHERE iif(reserved_at > :now, coalesce(found_ahead_at > :now, TRUE),
                        found_ahead_at IS NOT NULL)
                    """,
                arguments: ["now": instant])
        }
    }

    /// Counts a request before it is sent, unless a limit is reached.
    ///
    /// - Parameters:
    ///   - instant: POSIX seconds.
    ///   - limit: requests per UTC day.
    ///   - rollingLimit: requests per 24 hours; nil for no such limit.
    /// - Returns: the day's remaining requests after this one, or nil if none may be
    ///   sent.
    public func reserveRequest(
        connection: Int64, sync: Int64?, window: Range<CalendarDay>?, at instant: Int64,
        limit: Int, rollingLimit: Int? = nil
    ) throws(VaultError) -> Int? {
        try write { database in
            let requests = RequestStore(database: database, connection: connection, now: instant)
            let used = try requests.countOfDay()
            guard used < limit else { return nil }
            if let rollingLimit, try requests.times().count >= rollingLimit { return nil }
            try database.execute(
                sql: """
                    INSERT INTO requests
                        (connection_id, sync_id, reserved_at, window_start, window_end)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    connection, sync, instant, window?.lowerBound.daysSinceEpoch,
                    window?.upperBound.daysSinceEpoch,
                ])
            return limit - used - 1
        }
    }

    /// Takes back the last reservation of a sync, for a request that never left this
    /// machine.
    public func releaseRequest(sync: Int64) throws(VaultError) {
        try write { database in
            try database.execute(
                sql:
                    "DELETE FROM requests WHERE id = (SELECT max(id) FROM requests WHERE sync_id = ?)",
                arguments: [sync])
        }
    }

    /// The number of requests on the UTC day of an instant.
    public func requestsUsed(connection: Int64, at instant: Int64) throws(VaultError) -> Int {
        try read {
            try RequestStore(database: $0, connection: connection, now: instant).countOfDay()
        }
    }

    /// When the last 24 hours will hold fewer requests than a limit; nil if they do
    /// now.
    ///
    /// - Parameter instant: POSIX seconds.
    public func rollingLimitEnds(
        connection: Int64, limit: Int, at instant: Int64
    ) throws(VaultError) -> Int64? {
        try read { database in
            let times = try RequestStore(database: database, connection: connection, now: instant)
                .times()
            return times.count < limit ? nil : times[limit - 1] + RequestStore.secondsADay
        }
    }
}

/// A connection's requests that still count.
private struct RequestStore {
    let database: Database
    let connection: Int64
    /// POSIX seconds.
    let now: Int64

    static let secondsADay: Int64 = 86_400

    /// The number of requests of the UTC day.
    func countOfDay() throws -> Int {
        let midnight = CalendarDay(secondsSinceEpoch: now).secondsSinceEpoch
        return try times().count { $0 >= midnight }
    }

    /// The counted times of requests in the last 24 hours, the newest first.
    func times() throws -> [Int64] {
        try Int64.fetchAll(
            database,
            sql: """
                SELECT iif(reserved_at > :now, coalesce(min(found_ahead_at, :now), :now),
                    reserved_at) AS counted_at
                FROM requests WHERE connection_id = :connection AND reserved_at > :start
                    AND counted_at > :start
                ORDER BY counted_at DESC
                """,
            arguments: [
                "now": now, "connection": connection, "start": now - Self.secondsADay,
            ])
    }
}
