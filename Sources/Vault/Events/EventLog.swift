internal import GRDB
internal import Model

/// An event with its deliveries and actions.
public struct LoggedEvent: Sendable {
    /// The key of its subscription.
    public let subscription: String
    public let event: StoredEvent
    /// POSIX seconds.
    public let recordedAt: Int64
    /// One for each handler that ran for it or will be retried.
    public let deliveries: [LoggedStep]
    /// The actions that the handlers requested.
    public let actions: [LoggedStep]
}

/// A delivery of an event to a handler, or an action that the handler requested.
public struct LoggedStep: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case delivery
        /// - target: the target of the action, such as `webhook phone`.
        case action(target: String)
    }

    public let kind: Kind
    /// Unique among steps of its kind.
    public let id: Int64
    /// The event's row ID.
    public let event: Int64
    public let handler: String
    public let state: DeliveryState
    public let attempts: Int
    /// Why the last attempt failed.
    public let reason: String?
    /// POSIX seconds; only if it is waiting.
    public let nextTryAt: Int64?

    /// Whether it has failed and will be retried. An attempt without a reason may be in
    /// progress.
    public var isTriedAgain: Bool { state == .waiting && attempts > 0 && reason != nil }
}

extension Vault {
    /// The delivered events, the newest first.
    ///
    /// - Parameter limit: the maximum number.
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
                return try LoggedEvent(
                    subscription: row.value(4), event: event, recordedAt: row.value(5),
                    deliveries: try LoggedStep.deliveries(
                        where: "event_id = ?", [event.id], database),
                    actions: try LoggedStep.actions(where: "event_id = ?", [event.id], database))
            }
        }
    }

    /// Failed deliveries and actions, the oldest first: set aside, or to be retried.
    public func failingSteps() throws(VaultError) -> [LoggedStep] {
        try read { database in
            try LoggedStep.deliveries(where: "state IN ('waiting', 'set-aside')", [], database)
                + LoggedStep.actions(
                    where: "id IN (\(OutboxQueries.failing("id")))", [], database)
        }
    }

    /// The number of failed deliveries and actions.
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
            return try FailingCounts(setAside: row?.value(0) ?? 0, triedAgain: row?.value(1) ?? 0)
        }
    }

    /// The number of untried actions that wait behind failed ones, by target.
    public func actionsHeldUp() throws(VaultError) -> [String: Int] {
        try read { database in
            let rows = try Row.fetchAll(database, sql: OutboxQueries.heldUp)
            return try Dictionary(
                rows.map { try ($0.value(0), $0.value(1)) }, uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// Retries failed steps as if they were new.
    ///
    /// - Parameter instant: POSIX seconds.
    public func retry(_ steps: [LoggedStep], at instant: Int64) throws(VaultError) {
        try write { database in
            for step in steps {
                try step.move(to: .waiting, attempts: 0, nextTry: instant, database)
            }
        }
    }

    /// Dismisses failed steps; what waits behind them goes on.
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

/// The number of failures that are neither done nor dismissed.
public struct FailingCounts: Hashable, Sendable {
    /// No longer retried automatically.
    public let setAside: Int
    /// To be retried.
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
        ).map { try LoggedStep(.action(target: $0.value(7)), $0) }
    }

    private init(_ kind: Kind, _ row: Row) throws {
        guard let state = try DeliveryState(rawValue: row.value(3)) else {
            throw try VaultError.damagedRow(
                table: kind == .delivery ? "event_deliveries" : "outbox", id: row.value(0),
                reason: "unknown state")
        }
        let nextTry: Int64 = try row.value(6)
        try self.init(
            kind: kind, id: row.value(0), event: row.value(1), handler: row.value(2), state: state,
            attempts: row.value(4), reason: row.value(5),
            nextTryAt: state == .waiting ? nextTry : nil)
    }
}
