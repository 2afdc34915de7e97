-- A vault of a development version with only its first schema step: two accounts, four
-- transactions, one decision and the conclusions of a pass.
PRAGMA application_id = 1198020212;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1');
CREATE TABLE connections (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('simplefin', 'file')),
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    allows_plain_http INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO connections VALUES(1,'file','Imported files',1795244196,0);
CREATE TABLE institutions (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connections,
    bank_key TEXT NOT NULL,
    name TEXT NOT NULL,
    url TEXT,
    UNIQUE (connection_id, bank_key)
) STRICT;
INSERT INTO institutions VALUES(1,1,'first.example','first.example',NULL);
INSERT INTO institutions VALUES(2,1,'','',NULL);
CREATE TABLE currencies (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    exponent INTEGER NOT NULL CHECK (exponent BETWEEN 0 AND 18)
) STRICT;
INSERT INTO currencies VALUES(1,'USD',2);
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
    has_whole_history INTEGER NOT NULL DEFAULT 0,
    UNIQUE (connection_id, institution_id, bank_id)
) STRICT;
INSERT INTO accounts VALUES(1,1,1,'C1','Everyday Checking',1,250010,NULL,1773532800,1795244196,NULL,NULL,0);
INSERT INTO accounts VALUES(2,1,1,'S1','Savings',1,120000,NULL,1773532800,1795244196,NULL,NULL,0);
CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    value TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO texts VALUES(0,'');
INSERT INTO texts VALUES(1,'PAYROLL');
INSERT INTO texts VALUES(2,'GROCERY');
INSERT INTO texts VALUES(3,'TRANSFER');
CREATE TABLE transactions (
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
    -- When a pending row was missing from an answer that should have
    -- held it: banks say nothing of a hold that is dropped, nor of one
    -- that is posted under another id.
    voided_at INTEGER CHECK (voided_at IS NULL OR is_pending = 1),
    UNIQUE (account_id, bank_id)
) STRICT;
INSERT INTO transactions VALUES(1,1,'1',20513,300000,1,0,0,0,0,1772366400,NULL,1795244196,NULL);
INSERT INTO transactions VALUES(2,1,'2',20517,-5499,2,0,0,0,0,1772712000,1772625600,1795244196,NULL);
INSERT INTO transactions VALUES(3,1,'3',20521,-20000,3,0,0,0,0,1773057600,NULL,1795244196,NULL);
INSERT INTO transactions VALUES(4,2,'9',20521,20000,3,0,0,0,0,1773057600,NULL,1795244196,NULL);
CREATE TABLE daily_balances (
    account_id INTEGER NOT NULL REFERENCES accounts,
    day INTEGER NOT NULL,
    balance INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;
INSERT INTO daily_balances VALUES(1,20527,250010);
INSERT INTO daily_balances VALUES(2,20527,120000);
CREATE TABLE syncs (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connections,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    outcome TEXT NOT NULL CHECK (outcome IN ('running', 'complete', 'partial', 'failed')),
    new_transactions INTEGER NOT NULL DEFAULT 0,
    changed_transactions INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connections,
    sync_id INTEGER REFERENCES syncs,
    reserved_at INTEGER NOT NULL,
    window_start INTEGER,
    window_end INTEGER
) STRICT;
CREATE TABLE answers (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connections,
    sync_id INTEGER REFERENCES syncs,
    received_at INTEGER NOT NULL,
    byte_count INTEGER NOT NULL,
    compressed_body BLOB NOT NULL
) STRICT;
INSERT INTO answers VALUES(1,1,NULL,1795244196,845,X'7801b552cb6ec23010bcf31596cf3c9c8424a53744692fa854497b4015aa8c6dc02a7122dba022c4bfd76b48c54bbd54bdd99ed999d95defb0d0bad406dfa3f7691361ca58b956d6df1b08ed70a9170edb615e16542a77c473a98d6d8b2f5a542b815d8d994bd55aeb15804b6b2b73dfe9ccb4e40b51b33a4602d9f1f0bee96411961cd88300ea152d04dc861ba1b79c6ed16029d8a7540b00d95a6ba1d816086ff9033ccde88a2ae64bc298907640f041f408b438b58006691ac5517847c801b69a2a439995a5aafb830e0f517c92aa34564032571a4649d275a56e26058c040244c4d911678730178669598118202ffd49361e8d8eedfda886403d534d83d089b8d73a8de01f14c4c13209e3e4c2b21577dbbdde0dc7a76c3c1866934bc7e8d23122717a25ea32dceee335eb3fe78fc30cefa77e53fffc01f2b30f90d38ddbba810e7e5f3bccd0e7f77fe92f6bf7933d5dd0ad71d56e575b3f9dd674dff8069ce0ed0a');
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
) STRICT;
INSERT INTO account_decisions VALUES(2,'investment');
CREATE TABLE account_conclusions (
    account_id INTEGER PRIMARY KEY REFERENCES accounts,
    type TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
INSERT INTO account_conclusions VALUES(1,'checking','the account''s name has "checking"');
INSERT INTO account_conclusions VALUES(2,'savings','the account''s name has "savings"');
CREATE TABLE reasons (
    id INTEGER PRIMARY KEY,
    decided_by TEXT NOT NULL,
    rule TEXT,
    text TEXT NOT NULL
) STRICT;
INSERT INTO reasons VALUES(1,'income patterns','payroll','Auto-detected: Payroll (income-patterns.toml)');
INSERT INTO reasons VALUES(2,'default',NULL,'Default: no stage decided, and money came in');
INSERT INTO reasons VALUES(3,'default',NULL,'Default: no stage decided, and money went out');
INSERT INTO reasons VALUES(4,'category map','groceries/GROCERY','Auto-detected: Groceries, GROCERY (category-map.toml)');
INSERT INTO reasons VALUES(5,'category lens',NULL,'Auto-detected: Groceries counts as a need');
INSERT INTO reasons VALUES(6,'user rules','rules/20-mine.lua:Mine','Matched: Mine (rules/20-mine.lua:1)');
INSERT INTO reasons VALUES(7,'transfers',NULL,'Auto-detected: equal and opposite amounts in two of your accounts, on the same day');
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
) STRICT;
INSERT INTO verdicts VALUES(1,'income',1,'other',2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO verdicts VALUES(2,'expense',3,'groceries',4,'need',5,NULL,'Grocer',6,'weekly',6,replace('food\nweek','\n',char(10)),6,0,6);
INSERT INTO verdicts VALUES(3,'transfer',7,'other',3,NULL,NULL,7,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO verdicts VALUES(4,'transfer',7,'other',2,NULL,NULL,7,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE conclusions (
    transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
    verdict_id INTEGER NOT NULL REFERENCES verdicts,
    partner_id INTEGER REFERENCES transactions
) STRICT;
INSERT INTO conclusions VALUES(1,1,NULL);
INSERT INTO conclusions VALUES(2,2,NULL);
INSERT INTO conclusions VALUES(3,3,4);
INSERT INTO conclusions VALUES(4,4,3);
CREATE INDEX transactions_by_day
    ON transactions (is_pending, day, account_id, amount);
CREATE INDEX requests_by_time ON requests (connection_id, reserved_at);
CREATE INDEX messages_by_sync ON messages (sync_id);
