-- What schema 12 added, and what came to be in a vault of it.
ALTER TABLE account_decisions ADD COLUMN nickname TEXT;
-- NULL counts.
ALTER TABLE account_decisions ADD COLUMN visibility TEXT
    CHECK (visibility IN ('tracking-only', 'hidden'));

-- When the person took the connection away; its accounts stay.
ALTER TABLE connections ADD COLUMN removed_at INTEGER;

-- What a bank writes with the other sign than most do. Stored amounts and
-- balances are turned round already.
CREATE TABLE account_signs (
    account_id INTEGER PRIMARY KEY REFERENCES accounts,
    reverses_balance INTEGER NOT NULL CHECK (reverses_balance IN (0, 1)),
    reverses_transactions INTEGER NOT NULL CHECK (reverses_transactions IN (0, 1))
) STRICT;

-- The only bank that a sync asked for; NULL where it asked for all.
ALTER TABLE syncs ADD COLUMN institution_id INTEGER REFERENCES institutions;
-- Why a sync ended early, in words for people.
ALTER TABLE syncs ADD COLUMN failure TEXT;
INSERT INTO grdb_migrations VALUES ('12');
UPDATE account_decisions SET nickname = 'Ours', visibility = 'hidden' WHERE account_id = 2;
