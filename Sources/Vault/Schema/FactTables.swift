extension Schema {
    /// Connections, accounts and transactions, and the syncs that brought them.
    static let facts = """
        CREATE TABLE connections (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('simplefin', 'file', 'hand')),
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            allows_plain_http INTEGER NOT NULL DEFAULT 0,
            -- When the person removed the connection. Its accounts stay.
            removed_at INTEGER,
            -- The months of history that the person asked for; NULL for the default.
            history_months INTEGER,
            -- Whether a sync is requesting all of these months again, even empty ones.
            asks_all_history INTEGER NOT NULL DEFAULT 0,
            -- The day when days without transactions were last requested again, and the number
            -- of days to wait after it.
            empty_asked_on INTEGER,
            empty_wait INTEGER
        ) STRICT;

        CREATE TABLE institutions (
            id INTEGER PRIMARY KEY,
            connection_id INTEGER NOT NULL REFERENCES connections,
            bank_key TEXT NOT NULL,
            name TEXT NOT NULL,
            url TEXT,
            -- Identifies an institution across versions 1 and 2 of the protocol.
            organization_id TEXT,
            -- The newest finished sync that received one of its accounts.
            answered_sync_id INTEGER REFERENCES syncs,
            UNIQUE (connection_id, bank_key)
        ) STRICT;

        CREATE TABLE currencies (
            id INTEGER PRIMARY KEY,
            code TEXT NOT NULL UNIQUE,
            exponent INTEGER NOT NULL CHECK (exponent BETWEEN 0 AND 18)
        ) STRICT;

        CREATE TABLE accounts (
            id INTEGER PRIMARY KEY,
            connection_id INTEGER NOT NULL REFERENCES connections,
            institution_id INTEGER NOT NULL REFERENCES institutions,
            bank_id TEXT NOT NULL,
            name TEXT NOT NULL,
            currency_id INTEGER NOT NULL REFERENCES currencies,
            balance INTEGER,
            available_balance INTEGER,
            balance_at INTEGER,
            last_received_at INTEGER NOT NULL,
            -- The days for which every response was complete, from the first (inclusive) to the
            -- last (exclusive).
            covered_from INTEGER,
            covered_to INTEGER,
            -- Whether a sync has reached the start of the bank's history.
            has_whole_history INTEGER NOT NULL DEFAULT 0,
            -- The newest sync that received the account.
            last_sync_id INTEGER REFERENCES syncs,
            -- The import that made it; NULL if a connection did. It is shown while one of its
            -- imports counts.
            import_id INTEGER REFERENCES imports,
            UNIQUE (connection_id, institution_id, bank_id)
        ) STRICT;

        -- Each distinct text of transactions once.
        CREATE TABLE texts (
            id INTEGER PRIMARY KEY,
            value TEXT NOT NULL UNIQUE
        ) STRICT;
        INSERT INTO texts (id, value) VALUES (0, '');

        CREATE TABLE transactions (
            id INTEGER PRIMARY KEY,
            account_id INTEGER NOT NULL REFERENCES accounts,
            -- Not unique: some banks give several transactions the same id.
            bank_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            -- What counts: bank_amount with the sign that the person decided.
            amount INTEGER NOT NULL,
            description_id INTEGER NOT NULL REFERENCES texts,
            payee_id INTEGER NOT NULL REFERENCES texts,
            memo_id INTEGER NOT NULL REFERENCES texts,
            merchant_code_id INTEGER NOT NULL REFERENCES texts,
            is_pending INTEGER NOT NULL CHECK (is_pending IN (0, 1)),
            posted_at INTEGER,
            transacted_at INTEGER,
            first_received_at INTEGER NOT NULL,
            -- When a response that should have listed a pending transaction did not. Also when
            -- the bank took a posted one back, which is then stored as pending.
            voided_at INTEGER CHECK (voided_at IS NULL OR is_pending = 1),
            -- As the bank said it.
            bank_amount INTEGER NOT NULL DEFAULT 0,
            -- The import that brought it; NULL if a connection did.
            import_id INTEGER REFERENCES imports
        ) STRICT;
        CREATE INDEX transactions_by_bank_id ON transactions (account_id, bank_id);
        -- In the order of lists, so that reading a page of a list reads only that page. It covers
        -- what balances are computed from, so that computing them reads no rows.
        CREATE INDEX transactions_by_day
            ON transactions (is_pending, day, account_id, amount);

        -- Files that the person imported, with a row for each account in a file. And what the
        -- person entered by hand: an account, a balance or a transaction.
        CREATE TABLE imports (
            id INTEGER PRIMARY KEY,
            account_id INTEGER NOT NULL REFERENCES accounts,
            -- The account in the file's words, which recognise it in the next file.
            source TEXT NOT NULL,
            -- The file's name; empty for what was entered by hand.
            file TEXT NOT NULL,
            imported_at INTEGER NOT NULL,
            -- The last balance in the file; NULL if there is none.
            closing_day INTEGER,
            closing_balance INTEGER
        ) STRICT;
        CREATE INDEX imports_by_account ON imports (account_id);

        -- The transactions that a file has, also those that were there before it.
        CREATE TABLE imported_rows (
            transaction_id INTEGER NOT NULL REFERENCES transactions,
            import_id INTEGER NOT NULL REFERENCES imports,
            PRIMARY KEY (transaction_id, import_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX imported_rows_by_import ON imported_rows (import_id);

        -- Transactions of accounts kept by hand that follow from those of other accounts, such as
        -- cash from a machine. Each has the opposite amount of its source.
        CREATE TABLE mirrored_transactions (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            source_id INTEGER NOT NULL REFERENCES transactions
        ) STRICT;

        -- Transactions that a bank listed under the id of an account that was merged away. They go
        -- back to it when the merge is undone.
        CREATE TABLE merged_rows (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            from_account INTEGER NOT NULL REFERENCES accounts
        ) STRICT;

        -- The ids that a bank gave a transaction before its present one. They show where a row
        -- came from; matching does not use them.
        CREATE TABLE former_bank_ids (
            transaction_id INTEGER NOT NULL REFERENCES transactions,
            bank_id TEXT NOT NULL,
            replaced_at INTEGER NOT NULL,
            PRIMARY KEY (transaction_id, bank_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX former_bank_ids_by_id ON former_bank_ids (bank_id);

        -- Posted transactions that a complete response for their day did not list. They count.
        CREATE TABLE missing_transactions (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            since INTEGER NOT NULL
        ) STRICT;

        -- Accounts with received rows that were not stored because they may be known transactions
        -- in another form.
        CREATE TABLE held_back_answers (
            account_id INTEGER PRIMARY KEY REFERENCES accounts,
            -- The first of the uncertain days.
            first_day INTEGER NOT NULL,
            -- When the bank first sent such rows.
            since INTEGER NOT NULL
        ) STRICT;

        -- Posted transactions that a pending charge may have become, if there are several, for the
        -- person to choose. Known only while the bank's response is stored, since it depends on
        -- what the response lacks.
        CREATE TABLE settlement_candidates (
            hold_id INTEGER NOT NULL REFERENCES transactions,
            posted_id INTEGER NOT NULL REFERENCES transactions,
            PRIMARY KEY (hold_id, posted_id)
        ) STRICT, WITHOUT ROWID;

        -- Entries of responses that can't be read exactly. Those that come again are not reported.
        CREATE TABLE set_aside_entries (
            id INTEGER PRIMARY KEY,
            connection_id INTEGER NOT NULL REFERENCES connections,
            subject TEXT NOT NULL,
            institution_key TEXT NOT NULL,
            -- The bank's ids; empty if unknown.
            account_id TEXT NOT NULL,
            transaction_id TEXT NOT NULL,
            explanation TEXT NOT NULL,
            -- As the bank sent it.
            raw TEXT NOT NULL,
            received_at INTEGER NOT NULL,
            UNIQUE (connection_id, subject, institution_key, account_id, transaction_id,
                explanation, raw)
        ) STRICT;

        CREATE TABLE daily_balances (
            account_id INTEGER NOT NULL REFERENCES accounts,
            day INTEGER NOT NULL,
            balance INTEGER NOT NULL,
            PRIMARY KEY (account_id, day)
        ) STRICT, WITHOUT ROWID;

        -- The days with known holdings of an account. One without rows in holdings ended without
        -- any.
        CREATE TABLE holding_days (
            id INTEGER PRIMARY KEY,
            account_id INTEGER NOT NULL REFERENCES accounts,
            day INTEGER NOT NULL,
            UNIQUE (account_id, day)
        ) STRICT;

        -- What an account held at the end of a day. The balance includes it.
        CREATE TABLE holdings (
            holding_day_id INTEGER NOT NULL REFERENCES holding_days,
            -- The place in the bank's list.
            position INTEGER NOT NULL,
            symbol TEXT NOT NULL,
            name TEXT NOT NULL,
            currency_id INTEGER NOT NULL REFERENCES currencies,
            -- An exact decimal number of any length. NULL if unknown, as are the amounts.
            shares TEXT,
            value INTEGER,
            -- The cost of all shares.
            cost INTEGER,
            -- As the bank sent them, with all decimals.
            sent_value TEXT NOT NULL,
            sent_cost TEXT NOT NULL,
            sent_price TEXT NOT NULL,
            PRIMARY KEY (holding_day_id, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE syncs (
            id INTEGER PRIMARY KEY,
            connection_id INTEGER NOT NULL REFERENCES connections,
            started_at INTEGER NOT NULL,
            finished_at INTEGER,
            outcome TEXT NOT NULL CHECK (outcome IN ('running', 'complete', 'partial', 'failed')),
            new_transactions INTEGER NOT NULL DEFAULT 0,
            changed_transactions INTEGER NOT NULL DEFAULT 0,
            -- The only bank that the sync requested; NULL if it requested all.
            institution_id INTEGER REFERENCES institutions,
            -- Why the sync ended early, in words for people.
            failure TEXT,
            -- A short code for it, which programs compare; NULL for most reasons.
            failure_code TEXT
        ) STRICT;
        CREATE INDEX syncs_whole ON syncs (connection_id, id)
            WHERE outcome = 'complete' AND institution_id IS NULL;
        CREATE INDEX syncs_answered ON syncs (connection_id, id)
            WHERE outcome IN ('complete', 'partial');

        -- Requests are stored before they are sent, so that a crash never makes the day's count
        -- too low.
        CREATE TABLE requests (
            id INTEGER PRIMARY KEY,
            connection_id INTEGER NOT NULL REFERENCES connections,
            sync_id INTEGER REFERENCES syncs,
            reserved_at INTEGER NOT NULL,
            window_start INTEGER,
            window_end INTEGER,
            -- When the request was first found to be in the future, because the clock was set
            -- back. It counts from then on. NULL if it is not in the future.
            found_ahead_at INTEGER
        ) STRICT;
        CREATE INDEX requests_by_time ON requests (connection_id, reserved_at);

        -- Errors and notices that the bridge sent with a response.
        CREATE TABLE messages (
            id INTEGER PRIMARY KEY,
            sync_id INTEGER NOT NULL REFERENCES syncs,
            institution_id INTEGER REFERENCES institutions,
            account_id INTEGER REFERENCES accounts,
            code TEXT,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX messages_by_sync ON messages (sync_id);
        CREATE INDEX messages_by_institution ON messages (institution_id, sync_id);
        """
}
