internal import GRDB
public import Model

/// The state of a delivery or an action.
public enum DeliveryState: String, Hashable, Sendable {
    /// To be tried, perhaps again.
    case waiting
    case done
    /// Failed too often and no longer retried.
    case setAside = "set-aside"
    /// Dismissed by the person.
    case dismissed
}

/// An event in the vault.
public struct StoredEvent: Hashable, Sendable {
    /// Counts up in the order of delivery.
    public let id: Int64
    public let subject: String
    /// The day on which it was noticed.
    public let day: CalendarDay
    /// The fields for handlers, as JSON.
    public let fields: String
}

/// An event that a handler has to run for now.
public struct WaitingDelivery: Hashable, Sendable {
    public let event: StoredEvent
    /// The number of earlier attempts.
    public let attempts: Int
}

/// A handler's request, to be put in the outbox.
public struct OutgoingAction: Hashable, Sendable {
    /// Identifies the message to a receiver that gets it twice.
    public let messageID: String
    /// Actions with one target are sent one after another.
    public let target: String
    /// As JSON.
    public let action: String

    public init(messageID: String, target: String, action: String) {
        self.messageID = messageID
        self.target = target
        self.action = action
    }
}

/// A completed delivery: a handler ran for an event, with its requests.
public struct FinishedDelivery: Hashable, Sendable {
    public let event: Int64
    public let handler: String
    public let actions: [OutgoingAction]
    /// The handler's new state as JSON; nil if it is as it was.
    public let state: String?

    public init(
        event: Int64, handler: String, actions: [OutgoingAction], state: String? = nil
    ) {
        self.event = event
        self.handler = handler
        self.actions = actions
        self.state = state
    }
}

extension Vault {
    /// The next event for a handler; nil if there is none, or if an earlier one has to
    /// be retried later.
    ///
    /// - Parameters:
    ///   - subscription: the key of the handler's subscription.
    ///   - event: the handler's last event, if not stored yet; 0 for none.
    ///   - instant: POSIX seconds.
    /// - Complexity: a few index look-ups.
    public func nextDelivery(
        to handler: String, of subscription: String, after event: Int64 = 0, at instant: Int64
    ) throws(VaultError) -> WaitingDelivery? {
        try read { database in
            try DeliveryStore(database: database, handler: handler)
                .next(of: subscription, after: event, at: instant)
        }
    }

    /// Stores completed deliveries with the handlers' requests and states, atomically.
    public func finish(
        _ deliveries: [FinishedDelivery], at instant: Int64
    ) throws(VaultError) {
        try write { database in
            let insert = try database.cachedStatement(
                sql: """
                    INSERT INTO outbox (message_id, event_id, handler, ordinal, target, action,
                        state, attempts, next_try_at)
                    VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0, ?)
                    ON CONFLICT (event_id, handler, ordinal) DO NOTHING
                    """)
            for delivery in deliveries {
                try DeliveryStore(database: database, handler: delivery.handler)
                    .store(delivery.event, .done, nextTry: instant, reason: nil)
                if let state = delivery.state {
                    try database.cachedStatement(
                        sql: "UPDATE event_handlers SET state = ? WHERE handler = ?"
                    ).execute(arguments: [state, delivery.handler])
                }
                for (ordinal, action) in delivery.actions.enumerated() {
                    try insert.execute(
                        arguments: [
                            action.messageID, delivery.event, delivery.handler, ordinal,
                            action.target, action.action, instant,
                        ])
                }
            }
        }
    }

    /// Stores a failed delivery.
    ///
    /// - Parameters:
    ///   - reason: the error, which may quote the event.
    ///   - nextTry: POSIX seconds; nil sets the delivery aside, and later events go on.
    public func failDelivery(
        of event: Int64, to handler: String, reason: String, nextTry: Int64?
    ) throws(VaultError) {
        try write { database in
            try DeliveryStore(database: database, handler: handler).store(
                event, nextTry == nil ? .setAside : .waiting, nextTry: nextTry ?? 0,
                reason: reason)
        }
    }

