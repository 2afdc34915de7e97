-- A vault of the last development version, with all of its schema steps, 1 to 22: two accounts,
-- four transactions, decisions and the conclusions of a pass.
PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1198020212;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
CREATE TABLE connections (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('simplefin', 'file')),
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    allows_plain_http INTEGER NOT NULL DEFAULT 0
, removed_at INTEGER, history_months INTEGER, asks_all_history INTEGER NOT NULL DEFAULT 0, empty_asked_on INTEGER, empty_wait INTEGER) STRICT;
CREATE TABLE institutions (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connections,
    bank_key TEXT NOT NULL,
    name TEXT NOT NULL,
    url TEXT, organization_id TEXT, answered_sync_id INTEGER REFERENCES syncs,
    UNIQUE (connection_id, bank_key)
) STRICT;
CREATE TABLE currencies (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    exponent INTEGER NOT NULL CHECK (exponent BETWEEN 0 AND 18)
) STRICT;
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connections,
    institution_id INTEGER NOT NULL REFERENCES institutions,
    bank_id TEXT NOT NULL,
    name TEXT NOT NULL,
    currency_id INTEGER NOT NULL REFERENCES currencies,
    balance INTEGER,
    available_balance INTEGER,
    balance_at INTEGER,
    last_received_at INTEGER NOT NULL,
    -- Days for which every window was answered whole: from the first,
    -- inclusive, to the last, exclusive.
    covered_from INTEGER,
    covered_to INTEGER,
    -- Whether a sync has walked back to where the bank's history ends.
    has_whole_history INTEGER NOT NULL DEFAULT 0, last_sync_id INTEGER REFERENCES syncs,
    UNIQUE (connection_id, institution_id, bank_id)
) STRICT;
CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    value TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE daily_balances (
    account_id INTEGER NOT NULL REFERENCES accounts,
    day INTEGER NOT NULL,
    balance INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE syncs (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connections,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    outcome TEXT NOT NULL CHECK (outcome IN ('running', 'complete', 'partial', 'failed')),
    new_transactions INTEGER NOT NULL DEFAULT 0,
    changed_transactions INTEGER NOT NULL DEFAULT 0
, institution_id INTEGER REFERENCES institutions, failure TEXT) STRICT;
CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connections,
    sync_id INTEGER REFERENCES syncs,
    reserved_at INTEGER NOT NULL,
    window_start INTEGER,
    window_end INTEGER
, found_ahead_at INTEGER) STRICT;
CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    sync_id INTEGER NOT NULL REFERENCES syncs,
    institution_id INTEGER REFERENCES institutions,
    account_id INTEGER REFERENCES accounts,
    code TEXT,
    text TEXT NOT NULL
) STRICT;
CREATE TABLE account_decisions (
    account_id INTEGER PRIMARY KEY REFERENCES accounts,
    type TEXT
, nickname TEXT, visibility TEXT
    CHECK (visibility IN ('tracking-only', 'hidden'))) STRICT;
