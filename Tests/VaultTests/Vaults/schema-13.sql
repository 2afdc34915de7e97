-- What schema 13 added, and what came to be in a vault of it.
-- What was there when a handler first wanted to be told of something is
-- known already: only what has higher numbers or a later day is news.
CREATE TABLE event_subscriptions (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    first_seen_at INTEGER NOT NULL,
    since_transaction INTEGER NOT NULL,
    since_sync INTEGER NOT NULL,
    since_day INTEGER NOT NULL
) STRICT;

-- The same for all that an account brings when it is first seen.
CREATE TABLE event_accounts (
    account_id INTEGER PRIMARY KEY REFERENCES accounts,
    since_transaction INTEGER NOT NULL,
    since_day INTEGER NOT NULL
) STRICT;

-- One for each subscription and subject, so that nothing is told twice.
-- Numbers never mean another event later: handlers are told in their
-- order.
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subscription_id INTEGER NOT NULL REFERENCES event_subscriptions,
    subject TEXT NOT NULL,
    -- On which it was noticed, and on which it happened.
    day INTEGER NOT NULL,
    happened_on INTEGER NOT NULL,
    -- The number of the transaction that it is about.
    transaction_id INTEGER,
    recorded_at INTEGER NOT NULL,
    -- As JSON; NULL where it was known from before, and nobody is told.
    fields TEXT,
    UNIQUE (subscription_id, subject)
) STRICT;
CREATE INDEX events_to_tell ON events (subscription_id, id) WHERE fields IS NOT NULL;
CREATE INDEX events_by_day ON events (day);

-- What holds for a while, such as a low balance; how many times it has
-- begun to.
CREATE TABLE event_conditions (
    subscription_id INTEGER NOT NULL REFERENCES event_subscriptions,
    subject TEXT NOT NULL,
    times INTEGER NOT NULL,
    holds INTEGER NOT NULL CHECK (holds IN (0, 1)),
    PRIMARY KEY (subscription_id, subject)
) STRICT, WITHOUT ROWID;

-- What recent transactions were concluded to be when they were last looked at.
CREATE TABLE event_classes (
    transaction_id INTEGER PRIMARY KEY,
    class TEXT NOT NULL,
    category TEXT NOT NULL
) STRICT;

-- Up to which event each handler is done.
CREATE TABLE event_handlers (
    handler TEXT PRIMARY KEY,
    told_through INTEGER NOT NULL
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

-- What handlers asked for. Numbers give the order.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- By which a receiver knows a message that comes again.
    message_id TEXT NOT NULL UNIQUE,
    event_id INTEGER NOT NULL REFERENCES events,
    handler TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    -- Those with one target are sent one after another.
    target TEXT NOT NULL,
    -- As JSON.
    action TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'set-aside', 'dismissed')),
    attempts INTEGER NOT NULL,
    next_try_at INTEGER NOT NULL,
    reason TEXT,
    UNIQUE (event_id, handler, ordinal)
) STRICT;
CREATE INDEX outbox_left ON outbox (state, id)
    WHERE state IN ('waiting', 'set-aside');
INSERT INTO grdb_migrations VALUES ('13');
INSERT INTO event_subscriptions
    VALUES (1, 'large_transaction over=500', 1740787200, 2, 0, 20148);
INSERT INTO event_accounts VALUES (1, 2, 20148);
INSERT INTO events VALUES
    (1, 1, 'transaction 1', 20148, 20148, 1, 1740787200, NULL),
    (2, 1, 'transaction 3', 20149, 20149, 3, 1740873600, '{"payee":"Grocer"}');
INSERT INTO event_conditions VALUES (1, 'account 1', 2, 0);
INSERT INTO event_classes VALUES (3, 'transfer', 'other');
INSERT INTO event_handlers VALUES ('alerts.lua large_transaction over=500 1', 2);
INSERT INTO event_deliveries VALUES
    (1, 2, 'alerts.lua large_transaction over=500 1', 'done', 1, 1740873600, NULL);
INSERT INTO outbox VALUES
    (1, 'msg_0123', 2, 'alerts.lua large_transaction over=500 1', 0, 'notify',
     '{"notify":{"title":"Large","text":"Grocer"}}', 'set-aside', 3, 1740873600, 'no desktop');
