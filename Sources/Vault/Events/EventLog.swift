internal import GRDB
internal import Model

/// An event with what became of it.
public struct LoggedEvent: Sendable {
    /// The key of the subscription that it is of.
    public let subscription: String
    public let event: StoredEvent
    /// POSIX seconds.
    public let recordedAt: Int64
    /// One for each handler that was told of it, or is to be told again.
    public let deliveries: [LoggedStep]
    /// What they asked for.
    public let actions: [LoggedStep]
}

/// A handler's turn at an event, or an action that it asked for.
public struct LoggedStep: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case delivery
        /// - target: whom the action is for, such as `webhook phone`.
        case action(target: String)
    }

    public let kind: Kind
    /// Unique among steps of its kind.
    public let id: Int64
    /// The event's number.
    public let event: Int64
    public let handler: String
    public let state: DeliveryState
    public let attempts: Int
    /// Why the last attempt failed.
    public let reason: String?
    /// POSIX seconds; only of what is waiting.
    public let nextTryAt: Int64?

    /// Whether it was tried in vain and is to be tried again. An attempt that was begun
    /// alone says nothing: it may be under way.
    public var isTriedAgain: Bool { state == .waiting && attempts > 0 && reason != nil }
}

extension Vault {
    /// The events that were told, the newest first.
    ///
    /// - Parameter limit: how many at most.
    public func eventLog(limit: Int) throws(VaultError) -> [LoggedEvent] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT events.id, subject, day, fields, key, recorded_at FROM events
                    JOIN event_subscriptions ON event_subscriptions.id = subscription_id
                    WHERE fields IS NOT NULL ORDER BY events.id DESC LIMIT ?
                    """,
                arguments: [limit])
            return try rows.map { row in
                let event = try StoredEvent(row)
                return LoggedEvent(
                    subscription: row[4], event: event, recordedAt: row[5],
                    deliveries: try LoggedStep.deliveries(
                        where: "event_id = ?", [event.id], database),
                    actions: try LoggedStep.actions(where: "event_id = ?", [event.id], database))
            }
        }
    }

    /// Everything that failed and is neither done nor dismissed, the oldest first:
    /// what was set aside, and what is to be tried again.
    public func failingSteps() throws(VaultError) -> [LoggedStep] {
        try read { database in
            try LoggedStep.deliveries(where: "state IN ('waiting', 'set-aside')", [], database)
                + LoggedStep.actions(
                    where: "id IN (\(OutboxQueries.failing("id")))", [], database)
        }
    }

    /// How much there is of what failed, without reading it.
    public func failingCounts() throws(VaultError) -> FailingCounts {
        try read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT count(*) FILTER (WHERE state = 'set-aside'),
                        count(*) FILTER (WHERE state = 'waiting')
                    FROM (
                        SELECT state FROM event_deliveries
                        WHERE state IN ('waiting', 'set-aside')
                        UNION ALL
                        \(OutboxQueries.failing("state")))
                    """)
            return FailingCounts(setAside: row?[0] ?? 0, triedAgain: row?[1] ?? 0)
        }
    }

    /// By target, how many actions that were never tried wait behind others that
    /// failed.
    public func actionsHeldUp() throws(VaultError) -> [String: Int] {
        try read { database in
            let rows = try Row.fetchAll(database, sql: OutboxQueries.heldUp)
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    /// Has steps that failed tried again, as if they had never been.
    ///
    /// - Parameter instant: POSIX seconds.
    public func retry(_ steps: [LoggedStep], at instant: Int64) throws(VaultError) {
        try write { database in
            for step in steps {
                try step.move(to: .waiting, attempts: 0, nextTry: instant, database)
            }
        }
    }

    /// Wants nothing more of steps that failed; what waits behind them goes on.
    public func dismiss(_ steps: [LoggedStep]) throws(VaultError) {
        try write { database in
            for step in steps {
                try step.move(
                    to: .dismissed, attempts: step.attempts, nextTry: 0, database)
                guard step.kind == .delivery else { continue }
                try database.execute(
                    sql: """
                        UPDATE event_handlers SET told_through = max(told_through, ?)
                        WHERE handler = ?
                        """,
                    arguments: [step.event, step.handler])
            }
        }
    }
}

/// How much failed and is neither done nor dismissed.
public struct FailingCounts: Hashable, Sendable {
    /// What is not tried any more, unless the person wants it.
    public let setAside: Int
    /// What is to be tried again.
    public let triedAgain: Int

    public init(setAside: Int, triedAgain: Int) {
        self.setAside = setAside
        self.triedAgain = triedAgain
    }
}

extension LoggedStep {
    fileprivate func move(
        to state: DeliveryState, attempts: Int, nextTry: Int64, _ database: Database
    ) throws {
        let table = kind == .delivery ? "event_deliveries" : "outbox"
        try database.execute(
            sql: """
                UPDATE \(table) SET state = ?, attempts = ?, next_try_at = ?
                WHERE id = ? AND state IN ('waiting', 'set-aside')
                """,
            arguments: [state.rawValue, attempts, nextTry, id])
    }

    fileprivate static func deliveries(
        where condition: String, _ arguments: StatementArguments, _ database: Database
    ) throws -> [LoggedStep] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT id, event_id, handler, state, attempts, reason, next_try_at
                FROM event_deliveries WHERE \(condition) ORDER BY event_id, handler
                """,
            arguments: arguments
        ).map { try LoggedStep(.delivery, $0) }
    }

    fileprivate static func actions(
        where condition: String, _ arguments: StatementArguments, _ database: Database
    ) throws -> [LoggedStep] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT id, event_id, handler, state, attempts, reason, next_try_at, target
                FROM outbox WHERE \(condition) ORDER BY id
                """,
            arguments: arguments
        ).map { try LoggedStep(.action(target: $0[7]), $0) }
    }

    private init(_ kind: Kind, _ row: Row) throws {
        guard let state = DeliveryState(rawValue: row[3]) else {
            throw VaultError.damagedRow(
                table: kind == .delivery ? "event_deliveries" : "outbox", id: row[0],
                reason: "unknown state")
        }
        let nextTry: Int64 = row[6]
        self.init(
            kind: kind, id: row[0], event: row[1], handler: row[2], state: state,
            attempts: row[4], reason: row[5], nextTryAt: state == .waiting ? nextTry : nil)
    }
}
