internal import GRDB
public import Model

/// How far something is that has to be done once.
public enum DeliveryState: String, Hashable, Sendable {
    /// It is to be tried, perhaps again.
    case waiting
    case done
    /// It failed so often that it is not tried any more.
    case setAside = "set-aside"
    /// The person wants nothing of it, or nothing more after it was set aside.
    case dismissed
}

/// An event as it is kept.
public struct StoredEvent: Hashable, Sendable {
    /// Counts up in the order in which events are told.
    public let id: Int64
    public let subject: String
    /// On which it was noticed.
    public let day: CalendarDay
    /// What handlers are told, as JSON.
    public let fields: String
}

/// An event that a handler is to be told of now.
public struct WaitingDelivery: Hashable, Sendable {
    public let event: StoredEvent
    /// How many times it was tried already.
    public let attempts: Int
}

/// Something that a handler asked for, to be put in the outbox.
public struct OutgoingAction: Hashable, Sendable {
    /// By which a receiver knows it when it comes again.
    public let messageID: String
    /// Those with one target are sent one after another.
    public let target: String
    /// As JSON.
    public let action: String

    public init(messageID: String, target: String, action: String) {
        self.messageID = messageID
        self.target = target
        self.action = action
    }
}

/// That a handler was told of an event, and what it asked for.
public struct FinishedDelivery: Hashable, Sendable {
    public let event: Int64
    public let handler: String
    public let actions: [OutgoingAction]

    public init(event: Int64, handler: String, actions: [OutgoingAction]) {
        self.event = event
        self.handler = handler
        self.actions = actions
    }
}

extension Vault {
    /// The event that a handler is to be told of next; nil if there is none, or where
    /// an earlier one is to be tried again later.
    ///
    /// - Parameters:
    ///   - subscription: the key of what it is told of.
    ///   - event: the last one that it was told of, where that is not kept yet; 0 for
    ///     none.
    ///   - instant: POSIX seconds.
    /// - Complexity: that of a few look-ups in indices.
    public func nextDelivery(
        to handler: String, of subscription: String, after event: Int64 = 0, at instant: Int64
    ) throws(VaultError) -> WaitingDelivery? {
        try read { database in
            try DeliveryStore(database: database, handler: handler)
                .next(of: subscription, after: event, at: instant)
        }
    }

    /// Keeps that handlers were told of events, and what they asked for: all of it or
    /// nothing.
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

    /// Keeps that a handler failed at an event.
    ///
    /// - Parameters:
    ///   - reason: why, which may quote what the handler was told.
    ///   - nextTry: POSIX seconds; nil sets it aside, and later events go on.
    public func failDelivery(
        of event: Int64, to handler: String, reason: String, nextTry: Int64?
    ) throws(VaultError) {
        try write { database in
            try DeliveryStore(database: database, handler: handler).store(
                event, nextTry == nil ? .setAside : .waiting, nextTry: nextTry ?? 0,
                reason: reason)
        }
    }

    /// Has handlers told again at once of what they failed at.
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

    /// When a handler is to be told again of what it failed at, in POSIX seconds; nil
    /// if there is nothing.
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
        guard attempt[1] <= instant else { return nil }
        return WaitingDelivery(event: event, attempts: attempt[0])
    }

    /// One that had been set aside, and that the person wants to be tried again.
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
        return try row.map { WaitingDelivery(event: try StoredEvent($0), attempts: $0[4]) }
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
    /// - Parameter row: beginning with id, subject, day and fields.
    init(_ row: Row) throws(VaultError) {
        let id: Int64 = row[0]
        self.init(
            id: id, subject: row[1], day: try row.day(2, of: "events", row: id), fields: row[3])
    }
}

// What was kept by a clock that was ahead, and has been set back since.

extension Vault {
    /// Ends waits that are longer than one that began at this moment would be, and
    /// has what was first seen on a later day than today count as first seen today.
    ///
    /// - Parameters:
    ///   - instant: POSIX seconds.
    ///   - today: the instant's day.
    ///   - waits: seconds from an attempt to the next, by how many attempts there
    ///     were: the first is of what was never tried, the last of what was tried more
    ///     often, and of what waits for the configuration.
    ///   - target: whose actions wait for the configuration.
    ///   - longestNotBefore: the most seconds for which a receiver is heeded that asks
    ///     to be left alone.
    public func endTimesAhead(
        of instant: Int64, on today: CalendarDay, waits: [Int64],
        configuredTarget target: String, longestNotBefore: Int64
    ) throws(VaultError) {
        let ahead = TimesAhead(
            now: instant, today: today.daysSinceEpoch, waits: waits, target: target,
            longestNotBefore: longestNotBefore)
        guard try read(ahead.isAny) else { return }
        try write(ahead.end)
    }
}

private struct TimesAhead {
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
                    OR EXISTS (SELECT 1 FROM event_subscriptions WHERE since_day > :today)
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
        for table in ["event_subscriptions", "event_accounts"] {
            try database.execute(
                sql: "UPDATE \(table) SET since_day = :today WHERE since_day > :today",
                arguments: ["today": today])
        }
    }

    /// When a row would be tried next whose last attempt was just now.
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
