-- What schema 8 added, and what came to be in a vault of it.
-- As conclusions are, what the last pass found: it can be dropped, and
-- comes again. Rules are named by their references.
CREATE TABLE rule_uses (
    rule TEXT PRIMARY KEY,
    hits INTEGER NOT NULL CHECK (hits >= 0),
    last_day INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO grdb_migrations VALUES ('8');
INSERT INTO rule_uses VALUES ('rules/20-mine.lua:Mine', 1, 20517);
