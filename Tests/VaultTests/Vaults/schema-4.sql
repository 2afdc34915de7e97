-- What schema 4 added, and what came to be in a vault of it.
-- NULL leaves an attribute to the pipeline.
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

-- The person's rules that set something else when the correction was
-- made.
CREATE TABLE overruled_rules (
    transaction_id INTEGER NOT NULL REFERENCES transactions,
    rule TEXT NOT NULL,
    PRIMARY KEY (transaction_id, rule)
) STRICT, WITHOUT ROWID;

CREATE TABLE pair_decisions (
    first_id INTEGER NOT NULL REFERENCES transactions,
    second_id INTEGER NOT NULL REFERENCES transactions,
    decision TEXT NOT NULL CHECK (decision IN ('linked', 'unlinked')),
    PRIMARY KEY (first_id, second_id),
    CHECK (first_id < second_id)
) STRICT, WITHOUT ROWID;

-- By a transaction of the series, since a series has no name that lasts.
CREATE TABLE series_decisions (
    transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
    decision TEXT NOT NULL CHECK (decision IN ('confirmed', 'dismissed', 'cancelled'))
) STRICT;

CREATE TABLE payee_aliases (
    payee TEXT PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A number never means another rule later: corrections name rules by it.
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

-- Rules that come with the program and are switched off.
CREATE TABLE disabled_rules (
    rule TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
-- What each command changed in the tables of decisions, as a changeset
-- of SQLite's session extension. Entries that are undone are the
-- newest ones.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    summary TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    changeset BLOB NOT NULL,
    is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1))
) STRICT;
INSERT INTO grdb_migrations VALUES ('4');
INSERT INTO transaction_corrections VALUES (1, 'ignore', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO transaction_corrections VALUES (2, NULL, 'dining', NULL, NULL, 'lunch', 'food', NULL);
INSERT INTO pair_decisions VALUES (3, 4, 'unlinked');
INSERT INTO series_decisions VALUES (2, 'confirmed');
INSERT INTO payee_aliases VALUES ('transfer', 'Own money');
INSERT INTO stored_rules VALUES (1, 0, '{ name = "All from Payroll", when = { payee = is "Payroll" }, set = { class = "ignore" } }', 1, 1774025885, 'correction');
INSERT INTO stored_rules VALUES (2, 1048576, '{ name = "GROCERY", when = { description = contains "GROCERY" }, set = { category = "shopping" } }', 1, 1774025885, 'hand');
INSERT INTO disabled_rules VALUES ('category-map.toml:groceries/GROCERY');
INSERT INTO journal VALUES (1, 'accounts type 1 savings', 1774025883, x'540201006163636f756e745f6465636973696f6e730012000100000000000000010307736176696e6773', 0);
INSERT INTO journal VALUES (2, 'transactions set 2 --category dining --note --tag', 1774025884, x'540801000000000000007472616e73616374696f6e5f636f7272656374696f6e7300120001000000000000000205030664696e696e67050503056c756e63680304666f6f6405', 0);
INSERT INTO journal VALUES (3, 'transactions set 1 --class ignore --all-from-payee', 1774025885, x'540801000000000000007472616e73616374696f6e5f636f7272656374696f6e73001200010000000000000001030669676e6f7265050505050505540601000000000073746f7265645f72756c6573001200010000000000000001010000000000000000035a7b206e616d65203d2022416c6c2066726f6d20506179726f6c6c222c207768656e203d207b207061796565203d2069732022506179726f6c6c22207d2c20736574203d207b20636c617373203d202269676e6f726522207d207d010000000000000001010000000069bd7c9d030a636f7272656374696f6e', 0);
INSERT INTO journal VALUES (4, 'rules add GROCERY', 1774025885, x'540601000000000073746f7265645f72756c657300120001000000000000000201000000000010000003627b206e616d65203d202247524f43455259222c207768656e203d207b206465736372697074696f6e203d20636f6e7461696e73202247524f4345525922207d2c20736574203d207b2063617465676f7279203d202273686f7070696e6722207d207d010000000000000001010000000069bd7c9d030468616e64', 0);
INSERT INTO journal VALUES (5, 'plugins enable refunds', 1774025886, x'54020100706c7567696e5f6465636973696f6e730012000307726566756e6473010000000000000001', 0);
INSERT INTO journal VALUES (6, 'transfers unlink 3 4', 1774025887, x'5403010200706169725f6465636973696f6e730012000100000000000000030100000000000000040308756e6c696e6b6564', 0);
INSERT INTO journal VALUES (7, 'payees alias "Transfer" "Own money"', 1774025917, x'5402010070617965655f616c696173657300120003087472616e7366657203094f776e206d6f6e6579', 0);
INSERT INTO journal VALUES (8, 'rules disable category-map.toml:groceries/GROCERY', 1774025918, x'54010164697361626c65645f72756c6573001200032363617465676f72792d6d61702e746f6d6c3a67726f6365726965732f47524f43455259', 0);
INSERT INTO journal VALUES (9, 'recurring confirm transaction 2', 1774025919, x'540201007365726965735f6465636973696f6e730012000100000000000000020309636f6e6669726d6564', 0);
UPDATE account_decisions SET type = 'savings' WHERE account_id = 1;
INSERT OR IGNORE INTO account_decisions VALUES (1, 'savings');
