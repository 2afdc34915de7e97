-- What schema 2 added, and what came to be in a vault of it.
ALTER TABLE verdicts ADD COLUMN series TEXT;
ALTER TABLE verdicts ADD COLUMN series_reason INTEGER REFERENCES reasons;
-- How a transaction is divided; see `SplitPlan.canonicalText`.
ALTER TABLE verdicts ADD COLUMN splits TEXT;
ALTER TABLE verdicts ADD COLUMN splits_reason INTEGER REFERENCES reasons;

-- What a verdict's splits come to for one transaction: what figures
-- count in place of the whole. The amounts add up to the transaction's.
CREATE TABLE split_parts (
    transaction_id INTEGER NOT NULL REFERENCES conclusions ON DELETE CASCADE,
    position INTEGER NOT NULL,
    category TEXT NOT NULL,
    lens TEXT,
    amount INTEGER NOT NULL,
    note TEXT,
    PRIMARY KEY (transaction_id, position)
) STRICT, WITHOUT ROWID;

-- Parts of another amount would make totals wrong. Until the next pass
-- makes new ones, the transaction counts as a whole.
CREATE TRIGGER split_parts_of_changed_amounts
AFTER UPDATE OF amount ON transactions WHEN new.amount <> old.amount
BEGIN
    DELETE FROM split_parts WHERE transaction_id = new.id;
END;
INSERT INTO grdb_migrations VALUES ('2');
UPDATE verdicts SET series = 'Groceries', series_reason = 6, splits = 'dining'||char(9)||'amount 5'||char(9)||char(10)||'other'||char(9)||'remainder'||char(9), splits_reason = 6 WHERE id = 2;
INSERT INTO split_parts VALUES (2, 0, 'dining', NULL, -500, NULL), (2, 1, 'other', 'want', -4999, 'the rest');