    /// Makes all failed deliveries due now.
    ///
    /// - Parameter instant: POSIX seconds.
    public func hastenDeliveries(at instant: Int64) throws(VaultError) {
        let isAnyLater = try read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM event_deliveries
                        WHERE state = 'waiting' AND next_try_at > ?)
                    """,
                arguments: [instant])
        }
        guard isAnyLater == true else { return }
        try write { database in
            try database.execute(
                sql: """
                    UPDATE event_deliveries SET next_try_at = ?
                    WHERE state = 'waiting' AND next_try_at > ?
                    """,
                arguments: [instant, instant])
        }
    }

    /// Ends failed deliveries to handlers that no longer receive such events, since they were
    /// edited or removed. They keep the reason.
    ///
    /// - Parameter listeners: the keys of the subscriptions of each handler.
    public func endDeliveries(except listeners: [String: Set<String>]) throws(VaultError) {
        let failed = try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT event_id, handler, key FROM event_deliveries
                    JOIN events ON events.id = event_id
                    JOIN event_subscriptions ON event_subscriptions.id = subscription_id
                    WHERE state IN ('waiting', 'set-aside')
                    """
            ).map { row -> (event: Int64, handler: String, key: String) in
                (try row.value(0), try row.value(1), try row.value(2))
            }
        }
        let ended = failed.filter { listeners[$0.handler]?.contains($0.key) != true }
        guard !ended.isEmpty else { return }
        try write { database in
            for (event, handler, _) in ended {
                try DeliveryStore(database: database, handler: handler).store(
                    event, .dismissed, nextTry: 0,
                    reason: "the handler was changed or removed, and gets no such event any more")
            }
        }
    }

    /// The time of a handler's next retry, in POSIX seconds; nil if there is none.
    public func nextDeliveryTry(
        to handler: String, of subscription: String
    ) throws(VaultError) -> Int64? {
        try read { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT min(next_try_at) FROM event_deliveries
                    JOIN events ON events.id = event_id
                    JOIN event_subscriptions ON event_subscriptions.id = subscription_id
                    WHERE state = 'waiting' AND handler = ? AND key = ?
                    """,
                arguments: [handler, subscription])
        }
    }
}

private struct DeliveryStore {
    let database: Database
    let handler: String

    func next(
        of subscription: String, after event: Int64, at instant: Int64
    ) throws -> WaitingDelivery? {
        let handlerRow = try Int64.fetchOne(
            database.cachedStatement(
                sql: "SELECT told_through FROM event_handlers WHERE handler = ?"),
            arguments: [handler])
        guard let toldThrough = handlerRow,
            let subscription = try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT id FROM event_subscriptions WHERE key = ?"),
                arguments: [subscription])
        else { return nil }
        if let again = try tried(
            of: subscription, after: event, through: toldThrough, at: instant)
        {
            return again
        }
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT id, subject, day, fields FROM events
                    WHERE subscription_id = ? AND id > ? AND fields IS NOT NULL
                    ORDER BY id LIMIT 1
                    """),
            arguments: [subscription, max(toldThrough, event)])
        guard let row else { return nil }
        let event = try StoredEvent(row)
        let attempt = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT attempts, next_try_at FROM event_deliveries
                    WHERE event_id = ? AND handler = ?
                    """),
            arguments: [event.id, handler])
        guard let attempt else { return WaitingDelivery(event: event, attempts: 0) }
        guard try attempt.value(1) <= instant else { return nil }
        return try WaitingDelivery(event: event, attempts: attempt.value(0))
    }

    /// A delivery that was set aside and that the person wants to retry.
    private func tried(
        of subscription: Int64, after event: Int64, through toldThrough: Int64,
        at instant: Int64
    ) throws -> WaitingDelivery? {
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT events.id, subject, day, fields, attempts FROM event_deliveries
                    JOIN events ON events.id = event_id
                    WHERE state = 'waiting' AND handler = ? AND subscription_id = ?
                        AND event_id > ? AND event_id <= ? AND next_try_at <= ?
                    ORDER BY event_id LIMIT 1
                    """),
            arguments: [handler, subscription, event, toldThrough, instant])
        return try row.map {
            try WaitingDelivery(event: try StoredEvent($0), attempts: $0.value(4))
        }
    }

    func store(
        _ event: Int64, _ state: DeliveryState, nextTry: Int64, reason: String?
    ) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO event_deliveries
                    (event_id, handler, state, attempts, next_try_at, reason)
                VALUES (?, ?, ?, 1, ?, ?)
                ON CONFLICT (event_id, handler) DO UPDATE SET state = excluded.state,
                    attempts = attempts + 1, next_try_at = excluded.next_try_at,
                    reason = excluded.reason
                """
        ).execute(arguments: [event, handler, state.rawValue, nextTry, reason])
        guard state != .waiting else { return }
        try database.cachedStatement(
            sql: """
                UPDATE event_handlers SET told_through = max(told_through, ?) WHERE handler = ?
                """
        ).execute(arguments: [event, handler])
    }
}

extension StoredEvent {
    /// - Parameter row: id, subject, day and fields first.
    init(_ row: Row) throws(VaultError) {
        let id: Int64 = try row.value(0)
        try self.init(
            id: id, subject: row.value(1), day: try row.day(2, of: "events", row: id),
            fields: row.value(3))
    }
}