CREATE TABLE account_conclusions (
    account_id INTEGER PRIMARY KEY REFERENCES accounts,
    type TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE TABLE reasons (
    id INTEGER PRIMARY KEY,
    decided_by TEXT NOT NULL,
    rule TEXT,
    text TEXT NOT NULL
) STRICT;
CREATE TABLE verdicts (
    id INTEGER PRIMARY KEY,
    class TEXT NOT NULL,
    class_reason INTEGER NOT NULL REFERENCES reasons,
    category TEXT NOT NULL,
    category_reason INTEGER NOT NULL REFERENCES reasons,
    lens TEXT,
    lens_reason INTEGER REFERENCES reasons,
    partner_reason INTEGER REFERENCES reasons,
    payee TEXT,
    payee_reason INTEGER REFERENCES reasons,
    notes TEXT,
    notes_reason INTEGER REFERENCES reasons,
    tags TEXT,
    tags_reason INTEGER REFERENCES reasons,
    is_excluded INTEGER,
    excluded_reason INTEGER REFERENCES reasons
, series TEXT, series_reason INTEGER REFERENCES reasons, splits TEXT, splits_reason INTEGER REFERENCES reasons) STRICT;
CREATE TABLE conclusions (
    transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
    verdict_id INTEGER NOT NULL REFERENCES verdicts,
    partner_id INTEGER REFERENCES transactions
) STRICT;
CREATE TABLE split_parts (
    transaction_id INTEGER NOT NULL REFERENCES conclusions ON DELETE CASCADE,
    position INTEGER NOT NULL,
    category TEXT NOT NULL,
    lens TEXT,
    amount INTEGER NOT NULL,
    note TEXT,
    PRIMARY KEY (transaction_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE plugin_decisions (
    name TEXT PRIMARY KEY,
    is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE plugin_settings (
    name TEXT NOT NULL,
    setting TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name, setting)
) STRICT, WITHOUT ROWID;
CREATE TABLE plugin_approvals (
    name TEXT PRIMARY KEY,
    approved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE plugin_approved_files (
    name TEXT NOT NULL REFERENCES plugin_approvals ON DELETE CASCADE,
    path TEXT NOT NULL,
    byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
    compressed_bytes BLOB NOT NULL,
    PRIMARY KEY (name, path)
) STRICT;
CREATE TABLE transaction_corrections (
    transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
    class TEXT,
    category TEXT,
    lens TEXT,
    payee TEXT,
    note TEXT,
    -- A line each.
    tags TEXT,
    is_excluded INTEGER CHECK (is_excluded IN (0, 1))
) STRICT;
CREATE TABLE overruled_rules (
    transaction_id INTEGER NOT NULL REFERENCES transactions,
    rule TEXT NOT NULL, fingerprint TEXT,
    PRIMARY KEY (transaction_id, rule)
) STRICT, WITHOUT ROWID;
CREATE TABLE pair_decisions (
    first_id INTEGER NOT NULL REFERENCES transactions,
    second_id INTEGER NOT NULL REFERENCES transactions,
    decision TEXT NOT NULL CHECK (decision IN ('linked', 'unlinked')),
    PRIMARY KEY (first_id, second_id),
    CHECK (first_id < second_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE series_decisions (
    transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
    decision TEXT NOT NULL CHECK (decision IN ('confirmed', 'dismissed', 'cancelled'))
) STRICT;
CREATE TABLE payee_aliases (
    payee TEXT PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE stored_rules (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    position INTEGER NOT NULL,
    -- A table of Lua, as in rule files.
    definition TEXT NOT NULL,
    is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
    created_at INTEGER NOT NULL,
    -- How it came about: 'hand', 'correction'.
    origin TEXT NOT NULL
) STRICT;
CREATE TABLE disabled_rules (
    rule TEXT PRIMARY KEY
, fingerprint TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    summary TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    changeset BLOB NOT NULL,
    is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1))
, is_automatic INTEGER NOT NULL DEFAULT 0
    CHECK (is_automatic IN (0, 1))) STRICT;
CREATE TABLE transfer_candidates (
    transaction_id INTEGER NOT NULL REFERENCES transactions,
    candidate_id INTEGER NOT NULL REFERENCES transactions,
    PRIMARY KEY (transaction_id, candidate_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE series (
    name TEXT PRIMARY KEY,
    payee TEXT NOT NULL,
    currency TEXT NOT NULL,
    exponent INTEGER NOT NULL CHECK (exponent BETWEEN 0 AND 18),
    frequency TEXT NOT NULL,
    -- The expected days; see `Rhythm.canonicalText`.
    rhythm TEXT NOT NULL,
    usual_amount INTEGER NOT NULL,
    is_fixed INTEGER NOT NULL CHECK (is_fixed IN (0, 1)),
    confidence INTEGER NOT NULL CHECK (confidence BETWEEN 0 AND 100),
    transaction_count INTEGER NOT NULL,
    first_day INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    newest_id INTEGER NOT NULL REFERENCES transactions,
    class TEXT NOT NULL,
    category TEXT NOT NULL,
    is_linked_by_rule INTEGER NOT NULL CHECK (is_linked_by_rule IN (0, 1)),
    decision TEXT,
    decided_id INTEGER REFERENCES transactions
) STRICT;
CREATE TABLE pass_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- One more with each pass that was stored.
    generation INTEGER NOT NULL,
    -- A digest of all that the pass was made of beside transactions and
    -- what was decided about them; empty where the next pass has to
    -- look at everything.
    rulebook TEXT NOT NULL,
    -- A digest of the balances, where some rule has read one.
    balances TEXT,
    last_transaction INTEGER NOT NULL
) STRICT;
CREATE TABLE changed_transactions (
    id INTEGER PRIMARY KEY,
    transaction_id INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    day INTEGER NOT NULL
) STRICT;
CREATE TABLE rule_uses (
    rule TEXT PRIMARY KEY,
    hits INTEGER NOT NULL CHECK (hits >= 0),
    last_day INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE payment_histories (
    payee TEXT PRIMARY KEY,
    is_cut INTEGER NOT NULL CHECK (is_cut IN (0, 1)),
    -- See `PaymentHistoryCoding`.
    payments BLOB NOT NULL
) STRICT;
CREATE TABLE series_reminders (
    transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
    days_before INTEGER NOT NULL CHECK (days_before BETWEEN 0 AND 366)
) STRICT;
CREATE TABLE former_bank_ids (
    transaction_id INTEGER NOT NULL REFERENCES transactions,
    bank_id TEXT NOT NULL,
    replaced_at INTEGER NOT NULL,
    PRIMARY KEY (transaction_id, bank_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE settlement_candidates (
    hold_id INTEGER NOT NULL REFERENCES transactions,
    posted_id INTEGER NOT NULL REFERENCES transactions,
    PRIMARY KEY (hold_id, posted_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE settlement_decisions (
    hold_id INTEGER PRIMARY KEY REFERENCES transactions,
    posted_id INTEGER REFERENCES transactions
) STRICT;
CREATE TABLE account_merges (
    from_account INTEGER PRIMARY KEY REFERENCES accounts,
    into_account INTEGER NOT NULL REFERENCES accounts,
    CHECK (from_account <> into_account)
) STRICT;
CREATE TABLE account_signs (
    account_id INTEGER PRIMARY KEY REFERENCES accounts,
    reverses_balance INTEGER NOT NULL CHECK (reverses_balance IN (0, 1)),
    reverses_transactions INTEGER NOT NULL CHECK (reverses_transactions IN (0, 1))
) STRICT;
CREATE TABLE event_subscriptions (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    first_seen_at INTEGER NOT NULL,
    since_transaction INTEGER NOT NULL,
    since_sync INTEGER NOT NULL,
    since_day INTEGER NOT NULL
, looked_through INTEGER) STRICT;
CREATE TABLE event_accounts (
    account_id INTEGER PRIMARY KEY REFERENCES accounts,
    since_transaction INTEGER NOT NULL,
    since_day INTEGER NOT NULL
) STRICT;
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
CREATE TABLE event_conditions (
    subscription_id INTEGER NOT NULL REFERENCES event_subscriptions,
    subject TEXT NOT NULL,
    times INTEGER NOT NULL,
    holds INTEGER NOT NULL CHECK (holds IN (0, 1)),
    PRIMARY KEY (subscription_id, subject)
) STRICT, WITHOUT ROWID;
CREATE TABLE event_classes (
    transaction_id INTEGER PRIMARY KEY,
    class TEXT NOT NULL,
    category TEXT NOT NULL
) STRICT;
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
    reason TEXT, not_before INTEGER NOT NULL DEFAULT 0,
    UNIQUE (event_id, handler, ordinal)
) STRICT;
CREATE TABLE known_rules (
    -- What decisions call the rule: its name at the time, or what it said.
    decided_as TEXT PRIMARY KEY,
    -- What decisions about it would call it now.
    found_as TEXT NOT NULL,
    fingerprint TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE "transactions" (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts,
    bank_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    description_id INTEGER NOT NULL REFERENCES texts,
    payee_id INTEGER NOT NULL REFERENCES texts,
    memo_id INTEGER NOT NULL REFERENCES texts,
    merchant_code_id INTEGER NOT NULL REFERENCES texts,
    is_pending INTEGER NOT NULL CHECK (is_pending IN (0, 1)),
    posted_at INTEGER,
    transacted_at INTEGER,
    first_received_at INTEGER NOT NULL,
    -- When a pending row was missing from an answer that should have held it, or a posted
    -- one was taken back by its bank: it is stored as pending then.
    voided_at INTEGER CHECK (voided_at IS NULL OR is_pending = 1)
) STRICT;
CREATE TABLE missing_transactions (
    transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
    since INTEGER NOT NULL
) STRICT;
CREATE TABLE held_back_answers (
    account_id INTEGER PRIMARY KEY REFERENCES accounts,
    first_day INTEGER NOT NULL,
    since INTEGER NOT NULL
) STRICT;
CREATE TABLE handler_values (
    transaction_id INTEGER NOT NULL REFERENCES transactions,
    -- The attribute's name; of tags there is a row each.
    attribute TEXT NOT NULL,
    value TEXT NOT NULL,
    handler TEXT NOT NULL,
    PRIMARY KEY (transaction_id, attribute, value)
) STRICT, WITHOUT ROWID;
CREATE TABLE running_commands (
    message_id TEXT PRIMARY KEY,
    process_group INTEGER NOT NULL,
    -- By which a process is told from a later one of the same number.
    started TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE last_good_files (
    -- Within the vault, "rules/20-mine.lua".
    path TEXT PRIMARY KEY,
    content BLOB NOT NULL,
    -- When this content was first used, in POSIX seconds.
    good_since INTEGER NOT NULL
) STRICT;
CREATE TABLE kept_answers (
    -- In the order in which they came.
    id INTEGER PRIMARY KEY,
    -- Of all that the answer depends on.
    digest BLOB NOT NULL UNIQUE,
    answer BLOB NOT NULL
) STRICT;
INSERT INTO grdb_migrations VALUES
    ('1'), ('2'), ('3'), ('4'), ('5'), ('6'), ('7'), ('8'), ('9'), ('10'), ('11'), ('12'), ('13'),
    ('14'), ('15'), ('16'), ('17'), ('18'), ('19'), ('20'), ('21'), ('22');
INSERT INTO connections VALUES (1, 'file', 'Imported files', 1795244196, 0, NULL, 24, 1, 20520, 2);
INSERT INTO institutions VALUES (1, 1, 'first.example', 'first.example', NULL, 'ORG-1', 1);
INSERT INTO institutions VALUES (2, 1, '', '', NULL, NULL, NULL);
INSERT INTO currencies VALUES (1, 'USD', 2);
INSERT INTO accounts VALUES (1, 1, 1, 'C1', 'Everyday Checking', 1, 250010, NULL, 1773532800, 1795244196, NULL, NULL, 0, 1);
INSERT INTO accounts VALUES (2, 1, 1, 'S1', 'Savings', 1, 120000, NULL, 1773532800, 1795244196, NULL, NULL, 0, NULL);
INSERT INTO texts VALUES (0, '');
INSERT INTO texts VALUES (1, 'PAYROLL');
INSERT INTO texts VALUES (2, 'GROCERY');
INSERT INTO texts VALUES (3, 'TRANSFER');
INSERT INTO daily_balances VALUES (1, 20527, 250010);
INSERT INTO daily_balances VALUES (2, 20527, 120000);
INSERT INTO syncs VALUES (1, 1, 1795244190, 1795244196, 'partial', 4, 0, 1, 'the bank needs attention');
INSERT INTO requests VALUES (1, 1, 1, 1795244190, 1771200000, 1773532800, NULL);
INSERT INTO messages VALUES (1, 1, 1, 1, 'con.auth', 'Log in again');
INSERT INTO account_decisions VALUES (1, 'savings', NULL, NULL);
INSERT INTO account_decisions VALUES (2, 'investment', 'Ours', 'hidden');
INSERT INTO account_conclusions VALUES (1, 'checking', 'the account''s name has "checking"');
INSERT INTO account_conclusions VALUES (2, 'savings', 'the account''s name has "savings"');
INSERT INTO reasons VALUES (1, 'income patterns', 'payroll', 'Auto-detected: Payroll (income-patterns.toml)');
INSERT INTO reasons VALUES (2, 'default', NULL, 'Default: no stage decided, and money came in');
INSERT INTO reasons VALUES (3, 'default', NULL, 'Default: no stage decided, and money went out');
INSERT INTO reasons VALUES (4, 'category map', 'groceries/GROCERY', 'Auto-detected: Groceries, GROCERY (category-map.toml)');
INSERT INTO reasons VALUES (5, 'category lens', NULL, 'Auto-detected: Groceries counts as a need');
INSERT INTO reasons VALUES (6, 'user rules', 'rules/20-mine.lua:Mine', 'Matched: Mine (rules/20-mine.lua:1)');
INSERT INTO reasons VALUES (7, 'transfers', NULL, 'Auto-detected: equal and opposite amounts in two of your accounts, on the same day');
INSERT INTO verdicts VALUES (1, 'income', 1, 'other', 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO verdicts VALUES (2, 'expense', 3, 'groceries', 4, 'need', 5, NULL, 'Grocer', 6, 'weekly', 6, 'food' || char(10) || 'week', 6, 0, 6, 'Groceries', 6, 'dining' || char(9) || 'amount 5' || char(9) || char(10) || 'other' || char(9) || 'remainder' || char(9), 6);
INSERT INTO verdicts VALUES (3, 'transfer', 7, 'other', 3, NULL, NULL, 7, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO verdicts VALUES (4, 'transfer', 7, 'other', 2, NULL, NULL, 7, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO conclusions VALUES (1, 1, NULL);
INSERT INTO conclusions VALUES (2, 2, NULL);
INSERT INTO conclusions VALUES (3, 3, 4);
INSERT INTO conclusions VALUES (4, 4, 3);
INSERT INTO split_parts VALUES (2, 0, 'dining', NULL, -500, NULL);
INSERT INTO split_parts VALUES (2, 1, 'other', 'want', -4999, 'the rest');
INSERT INTO plugin_decisions VALUES ('refunds', 1);
INSERT INTO plugin_settings VALUES ('refunds', 'days', '40');
INSERT INTO plugin_approvals VALUES ('mine', 1774000000);
INSERT INTO plugin_approved_files VALUES ('mine', 'plugin.lua', 0, x'789c030000000001');
INSERT INTO transaction_corrections VALUES (1, 'ignore', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_corrections VALUES (2, NULL, 'dining', NULL, NULL, 'lunch', 'food', NULL);
INSERT INTO pair_decisions VALUES (3, 4, 'unlinked');
INSERT INTO series_decisions VALUES (2, 'confirmed');
INSERT INTO payee_aliases VALUES ('transfer', 'Own money');
INSERT INTO stored_rules VALUES (1, 0, '{ name = "All from Payroll", when = { payee = is "Payroll" }, set = { class = "ignore" } }', 1, 1774025885, 'correction');
INSERT INTO stored_rules VALUES (2, 1048576, '{ name = "GROCERY", when = { description = contains "GROCERY" }, set = { category = "shopping" } }', 1, 1774025885, 'hand');
INSERT INTO disabled_rules VALUES ('category-map.toml:groceries/GROCERY', NULL);
INSERT INTO journal VALUES (1, 'accounts type 1 savings', 1774025883, x'540201006163636f756e745f6465636973696f6e730012000100000000000000010307736176696e6773', 0, 0);
INSERT INTO journal VALUES (2, 'transactions set 2 --category dining --note --tag', 1774025884, x'540801000000000000007472616e73616374696f6e5f636f7272656374696f6e7300120001000000000000000205030664696e696e67050503056c756e63680304666f6f6405', 0, 0);
INSERT INTO journal VALUES (3, 'transactions set 1 --class ignore --all-from-payee', 1774025885, x'540801000000000000007472616e73616374696f6e5f636f7272656374696f6e73001200010000000000000001030669676e6f7265050505050505540601000000000073746f7265645f72756c6573001200010000000000000001010000000000000000035a7b206e616d65203d2022416c6c2066726f6d20506179726f6c6c222c207768656e203d207b207061796565203d2069732022506179726f6c6c22207d2c20736574203d207b20636c617373203d202269676e6f726522207d207d010000000000000001010000000069bd7c9d030a636f7272656374696f6e', 0, 0);
INSERT INTO journal VALUES (4, 'rules add GROCERY', 1774025885, x'540601000000000073746f7265645f72756c657300120001000000000000000201000000000010000003627b206e616d65203d202247524f43455259222c207768656e203d207b206465736372697074696f6e203d20636f6e7461696e73202247524f4345525922207d2c20736574203d207b2063617465676f7279203d202273686f7070696e6722207d207d010000000000000001010000000069bd7c9d030468616e64', 0, 0);
INSERT INTO journal VALUES (5, 'plugins enable refunds', 1774025886, x'54020100706c7567696e5f6465636973696f6e730012000307726566756e6473010000000000000001', 0, 0);
INSERT INTO journal VALUES (6, 'transfers unlink 3 4', 1774025887, x'5403010200706169725f6465636973696f6e730012000100000000000000030100000000000000040308756e6c696e6b6564', 0, 0);
INSERT INTO journal VALUES (7, 'payees alias "Transfer" "Own money"', 1774025917, x'5402010070617965655f616c696173657300120003087472616e7366657203094f776e206d6f6e6579', 0, 0);
INSERT INTO journal VALUES (8, 'rules disable category-map.toml:groceries/GROCERY', 1774025918, x'54010164697361626c65645f72756c6573001200032363617465676f72792d6d61702e746f6d6c3a67726f6365726965732f47524f43455259', 0, 0);
INSERT INTO journal VALUES (9, 'recurring confirm transaction 2', 1774025919, x'540201007365726965735f6465636973696f6e730012000100000000000000020309636f6e6669726d6564', 0, 0);
INSERT INTO transfer_candidates VALUES (3, 4);
INSERT INTO series VALUES ('Groceries', 'Grocer', 'USD', 2, 'weekly', 'days 7 0', -5499, 1, 80, 1, 20517, 20517, 2, 'expense', 'groceries', 1, NULL, NULL);
INSERT INTO pass_state VALUES (1, 3, '', NULL, 4);
INSERT INTO changed_transactions VALUES (1, 2, -5499, 20517);
INSERT INTO rule_uses VALUES ('rules/20-mine.lua:Mine', 1, 20517);
INSERT INTO payment_histories VALUES ('Grocery', 0, x'0402cac002f55504');
INSERT INTO payment_histories VALUES ('Own money', 0, x'0602d2c002bfb80200');
INSERT INTO series_reminders VALUES (2, 3);
INSERT INTO former_bank_ids VALUES (1, '0', 1774000000);
INSERT INTO event_subscriptions VALUES (1, 'large_transaction over=500', 1740787200, 2, 0, 20148, NULL);
INSERT INTO event_subscriptions VALUES (2, 'low_balance below=100', 1740787200, 2, 0, 20148, 4);
INSERT INTO event_accounts VALUES (1, 2, 20148);
INSERT INTO events VALUES (1, 1, 'transaction 1', 20148, 20148, 1, 1740787200, NULL);
INSERT INTO events VALUES (2, 1, 'transaction 3', 20149, 20149, 3, 1740873600, '{"payee":"Grocer"}');
INSERT INTO event_conditions VALUES (1, 'account 1', 2, 0);
INSERT INTO event_classes VALUES (3, 'transfer', 'other');
INSERT INTO event_handlers VALUES ('alerts.lua large_transaction over=500 1', 2);
INSERT INTO event_deliveries VALUES (1, 2, 'alerts.lua large_transaction over=500 1', 'done', 1, 1740873600, NULL);
INSERT INTO outbox VALUES (1, 'msg_0123', 2, 'alerts.lua large_transaction over=500 1', 0, 'notify', '{"notify":{"title":"Large","text":"Grocer"}}', 'set-aside', 3, 1740873600, 'no desktop', 0);
INSERT INTO known_rules VALUES ('rules/20-mine.lua:Rent', 'rules/30-mine.lua:Flat', 'f00d');
INSERT INTO transactions VALUES (1, 1, '1', 20513, 300000, 1, 0, 0, 0, 0, 1772366400, NULL, 1795244196, NULL);
INSERT INTO transactions VALUES (2, 1, '2', 20517, -5499, 2, 0, 0, 0, 0, 1772712000, 1772625600, 1795244196, NULL);
INSERT INTO transactions VALUES (3, 1, '3', 20521, -20000, 3, 0, 0, 0, 0, 1773057600, NULL, 1795244196, NULL);
INSERT INTO transactions VALUES (4, 2, '9', 20521, 20000, 3, 0, 0, 0, 0, 1773057600, NULL, 1795244196, NULL);
INSERT INTO missing_transactions VALUES (1, 1795244196);
INSERT INTO held_back_answers VALUES (2, 20521, 1795244196);
INSERT INTO handler_values VALUES (4, 'category', 'other', 'alerts.lua large_transaction over=500 1');
INSERT INTO last_good_files VALUES ('rules/20-mine.lua', x'2d2d206d696e65', 1763400000);
INSERT INTO kept_answers VALUES (1, x'01', x'02');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('stored_rules', 2);
INSERT INTO sqlite_sequence VALUES ('events', 2);
INSERT INTO sqlite_sequence VALUES ('event_deliveries', 1);
INSERT INTO sqlite_sequence VALUES ('outbox', 1);
CREATE INDEX requests_by_time ON requests (connection_id, reserved_at);
CREATE INDEX messages_by_sync ON messages (sync_id);
CREATE TRIGGER made_corrections AFTER INSERT ON transaction_corrections
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (new.transaction_id); END;
CREATE TRIGGER changed_corrections AFTER UPDATE ON transaction_corrections
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (new.transaction_id); END;
CREATE TRIGGER dropped_corrections AFTER DELETE ON transaction_corrections
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (old.transaction_id); END;
CREATE TRIGGER made_overruled_rules AFTER INSERT ON overruled_rules
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (new.transaction_id); END;
CREATE TRIGGER dropped_overruled_rules AFTER DELETE ON overruled_rules
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (old.transaction_id); END;
CREATE TRIGGER made_pair_decisions AFTER INSERT ON pair_decisions
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (new.first_id, new.second_id); END;
CREATE TRIGGER changed_pair_decisions AFTER UPDATE ON pair_decisions
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (new.first_id, new.second_id); END;
CREATE TRIGGER dropped_pair_decisions AFTER DELETE ON pair_decisions
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (old.first_id, old.second_id); END;
CREATE TRIGGER made_series_decisions AFTER INSERT ON series_decisions
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (new.transaction_id); END;
CREATE TRIGGER changed_series_decisions AFTER UPDATE ON series_decisions
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (new.transaction_id); END;
CREATE TRIGGER dropped_series_decisions AFTER DELETE ON series_decisions
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (old.transaction_id); END;
CREATE INDEX verdicts_by_payee ON verdicts (payee, category);
CREATE INDEX reasons_by_text ON reasons (text);
CREATE INDEX events_to_tell ON events (subscription_id, id) WHERE fields IS NOT NULL;
CREATE INDEX events_by_day ON events (day);
CREATE INDEX event_deliveries_left ON event_deliveries (state, event_id)
    WHERE state IN ('waiting', 'set-aside');
CREATE INDEX outbox_left ON outbox (state, id)
    WHERE state IN ('waiting', 'set-aside');
CREATE TRIGGER changed_overruled_rules AFTER UPDATE ON overruled_rules
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (new.transaction_id); END;
CREATE INDEX transactions_by_bank_id ON transactions (account_id, bank_id);
CREATE INDEX former_bank_ids_by_id ON former_bank_ids (bank_id);
CREATE INDEX transactions_by_day
    ON transactions (is_pending, day, account_id, amount);
CREATE TRIGGER split_parts_of_changed_amounts
AFTER UPDATE OF amount ON transactions WHEN new.amount <> old.amount
BEGIN
    DELETE FROM split_parts WHERE transaction_id = new.id;
END;
CREATE TRIGGER changed_facts
AFTER UPDATE OF account_id, day, amount, description_id, payee_id, memo_id,
    merchant_code_id, is_pending, transacted_at, voided_at ON transactions
WHEN old.id <= (SELECT last_transaction FROM pass_state)
BEGIN
    INSERT INTO changed_transactions (transaction_id, amount, day)
    VALUES (old.id, old.amount, old.day);
END;
CREATE INDEX transactions_by_size
    ON transactions (CASE WHEN amount < 0 THEN amount ELSE -amount END, day)
    WHERE is_pending = 0 AND voided_at IS NULL;
CREATE INDEX outbox_waiting ON outbox (target, id, attempts, next_try_at)
    WHERE state = 'waiting';
CREATE INDEX outbox_failing ON outbox (target, id)
    WHERE state = 'waiting' AND attempts > 0;
PRAGMA foreign_keys = ON;
