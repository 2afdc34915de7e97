extension Schema {
    /// Decisions about accounts, transactions, series, rules and plugins, and the journal that
    /// undoes them.
    ///
    /// Changesets in the journal name columns by position. After the first release a schema may add
    /// tables, and columns at the end of a table. It must not drop or move a column of a table in
    /// the journal, nor change its primary key.
    static let decisions = """
        -- Categories that the person added or changed by commands. In each column NULL stands for
        -- what the file of categories says, and the empty string for none.
        CREATE TABLE category_decisions (
            category TEXT PRIMARY KEY,
            -- The order of those that were added.
            position INTEGER,
            name TEXT,
            parent TEXT,
            lens TEXT,
            icon TEXT,
            colour TEXT,
            merged_into TEXT
        ) STRICT, WITHOUT ROWID;

        -- Lines of budgets that the person set by commands, in place of those of the file.
        CREATE TABLE budget_decisions (
            -- 'category', 'tag' or 'view', and its id or name.
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            -- The first month, '2026-03'; the empty string for all.
            since TEXT NOT NULL,
            -- The settings of the line as JSON, as the file names them.
            line TEXT NOT NULL,
            PRIMARY KEY (kind, name, since)
        ) STRICT, WITHOUT ROWID;

        -- Entries of the plan that the person set by commands, in place of those of the file.
        CREATE TABLE plan_decisions (
            -- 'income', 'expense', 'debt' or 'goal'.
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            -- As the file would have it; NULL for an entry of the file that was removed.
            entry TEXT,
            PRIMARY KEY (kind, name)
        ) STRICT, WITHOUT ROWID;

        -- NULL leaves the type to the pipeline.
        CREATE TABLE account_decisions (
            account_id INTEGER PRIMARY KEY REFERENCES accounts,
            type TEXT,
            nickname TEXT,
            -- NULL counts in every total.
            visibility TEXT CHECK (visibility IN ('tracking-only', 'hidden')),
            -- What a loan asks for in a month, in minor units.
            minimum_payment INTEGER CHECK (minimum_payment >= 0),
            -- Texts, one per line. Transactions of other accounts with one of them change this
            -- account's balance. NULL for none.
            follows TEXT
        ) STRICT;

        -- Accounts that the person declared the same. A transaction that both have is kept as
        -- void in the first, so that nothing is lost and nothing counts twice.
        CREATE TABLE account_merges (
            from_account INTEGER PRIMARY KEY REFERENCES accounts,
            into_account INTEGER NOT NULL REFERENCES accounts,
            CHECK (from_account <> into_account)
        ) STRICT;

        -- Imports and entries by hand that count. Undoing one takes its row away, and its transactions become void.
        CREATE TABLE import_decisions (
            import_id INTEGER PRIMARY KEY REFERENCES imports
        ) STRICT;

        -- Accounts whose bank reports amounts with the opposite sign. Balances are reversed when
        -- they are read, amounts by the triggers below.
        CREATE TABLE account_signs (
            account_id INTEGER PRIMARY KEY REFERENCES accounts,
            reverses_balance INTEGER NOT NULL CHECK (reverses_balance IN (0, 1)),
            reverses_transactions INTEGER NOT NULL CHECK (reverses_transactions IN (0, 1))
        ) STRICT;

        -- NULL leaves an attribute to the pipeline.
        CREATE TABLE transaction_corrections (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            class TEXT,
            category TEXT,
            lens TEXT,
            payee TEXT,
            note TEXT,
            -- One per line.
            tags TEXT,
            is_excluded INTEGER CHECK (is_excluded IN (0, 1)),
            loan TEXT,
            -- See `SplitPlan.canonicalText`.
            splits TEXT,
            -- How far the category carries; NULL is as usual.
            reach TEXT,
            -- The journal's number of each attribute; one per line, such as "category 12".
            numbers TEXT
        ) STRICT;

        -- Transactions that the person saw and left as they were.
        CREATE TABLE confirmations (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            -- What was seen. The category is NULL unless it was spending in a single one.
            class TEXT NOT NULL,
            category TEXT
        ) STRICT;

        -- Values of corrections that handlers set. All other values are the person's.
        CREATE TABLE handler_values (
            transaction_id INTEGER NOT NULL REFERENCES transactions,
            -- The attribute's name. Each tag has a row of its own.
            attribute TEXT NOT NULL,
            value TEXT NOT NULL,
            handler TEXT NOT NULL,
            PRIMARY KEY (transaction_id, attribute, value)
        ) STRICT, WITHOUT ROWID;

        -- Transactions whose corrections handlers ever changed. Undo merges changes of these.
        CREATE TABLE handled_transactions (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions
        ) STRICT;

        -- Transactions that are the two sides of a transfer, or are not.
        CREATE TABLE pair_decisions (
            first_id INTEGER NOT NULL REFERENCES transactions,
            second_id INTEGER NOT NULL REFERENCES transactions,
            decision TEXT NOT NULL CHECK (decision IN ('linked', 'unlinked')),
            -- The journal's number.
            number INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (first_id, second_id),
            CHECK (first_id < second_id)
        ) STRICT, WITHOUT ROWID;

        -- The posted transaction that a pending charge became; NULL if it became none.
        CREATE TABLE settlement_decisions (
            hold_id INTEGER PRIMARY KEY REFERENCES transactions,
            posted_id INTEGER REFERENCES transactions
        ) STRICT;

        -- A series is identified by one of its transactions, because its name may change.
        CREATE TABLE series_decisions (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            decision TEXT NOT NULL CHECK (decision IN ('confirmed', 'dismissed', 'cancelled'))
        ) STRICT;

        -- Identified as in series_decisions.
        CREATE TABLE series_reminders (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            days_before INTEGER NOT NULL CHECK (days_before BETWEEN 0 AND 366)
        ) STRICT;

        -- Identified as in series_decisions.
        CREATE TABLE series_notes (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            note TEXT NOT NULL
        ) STRICT;

        CREATE TABLE payee_aliases (
            payee TEXT PRIMARY KEY,
            name TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Ids are never reused, because reasons and the history name rules by id.
        CREATE TABLE stored_rules (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            position INTEGER NOT NULL,
            -- A Lua table, as in rule files.
            definition TEXT NOT NULL,
            is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
            created_at INTEGER NOT NULL,
            -- How it was made: 'hand', 'correction'.
            origin TEXT NOT NULL,
            -- The journal's number of what it matches and sets. It overrules earlier corrections;
            -- 0 overrules none.
            number INTEGER NOT NULL,
            -- Those of attributes that were changed later, as in transaction_corrections.
            numbers TEXT
        ) STRICT;

        -- Rules of files that the person switched off.
        CREATE TABLE disabled_rules (
            rule TEXT PRIMARY KEY,
            -- A digest of what the rule matches and sets.
            fingerprint TEXT
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE plugin_decisions (
            name TEXT PRIMARY KEY,
            is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1))
        ) STRICT, WITHOUT ROWID;

        -- Values as the person types them. The plugin determines which values are valid, and its
        -- next version may accept others.
        CREATE TABLE plugin_settings (
            name TEXT NOT NULL,
            setting TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (name, setting)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE plugin_approvals (
            name TEXT PRIMARY KEY,
            approved_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The approved files themselves, compressed with zlib. With a digest, the person could not
        -- be shown what changed.
        CREATE TABLE plugin_approved_files (
            name TEXT NOT NULL REFERENCES plugin_approvals ON DELETE CASCADE,
            path TEXT NOT NULL,
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
            compressed_bytes BLOB NOT NULL,
            PRIMARY KEY (name, path)
        ) STRICT;

        -- What each command changed in the tables of decisions. The person's undone entries that
        -- can be redone are their newest ones.
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY,
            summary TEXT NOT NULL,
            made_at INTEGER NOT NULL,
            -- In the format of SQLite's session extension.
            changeset BLOB NOT NULL,
            is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1)),
            -- Whether it is undone for good, as the person decided something else since. It keeps
            -- its number and nothing of its changes.
            is_final INTEGER NOT NULL DEFAULT 0 CHECK (is_final IN (0, is_undone)),
            -- Whether handlers made the change, not the person.
            is_automatic INTEGER NOT NULL DEFAULT 0 CHECK (is_automatic IN (0, 1))
        ) STRICT;
        """
}

extension Schema {
    /// The amount of a row of `transactions` that counts, as SQL.
    static let countedAmount = countedAmount("bank_amount", account: "transactions.account_id")

    /// A bank's amount with the sign that the person decided for an account, as SQL.
    static func countedAmount(_ amount: String, account: String) -> String {
        """
        iif((SELECT reverses_transactions FROM account_signs WHERE account_id = \(account)),
            -\(amount), \(amount))
        """
    }

    /// Triggers that apply decisions about signs, their undo and their redo to amounts.
    static let signs = """
        CREATE TRIGGER made_signs AFTER INSERT ON account_signs
        BEGIN \(countAmounts(of: "new.account_id")) END;
        CREATE TRIGGER changed_signs AFTER UPDATE ON account_signs
        BEGIN \(countAmounts(of: "new.account_id")) END;
        CREATE TRIGGER dropped_signs AFTER DELETE ON account_signs
        BEGIN \(countAmounts(of: "old.account_id")) END;
        """

    private static func countAmounts(of account: String) -> String {
        """
        UPDATE transactions SET amount = \(countedAmount)
            WHERE account_id = \(account) AND amount <> \(countedAmount);
        """
    }
}
