-- What schema 6 added, and what came to be in a vault of it.
-- Transactions carry the name in their verdict.
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
INSERT INTO grdb_migrations VALUES ('6');
INSERT INTO series VALUES ('Groceries', 'Grocer', 'USD', 2, 'weekly', 'days 7 0', -5499, 1, 80, 1, 20517, 20517, 2, 'expense', 'groceries', 1, NULL, NULL);
