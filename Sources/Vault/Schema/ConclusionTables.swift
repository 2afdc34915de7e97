extension Schema {
    /// The conclusions of the last pass. If they are deleted, the next pass derives them again.
    static let conclusions = """
        CREATE TABLE account_conclusions (
            account_id INTEGER PRIMARY KEY REFERENCES accounts,
            type TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;

        -- The tree of categories, as the files and decisions make it.
        CREATE TABLE category_conclusions (
            category TEXT PRIMARY KEY,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            type TEXT NOT NULL,
            parent TEXT,
            lens TEXT
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE reasons (
            id INTEGER PRIMARY KEY,
            decided_by TEXT NOT NULL,
            rule TEXT,
            -- Codes with data; see `Evidence.canonicalText`.
            evidence TEXT NOT NULL,
            -- What figures have to know of it; see `Reason.Kind`.
            kind TEXT,
            -- Of a guess, the chance of being right, in percent.
            chance INTEGER
        ) STRICT;
        -- Finds existing reasons when a pass stores a few conclusions.
        CREATE INDEX reasons_by_evidence ON reasons (evidence);

        -- Each distinct verdict once, because many transactions share one.
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
            excluded_reason INTEGER REFERENCES reasons,
            series TEXT,
            series_reason INTEGER REFERENCES reasons,
            -- How a transaction is split; see `SplitPlan.canonicalText`.
            splits TEXT,
            splits_reason INTEGER REFERENCES reasons,
            loan TEXT,
            loan_reason INTEGER REFERENCES reasons,
            -- Whether the text is that of money paid into or taken out of an investment account.
            is_contribution INTEGER NOT NULL
        ) STRICT;
        -- Finds existing verdicts when a pass stores a few conclusions.
        CREATE INDEX verdicts_by_payee ON verdicts (payee, category);

        CREATE TABLE conclusions (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            verdict_id INTEGER NOT NULL REFERENCES verdicts,
            partner_id INTEGER REFERENCES transactions
        ) STRICT;

        -- What was concluded before, in the order in which it was replaced: a record of what
        -- happened, on which no conclusion depends.
        CREATE TABLE former_conclusions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            transaction_id INTEGER NOT NULL REFERENCES transactions ON DELETE CASCADE,
            verdict_id INTEGER NOT NULL REFERENCES verdicts,
            partner_id INTEGER,
            -- The pass that replaced it, and when.
            pass INTEGER NOT NULL,
            until INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX former_conclusions_by_transaction ON former_conclusions (transaction_id);

        -- The parts of a split transaction, which figures count instead of the whole. Their
        -- amounts add up to the transaction's.
        CREATE TABLE split_parts (
            transaction_id INTEGER NOT NULL REFERENCES conclusions ON DELETE CASCADE,
            position INTEGER NOT NULL,
            -- NULL for the transaction's.
            category TEXT,
            lens TEXT,
            amount INTEGER NOT NULL,
            note TEXT,
            -- What the part counts as; NULL for the transaction's class.
            class TEXT,
            loan TEXT,
            is_excluded INTEGER NOT NULL CHECK (is_excluded IN (0, 1)),
            PRIMARY KEY (transaction_id, position)
        ) STRICT, WITHOUT ROWID;

        -- Parts of an old amount would make totals wrong. Until the next pass makes new ones, the
        -- transaction counts as a whole.
        CREATE TRIGGER split_parts_of_changed_amounts
        AFTER UPDATE OF amount ON transactions WHEN new.amount <> old.amount
        BEGIN
            DELETE FROM split_parts WHERE transaction_id = new.id;
        END;

        -- Transactions that could be a side of several transfers, for the person to choose.
        CREATE TABLE transfer_candidates (
            transaction_id INTEGER NOT NULL REFERENCES transactions,
            candidate_id INTEGER NOT NULL REFERENCES transactions,
            PRIMARY KEY (transaction_id, candidate_id)
        ) STRICT, WITHOUT ROWID;

        -- Recurring payments. The verdict of a transaction holds the name of its series.
        CREATE TABLE series (
            name TEXT PRIMARY KEY,
            payee TEXT NOT NULL,
            currency TEXT NOT NULL,
            exponent INTEGER NOT NULL CHECK (exponent BETWEEN 0 AND 18),
            frequency TEXT NOT NULL,
            -- The expected days; see `Rhythm.canonicalText`.
            rhythm TEXT NOT NULL,
            usual_amount INTEGER NOT NULL,
            is_fixed INTEGER NOT NULL CHECK (is_fixed IN (0, 1)),
            confidence INTEGER NOT NULL CHECK (confidence BETWEEN 0 AND 100),
            transaction_count INTEGER NOT NULL,
            first_day INTEGER NOT NULL,
            last_day INTEGER NOT NULL,
            newest_id INTEGER NOT NULL REFERENCES transactions,
            class TEXT NOT NULL,
            category TEXT NOT NULL,
            is_linked_by_rule INTEGER NOT NULL CHECK (is_linked_by_rule IN (0, 1)),
            decision TEXT,
            decided_id INTEGER REFERENCES transactions
        ) STRICT;

        -- How often each rule matched, by the rule's reference.
        CREATE TABLE rule_uses (
            rule TEXT PRIMARY KEY,
            hits INTEGER NOT NULL CHECK (hits >= 0),
            last_day INTEGER
        ) STRICT, WITHOUT ROWID;
        """

    /// What shows whether anything changed since the last pass.
    static let passes = """
        CREATE TABLE pass_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- One more with each stored pass.
            generation INTEGER NOT NULL,
            -- A digest of the pass's input except transactions and decisions about them. Empty if
            -- the next pass has to look at everything.
            rulebook TEXT NOT NULL,
            -- A digest of the balances; NULL if no rule reads one.
            balances TEXT,
            last_transaction INTEGER NOT NULL,
            -- One more with each change of decisions and of stored transactions.
            changes INTEGER NOT NULL DEFAULT 0,
            -- Those that the last pass covered.
            covered_changes INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO pass_state (id, generation, rulebook, last_transaction) VALUES (1, 0, '', 0);
        """
}
