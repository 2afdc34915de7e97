internal import GRDB
public import Model

/// The vault's memory of events: enough to distinguish news from what is known.
public struct EventMemory: Sendable {
    /// By key.
    public let subscriptions: [String: KnownSubscription]
    /// By the account's row ID.
    public let accounts: [Int64: KnownAccount]
    /// The handlers that events are recorded for.
    public let handlers: Set<String>
    /// The conclusions on recent transactions at the last look.
    public let classes: [Int64: KnownClass]
    /// The highest row ID of a transaction, 0 for none.
    public let newestTransaction: Int64
    /// The highest row ID of a sync, 0 for none.
    public let newestSync: Int64
    /// The highest row ID of an import, 0 for none.
    public let newestImport: Int64
}

extension EventMemory {
    /// A memory that ends before a day, so that everything from then on is news.
    ///
    /// - Parameter keys: of the subscriptions.
    public init(endingBefore day: CalendarDay, keys: [String], accounts: [Int64]) {
        let day = day.adding(days: -1)
        // No subscription that a vault stores has the number 0.
        let subscription = KnownSubscription(
            id: 0, firstSeenAt: nil, sinceTransaction: 0, sinceSync: 0, sinceImport: 0,
            sinceDay: day,
            lookedThrough: nil, conditions: [:])
        let account = KnownAccount(sinceTransaction: 0, sinceDay: day)
        self.init(
            subscriptions: Dictionary(
                keys.map { ($0, subscription) }, uniquingKeysWith: { one, _ in one }),
            accounts: Dictionary(
                accounts.map { ($0, account) }, uniquingKeysWith: { one, _ in one }),
            handlers: [], classes: [:], newestTransaction: 0, newestSync: 0, newestImport: 0)
    }
}

/// A known subscription. What existed at its first look is no news.
public struct KnownSubscription: Sendable {
    public let id: Int64
    /// The time of that look, in POSIX seconds; nil if every time is news.
    public let firstSeenAt: Int64?
    public let sinceTransaction: Int64
    public let sinceSync: Int64
    public let sinceImport: Int64
    public let sinceDay: CalendarDay
    /// The highest row ID of a transaction at the last look; nil if unknown.
    public let lookedThrough: Int64?
    /// By subject.
    public let conditions: [String: KnownCondition]
}

/// A condition that holds for some time, such as a low balance.
public struct KnownCondition: Hashable, Sendable {
    /// The number of times it has begun to hold.
    public let times: Int
    public let holds: Bool

    public init(times: Int, holds: Bool) {
        self.times = times
        self.holds = holds
    }
}

/// A known account. What it brought at first is no news.
public struct KnownAccount: Sendable {
    public let sinceTransaction: Int64
    public let sinceDay: CalendarDay
}

/// The conclusion on a transaction.
public struct KnownClass: Hashable, Sendable {
    public let `class`: TransactionClass
    /// A category's id.
    public let category: String

    public init(_ transactionClass: TransactionClass, category: String) {
        self.class = transactionClass
        self.category = category
    }
}

/// A subject that a handler has received an event about.
public struct ToldSubject: Hashable, Sendable {
    public let handler: String
    /// The subscription's key.
    public let subscription: String
    public let subject: String
}

extension Vault {
    /// Reads the memory of events. Cheap: it grows with subscriptions, accounts and
    /// recent transactions.
    public func eventMemory() throws(VaultError) -> EventMemory {
        try read { database in
            EventMemory(
                subscriptions: try Self.knownSubscriptions(database),
                accounts: try Self.knownAccounts(database),
                handlers: Set(
                    try String.fetchAll(database, sql: "SELECT handler FROM event_handlers")),
                classes: try Self.knownClasses(database),
                newestTransaction: try Int64.fetchOne(
                    database, sql: "SELECT max(id) FROM transactions") ?? 0,
                newestSync: try Int64.fetchOne(database, sql: "SELECT max(id) FROM syncs") ?? 0,
                newestImport: try Int64.fetchOne(
                    database, sql: "SELECT max(id) FROM imports") ?? 0)
        }
    }

