internal import GRDB
public import Model

/// A detected event for one subscription.
public struct FoundEvent: Hashable, Sendable {
    /// The subscription's key.
    public let subscription: String
    /// The subject of the event. A subscription has one event for each subject, ever.
    public let subject: String
    public let happenedOn: CalendarDay
    /// The row ID of its transaction.
    public let transaction: Int64?
    /// The fields for handlers, as JSON; nil if it is never delivered.
    public let fields: String?
    /// Handlers that have received the same event before.
    public let toldBefore: [String]

    public init(
        subscription: String, subject: String, happenedOn: CalendarDay, transaction: Int64?,
        fields: String?, toldBefore: [String] = []
    ) {
        self.subscription = subscription
        self.subject = subject
        self.happenedOn = happenedOn
        self.transaction = transaction
        self.fields = fields
        self.toldBefore = toldBefore
    }
}

/// The result of one look for events, stored as a whole.
public struct EventRecording: Sendable {
    /// The memory that the look was based on.
    public let memory: EventMemory
    /// Keys of new subscriptions.
    public var subscriptions: [String] = []
    /// The row IDs of new accounts.
    public var accounts: [Int64] = []
    /// New handlers, which receive these events and later ones.
    public var handlers: [String] = []
    /// In the order of delivery.
    public var events: [FoundEvent] = []
    /// Conditions that began or ceased to hold, by subscription and subject.
    public var conditions: [(subscription: String, subject: String, KnownCondition)] = []
    /// Conclusions to remember in place of earlier ones; nil forgets one.
    public var classes: [Int64: KnownClass?] = [:]
    /// Whether the look covered all transactions.
    public var isWhole = false

    public init(memory: EventMemory) {
        self.memory = memory
    }

    var isEmpty: Bool {
        subscriptions.isEmpty && accounts.isEmpty && handlers.isEmpty && events.isEmpty
            && conditions.isEmpty && classes.isEmpty && !isFurther
    }

    /// Whether there are transactions that the last look did not cover.
    fileprivate var isFurther: Bool {
        isWhole
            && memory.subscriptions.values.contains {
                $0.lookedThrough != memory.newestTransaction
            }
    }
}

extension Vault {
    /// Stores the result of a look; writes nothing if it is empty.
    ///
    /// - Parameters:
    ///   - day: today.
    ///   - instant: POSIX seconds.
    /// - Returns: the number of events to deliver, without those that another process
    ///   recorded meanwhile.
    public func record(
        _ recording: EventRecording, on day: CalendarDay, at instant: Int64
    ) throws(VaultError) -> Int {
        guard !recording.isEmpty else { return 0 }
        return try write { database in
            let store = EventStore(database: database, day: day, instant: instant)
            try store.add(handlers: recording.handlers)
            try store.add(subscriptions: recording.subscriptions, recording.memory)
            try store.add(accounts: recording.accounts, recording.memory)
            try store.store(recording.classes)
            let ids = try store.subscriptionIDs()
            for (key, subject, condition) in recording.conditions {
                try store.store(condition, of: subject, subscription: ids[key])
            }
            var count = 0
            for event in recording.events {
                count += try store.add(event, subscription: ids[event.subscription])
            }
            if recording.isWhole { try store.noteLook(recording.memory) }
            if !recording.events.isEmpty { try EventPruning(database: database).prune(asOf: day) }
            return count
        }
    }
}

private struct EventStore {
    let database: Database
    let day: CalendarDay
    let instant: Int64

