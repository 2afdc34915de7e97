/// The first schema. Three layers that never mix: facts are what a bank said,
/// decisions what the person said, conclusions what the pipeline derived.
///
/// Days are days since 1970-01-01, instants are seconds since then, amounts
/// are minor units of the account's currency.
enum Schema1 {
    /// In the order of lists, so that a page of them reads a page; with what balances are counted
    /// from, so that counting reads nothing else.
    static let transactionsByDay = """
        CREATE INDEX transactions_by_day
            ON transactions (is_pending, day, account_id, amount);
        """

    static let facts = """
        CREATE TABLE connections (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('simplefin', 'file')),
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            allows_plain_http INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE institutions (
            id INTEGER PRIMARY KEY,
            connection_id INTEGER NOT NULL REFERENCES connections,
            bank_key TEXT NOT NULL,
            name TEXT NOT NULL,
            url TEXT,
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
            -- Days for which every window was answered whole: from the first,
            -- inclusive, to the last, exclusive.
            covered_from INTEGER,
            covered_to INTEGER,
            -- Whether a sync has walked back to where the bank's history ends.
            has_whole_history INTEGER NOT NULL DEFAULT 0,
            UNIQUE (connection_id, institution_id, bank_id)
        ) STRICT;

        CREATE TABLE texts (
            id INTEGER PRIMARY KEY,
            value TEXT NOT NULL UNIQUE
        ) STRICT;
        INSERT INTO texts (id, value) VALUES (0, '');

        CREATE TABLE transactions (
            id INTEGER PRIMARY KEY,
            account_id INTEGER NOT NULL REFERENCES accounts,
            bank_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            amount INTEGER NOT NULL,
            description_id INTEGER NOT NULL REFERENCES texts,
            payee_id INTEGER NOT NULL REFERENCES texts,
            memo_id INTEGER NOT NULL REFERENCES texts,
            merchant_code_id INTEGER NOT NULL REFERENCES texts,
            is_pending INTEGER NOT NULL CHECK (is_pending IN (0, 1)),
            posted_at INTEGER,
            transacted_at INTEGER,
            first_received_at INTEGER NOT NULL,
            -- When a pending row was missing from an answer that should have
            -- held it: banks say nothing of a hold that is dropped, nor of one
            -- that is posted under another id.
            voided_at INTEGER CHECK (voided_at IS NULL OR is_pending = 1),
            UNIQUE (account_id, bank_id)
        ) STRICT;
        \(transactionsByDay)

        CREATE TABLE daily_balances (
            account_id INTEGER NOT NULL REFERENCES accounts,
            day INTEGER NOT NULL,
            balance INTEGER NOT NULL,
            PRIMARY KEY (account_id, day)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE syncs (
            id INTEGER PRIMARY KEY,
            connection_id INTEGER NOT NULL REFERENCES connections,
            started_at INTEGER NOT NULL,
            finished_at INTEGER,
            outcome TEXT NOT NULL CHECK (outcome IN ('running', 'complete', 'partial', 'failed')),
            new_transactions INTEGER NOT NULL DEFAULT 0,
            changed_transactions INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- Each request is written here before it is sent, so that a crash can
        -- never make the day's count too low.
        CREATE TABLE requests (
            id INTEGER PRIMARY KEY,
            connection_id INTEGER NOT NULL REFERENCES connections,
            sync_id INTEGER REFERENCES syncs,
            reserved_at INTEGER NOT NULL,
            window_start INTEGER,
            window_end INTEGER
        ) STRICT;
        CREATE INDEX requests_by_time ON requests (connection_id, reserved_at);

        -- Answers as they came, compressed with zlib.
        CREATE TABLE answers (
            id INTEGER PRIMARY KEY,
            connection_id INTEGER NOT NULL REFERENCES connections,
            sync_id INTEGER REFERENCES syncs,
            received_at INTEGER NOT NULL,
            byte_count INTEGER NOT NULL,
            compressed_body BLOB NOT NULL
        ) STRICT;

        CREATE TABLE messages (
            id INTEGER PRIMARY KEY,
            sync_id INTEGER NOT NULL REFERENCES syncs,
            institution_id INTEGER REFERENCES institutions,
            account_id INTEGER REFERENCES accounts,
            code TEXT,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX messages_by_sync ON messages (sync_id);
        """

    static let decisions = """
        CREATE TABLE account_decisions (
            account_id INTEGER PRIMARY KEY REFERENCES accounts,
            type TEXT
        ) STRICT;
        """

    static let conclusions = """
        CREATE TABLE account_conclusions (
            account_id INTEGER PRIMARY KEY REFERENCES accounts,
            type TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;

        CREATE TABLE reasons (
            id INTEGER PRIMARY KEY,
            decided_by TEXT NOT NULL,
            rule TEXT,
            text TEXT NOT NULL
        ) STRICT;

        -- What is concluded repeats over many transactions, so each distinct
        -- verdict is kept once.
        CREATE TABLE verdicts (
            id INTEGER PRIMARY KEY,
            class TEXT NOT NULL,
            class_reason INTEGER NOT NULL REFERENCES reasons,
            category TEXT NOT NULL,
            category_reason INTEGER NOT NULL REFERENCES reasons,
            lens TEXT,
            lens_reason INTEGER REFERENCES reasons,
            partner_reason INTEGER REFERENCES reasons,
            payee TEXT,
            payee_reason INTEGER REFERENCES reasons,
            notes TEXT,
            notes_reason INTEGER REFERENCES reasons,
            tags TEXT,
            tags_reason INTEGER REFERENCES reasons,
            is_excluded INTEGER,
            excluded_reason INTEGER REFERENCES reasons
        ) STRICT;

        CREATE TABLE conclusions (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            verdict_id INTEGER NOT NULL REFERENCES verdicts,
            partner_id INTEGER REFERENCES transactions
        ) STRICT;
        """
}
