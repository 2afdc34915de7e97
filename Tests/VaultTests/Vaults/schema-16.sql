-- What schema 16 added, and what came to be in a vault of it.
-- When a request was first found to lie ahead of the clock, which was set back
-- since: it counts from then on. NULL where it does not lie ahead.
ALTER TABLE requests ADD COLUMN found_ahead_at INTEGER;
INSERT INTO grdb_migrations VALUES ('16');
