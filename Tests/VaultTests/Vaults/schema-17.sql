-- What schema 17 added, and what came to be in a vault of it.
-- The newest transaction at the last look: what came later and was not news for
-- its age is counted once. NULL where nobody has looked since this was kept.
ALTER TABLE event_subscriptions ADD COLUMN looked_through INTEGER;
INSERT INTO grdb_migrations VALUES ('17');
