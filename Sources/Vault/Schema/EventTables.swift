extension Schema {
    /// Events, and how far handlers got with them. These are records: undo changes none of them.
    static let events = """
        -- Whatever existed when a handler first subscribed is not news. News has a higher id or a
        -- later day.
        CREATE TABLE event_subscriptions (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            first_seen_at INTEGER NOT NULL,
            since_transaction INTEGER NOT NULL,
            since_sync INTEGER NOT NULL,
            since_import INTEGER NOT NULL,
            since_day INTEGER NOT NULL,
            -- The newest transaction at the last check. A later one that is too old to be news
            -- is counted once. NULL before the first check.
            looked_through INTEGER
        ) STRICT;

        -- The same for the transactions that come with a new account.
        CREATE TABLE event_accounts (
            account_id INTEGER PRIMARY KEY REFERENCES accounts,
            since_transaction INTEGER NOT NULL,
            since_day INTEGER NOT NULL
        ) STRICT;

        -- One per subscription and subject, so that handlers get no event twice. They get events
        -- in the order of ids, which are never reused.
        CREATE TABLE events (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            subscription_id INTEGER NOT NULL REFERENCES event_subscriptions,
            subject TEXT NOT NULL,
            -- When it was noticed, and when it happened.
            day INTEGER NOT NULL,
            happened_on INTEGER NOT NULL,
            -- The transaction that the event is about.
            transaction_id INTEGER,
            recorded_at INTEGER NOT NULL,
            -- JSON; NULL if it was known before, so that no handler gets it.
            fields TEXT,
            UNIQUE (subscription_id, subject)
        ) STRICT;
        CREATE INDEX events_to_tell ON events (subscription_id, id) WHERE fields IS NOT NULL;
        CREATE INDEX events_by_day ON events (day);

        -- Conditions that last, such as a low balance, and how many times each has begun.
        CREATE TABLE event_conditions (
            subscription_id INTEGER NOT NULL REFERENCES event_subscriptions,
            subject TEXT NOT NULL,
            times INTEGER NOT NULL,
            holds INTEGER NOT NULL CHECK (holds IN (0, 1)),
            PRIMARY KEY (subscription_id, subject)
        ) STRICT, WITHOUT ROWID;

        -- The class and category of recent transactions at the last check.
        CREATE TABLE event_classes (
            transaction_id INTEGER PRIMARY KEY,
            class TEXT NOT NULL,
            category TEXT NOT NULL
        ) STRICT;

        -- The last event that each handler is done with.
        CREATE TABLE event_handlers (
            handler TEXT PRIMARY KEY,
            told_through INTEGER NOT NULL,
            -- What it keeps from one event to the next, as JSON; NULL for nothing.
            state TEXT
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE event_deliveries (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            event_id INTEGER NOT NULL REFERENCES events,
            handler TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'set-aside', 'dismissed')),
            attempts INTEGER NOT NULL,
            next_try_at INTEGER NOT NULL,
            -- Why the last attempt failed.
            reason TEXT,
            UNIQUE (event_id, handler)
        ) STRICT;
        CREATE INDEX event_deliveries_left ON event_deliveries (state, event_id)
            WHERE state IN ('waiting', 'set-aside');

        -- The last scheduled backup, if it failed: one row at most.
        CREATE TABLE failed_backup (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            failed_at INTEGER NOT NULL,
            -- Why, without private data.
            reason TEXT NOT NULL
        ) STRICT;

        -- The last backup that was found to be restorable: one row at most.
        CREATE TABLE checked_backup (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            checked_at INTEGER NOT NULL,
            -- When the backup was made.
            made_at INTEGER NOT NULL
        ) STRICT;
        """

    /// The actions that handlers requested, and the commands that run for them.
    static let outbox = """
        -- Ids give the order.
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- Identifies a message that the receiver gets again.
            message_id TEXT NOT NULL UNIQUE,
            event_id INTEGER NOT NULL REFERENCES events,
            handler TEXT NOT NULL,
            ordinal INTEGER NOT NULL,
            -- Actions with the same target are sent one after another.
            target TEXT NOT NULL,
            -- JSON.
            action TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'set-aside', 'dismissed')),
            attempts INTEGER NOT NULL,
            next_try_at INTEGER NOT NULL,
            -- Why the last attempt failed.
            reason TEXT,
            -- The earliest next attempt that the receiver asked for; 0 if it did not ask.
            not_before INTEGER NOT NULL DEFAULT 0,
            UNIQUE (event_id, handler, ordinal)
        ) STRICT;
        CREATE INDEX outbox_left ON outbox (state, id)
            WHERE state IN ('waiting', 'set-aside');
        CREATE INDEX outbox_waiting ON outbox (target, id, attempts, next_try_at)
            WHERE state = 'waiting';
        CREATE INDEX outbox_failing ON outbox (target, id)
            WHERE state = 'waiting' AND attempts > 0;

        -- Commands that were started and have not been seen to end.
        CREATE TABLE running_commands (
            message_id TEXT PRIMARY KEY,
            process_group INTEGER NOT NULL,
            -- Distinguishes a process from a later one with the same id.
            started TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
