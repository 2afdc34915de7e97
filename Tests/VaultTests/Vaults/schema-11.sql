-- What schema 11 added, and what came to be in a vault of it.
-- Ids that a bank gave a transaction before the one that it has. They
-- tell where a row came from; nothing is recognised by them.
CREATE TABLE former_bank_ids (
    transaction_id INTEGER NOT NULL REFERENCES transactions,
    bank_id TEXT NOT NULL,
    replaced_at INTEGER NOT NULL,
    PRIMARY KEY (transaction_id, bank_id)
) STRICT, WITHOUT ROWID;

-- Posted transactions that a vanished hold may have become, where
-- several could be meant: for the person to choose.
CREATE TABLE settlement_candidates (
    hold_id INTEGER NOT NULL REFERENCES transactions,
    posted_id INTEGER NOT NULL REFERENCES transactions,
    PRIMARY KEY (hold_id, posted_id)
) STRICT, WITHOUT ROWID;

-- What the person chose; NULL is none of them.
CREATE TABLE settlement_decisions (
    hold_id INTEGER PRIMARY KEY REFERENCES transactions,
    posted_id INTEGER REFERENCES transactions
) STRICT;

-- Accounts that the person said are one. What both have is kept in the
-- first one as void, so that nothing is lost and nothing counts twice.
CREATE TABLE account_merges (
    from_account INTEGER PRIMARY KEY REFERENCES accounts,
    into_account INTEGER NOT NULL REFERENCES accounts,
    CHECK (from_account <> into_account)
) STRICT;
INSERT INTO grdb_migrations VALUES ('11');
INSERT INTO former_bank_ids VALUES (1, '0', 1774000000);
