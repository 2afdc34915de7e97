-- What schema 5 added, and what came to be in a vault of it.
CREATE TABLE transfer_candidates (
    transaction_id INTEGER NOT NULL REFERENCES transactions,
    candidate_id INTEGER NOT NULL REFERENCES transactions,
    PRIMARY KEY (transaction_id, candidate_id)
) STRICT, WITHOUT ROWID;
INSERT INTO grdb_migrations VALUES ('5');
INSERT INTO transfer_candidates VALUES (3, 4);
