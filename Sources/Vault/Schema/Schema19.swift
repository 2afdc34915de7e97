/// How much history a connection is to bring, and which syncs told of an account or a bank.
enum Schema19 {
    static let progress = """
        -- The months of history that were asked for; NULL for the default.
        ALTER TABLE connections ADD COLUMN history_months INTEGER;
        -- Whether all of these months are being asked for again, also where nothing is found.
        ALTER TABLE connections ADD COLUMN asks_all_history INTEGER NOT NULL DEFAULT 0;
        -- The day on which days without transactions were last asked for again, and the
        -- days to wait after it.
        ALTER TABLE connections ADD COLUMN empty_asked_on INTEGER;
        ALTER TABLE connections ADD COLUMN empty_wait INTEGER;

        -- By which an institution of version 1 of the protocol and one of version 2 are
        -- recognised as the same.
        ALTER TABLE institutions ADD COLUMN organization_id TEXT;
        -- The newest finished sync whose answers held one of its accounts.
        ALTER TABLE institutions ADD COLUMN answered_sync_id INTEGER REFERENCES syncs;
        -- The newest sync whose answers held the account.
        ALTER TABLE accounts ADD COLUMN last_sync_id INTEGER REFERENCES syncs;

        -- Whole answers, which nothing ever read.
        DROP TABLE answers;
        """
}