    /// The subjects that already have an event.
    ///
    /// - Parameter subscription: ``KnownSubscription/id``.
    public func knownSubjects(
        of subscription: Int64, among subjects: [String]
    ) throws(VaultError) -> Set<String> {
        guard !subjects.isEmpty else { return [] }
        return try read { database in
            let find = try database.cachedStatement(
                sql: "SELECT 1 FROM events WHERE subscription_id = ? AND subject = ?")
            return Set(
                try subjects.filter { subject in
                    try Bool.fetchOne(find, arguments: [subscription, subject]) != nil
                })
        }
    }

    /// The transactions that already have an event.
    ///
    /// - Parameter subscription: ``KnownSubscription/id``.
    public func knownTransactions(
        of subscription: Int64, among transactions: [Int64]
    ) throws(VaultError) -> Set<Int64> {
        guard !transactions.isEmpty else { return [] }
        return try read { database in
            Set(
                try Int64.fetchAll(
                    database,
                    sql: """
                        SELECT transaction_id FROM events WHERE subscription_id = ?
                            AND transaction_id IN (SELECT value FROM json_each(?))
                        """,
                    arguments: [subscription, "\(transactions)"]))
        }
    }

    /// The delivered subjects of some handlers for one kind of event, whatever its
    /// options.
    public func toldSubjects(
        to handlers: Set<String>, ofKind kind: String
    ) throws(VaultError) -> [ToldSubject] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT handler, key, subject FROM event_deliveries
                    JOIN events ON events.id = event_id
                    JOIN event_subscriptions ON event_subscriptions.id = subscription_id
                    WHERE state = 'done' AND (key = :kind OR substr(key, 1, :length) = :start)
                    """,
                arguments: ["kind": kind, "start": kind + " ", "length": kind.count + 1]
            ).map {
                try ToldSubject(
                    handler: $0.value(0), subscription: $0.value(1), subject: $0.value(2))
            }
            .filter { handlers.contains($0.handler) }
        }
    }

    private static func knownSubscriptions(
        _ database: Database
    ) throws -> [String: KnownSubscription] {
        var conditions: [Int64: [String: KnownCondition]] = [:]
        let held = try Row.fetchCursor(
            database, sql: "SELECT subscription_id, subject, times, holds FROM event_conditions")
        while let row = try held.next() {
            try conditions[row.value(0), default: [:]][row.value(1)] = KnownCondition(
                times: row.value(2), holds: row.value(3))
        }
        var subscriptions: [String: KnownSubscription] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT key, id, since_transaction, since_sync, since_day, looked_through,
                    since_import, first_seen_at
                FROM event_subscriptions
                """)
        while let row = try rows.next() {
            try subscriptions[row.value(0)] = KnownSubscription(
                id: row.value(1), firstSeenAt: row.value(7), sinceTransaction: row.value(2),
                sinceSync: row.value(3),
                sinceImport: row.value(6),
                sinceDay: try row.day(4, of: "event_subscriptions", row: row.value(1)),
                lookedThrough: row.value(5),
                conditions: conditions[row.value(1)] ?? [:])
        }
        return subscriptions
    }

    private static func knownAccounts(_ database: Database) throws -> [Int64: KnownAccount] {
        var accounts: [Int64: KnownAccount] = [:]
        let rows = try Row.fetchCursor(
            database, sql: "SELECT account_id, since_transaction, since_day FROM event_accounts")
        while let row = try rows.next() {
            try accounts[row.value(0)] = KnownAccount(
                sinceTransaction: row.value(1),
                sinceDay: try row.day(2, of: "event_accounts", row: row.value(0)))
        }
        return accounts
    }

    private static func knownClasses(_ database: Database) throws -> [Int64: KnownClass] {
        var classes: [Int64: KnownClass] = [:]
        let rows = try RowIterator(
            database, sql: "SELECT transaction_id, class, category FROM event_classes")
        try rows.forEach { row in
            guard let known = TransactionClass(rawValue: row.text(1)) else { return }
            classes[row.integer(0)] = KnownClass(known, category: row.text(2))
        }
        return classes
    }
}
