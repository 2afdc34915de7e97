-- What schema 17 added, and what came to be in a vault of it.
-- The newest transaction at the last look: what came later and was not news for
-- its age is counted once. NULL where nobody has looked since this was kept.
ALTER TABLE event_subscriptions ADD COLUMN looked_through INTEGER;
-- As what the rules of files that decisions are about were last found, so that
-- they are known again through edits and renames. No decision: it is not undone.
CREATE TABLE known_rules (
    -- What decisions call the rule: its name at the time, or what it said.
    decided_as TEXT PRIMARY KEY,
    -- What decisions about it would call it now.
    found_as TEXT NOT NULL,
    fingerprint TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO known_rules VALUES ('rules/20-mine.lua:Rent', 'rules/30-mine.lua:Flat', 'f00d');
INSERT INTO grdb_migrations VALUES ('17');
