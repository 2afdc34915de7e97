-- What schema 22 added, and what came to be in a vault of it.
-- What reading a file of rules, plugins or data came to, so that what did not change
-- is not read again. Derived: it may be emptied at any time.
CREATE TABLE kept_answers (
    -- In the order in which they came.
    id INTEGER PRIMARY KEY,
    -- Of all that the answer depends on.
    digest BLOB NOT NULL UNIQUE,
    answer BLOB NOT NULL
) STRICT;
INSERT INTO kept_answers (digest, answer) VALUES (x'01', x'02');
INSERT INTO grdb_migrations VALUES ('22');
