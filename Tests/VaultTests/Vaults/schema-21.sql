-- What schema 21 added, and what came to be in a vault of it.
-- Files of rules, configuration and handlers as they were last used without a
-- mistake. One that has a mistake now stays in use as it stands here.
CREATE TABLE last_good_files (
    -- Within the vault, "rules/20-mine.lua".
    path TEXT PRIMARY KEY,
    content BLOB NOT NULL,
    -- When this content was first used, in POSIX seconds.
    good_since INTEGER NOT NULL
) STRICT;
INSERT INTO last_good_files VALUES ('rules/20-mine.lua', x'2d2d206d696e65', 1763400000);
INSERT INTO grdb_migrations VALUES ('21');
