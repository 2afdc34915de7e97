-- What schema 14 added, and what came to be in a vault of it.
-- Of what a rule of a file says; NULL for other rules, and for what was
-- decided before.
ALTER TABLE overruled_rules ADD COLUMN fingerprint TEXT;
ALTER TABLE disabled_rules ADD COLUMN fingerprint TEXT;

CREATE TRIGGER changed_overruled_rules AFTER UPDATE ON overruled_rules
BEGIN INSERT INTO changed_transactions (transaction_id, amount, day)
    SELECT id, amount, day FROM transactions
    WHERE id IN (new.transaction_id); END;
INSERT INTO grdb_migrations VALUES ('14');
