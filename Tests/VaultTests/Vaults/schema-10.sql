-- What schema 10 added, and what came to be in a vault of it.
-- By a transaction of the series, since a series has no name that lasts.
CREATE TABLE series_reminders (
    transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
    days_before INTEGER NOT NULL CHECK (days_before BETWEEN 0 AND 366)
) STRICT;
INSERT INTO grdb_migrations VALUES ('10');
INSERT INTO series_reminders VALUES (2, 3);