    /// A new handler receives no events from before it.
    func add(handlers: [String]) throws {
        for handler in handlers {
            try database.execute(
                sql: """
                    INSERT INTO event_handlers (handler, told_through) VALUES
                        (?, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0))
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [handler])
        }
    }

    func add(subscriptions: [String], _ memory: EventMemory) throws {
        for key in subscriptions {
            try database.execute(
                sql: """
                    INSERT INTO event_subscriptions
                        (key, first_seen_at, since_transaction, since_sync, since_import,
                            since_day, looked_through)
                    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """,
                arguments: [
                    key, instant, memory.newestTransaction, memory.newestSync,
                    memory.newestImport, day.daysSinceEpoch, memory.newestTransaction,
                ])
        }
    }

    func add(accounts: [Int64], _ memory: EventMemory) throws {
        for account in accounts {
            try database.execute(
                sql: """
                    INSERT INTO event_accounts (account_id, since_transaction, since_day)
                    VALUES (?, ?, ?) ON CONFLICT DO NOTHING
                    """,
                arguments: [account, memory.newestTransaction, day.daysSinceEpoch])
        }
    }

    func store(_ classes: [Int64: KnownClass?]) throws {
        for (transaction, known) in classes {
            if let known {
                try database.execute(
                    sql: """
                        INSERT INTO event_classes (transaction_id, class, category)
                        VALUES (?, ?, ?)
                        ON CONFLICT DO UPDATE SET class = excluded.class,
                            category = excluded.category
                        """,
                    arguments: [transaction, known.class.rawValue, known.category])
            } else {
                try database.execute(
                    sql: "DELETE FROM event_classes WHERE transaction_id = ?",
                    arguments: [transaction])
            }
        }
    }

    func noteLook(_ memory: EventMemory) throws {
        try database.execute(
            sql: """
                UPDATE event_subscriptions SET looked_through = ?1
                WHERE looked_through IS NOT ?1
                """,
            arguments: [memory.newestTransaction])
    }

    func subscriptionIDs() throws -> [String: Int64] {
        let rows = try Row.fetchAll(database, sql: "SELECT key, id FROM event_subscriptions")
        return try Dictionary(
            rows.map { try ($0.value(0), $0.value(1)) }, uniquingKeysWith: { first, _ in first })
    }

    func store(_ condition: KnownCondition, of subject: String, subscription: Int64?) throws {
        try database.execute(
            sql: """
                INSERT INTO event_conditions (subscription_id, subject, times, holds)
                VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET times = excluded.times, holds = excluded.holds
                """,
            arguments: [subscription, subject, condition.times, condition.holds])
    }

    /// Returns the number of events to deliver, 0 or 1.
    func add(_ event: FoundEvent, subscription: Int64?) throws -> Int {
        try database.execute(
            sql: """
                INSERT INTO events (subscription_id, subject, day, happened_on, transaction_id,
                    recorded_at, fields)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (subscription_id, subject) DO NOTHING
                """,
            arguments: [
                subscription, event.subject, day.daysSinceEpoch,
                event.happenedOn.daysSinceEpoch, event.transaction, instant, event.fields,
            ])
        guard event.fields == nil else { return database.changesCount }
        for handler in event.toldBefore {
            try database.execute(
                sql: """
                    INSERT INTO event_deliveries (event_id, handler, state, attempts, next_try_at)
                    SELECT id, ?, 'done', 0, ? FROM events
                    WHERE subscription_id = ? AND subject = ?
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [handler, instant, subscription, event.subject])
        }
        return 0
    }
}

/// The deletion of old events.
///
/// They are never delivered again: anything older than a deleted event counts as known
/// to its subscription.
struct EventPruning {
    let database: Database

    /// Longer than a year, so that last year's events stay available.
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
            let event: Int64 = try row.value(0)
            try database.execute(
                sql: """
                    UPDATE event_subscriptions SET since_day = max(since_day, ?),
                        since_transaction = max(since_transaction, coalesce(?, 0))
                    WHERE id = ?
                    """,
                arguments: [horizon, row.value(2) as Int64?, row.value(1) as Int64])
            for table in ["event_deliveries", "outbox"] {
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE event_id = ?", arguments: [event])
            }
            try database.execute(sql: "DELETE FROM events WHERE id = ?", arguments: [event])
        }
    }
}
