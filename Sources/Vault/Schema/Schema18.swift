/// Ids that a bank uses for several transactions, and posted ones that it no longer lists.
enum Schema18 {
    /// SQLite drops no constraint, so the table is made again without `UNIQUE (account_id, bank_id)`.
    static let sharedIDs = """
        PRAGMA legacy_alter_table = ON;
        CREATE TABLE transactions_18 (
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
            -- When a pending row was missing from an answer that should have held it, or a posted
            -- one was taken back by its bank: it is stored as pending then.
            voided_at INTEGER CHECK (voided_at IS NULL OR is_pending = 1)
        ) STRICT;
        INSERT INTO transactions_18
            SELECT id, account_id, bank_id, day, amount, description_id, payee_id, memo_id,
                merchant_code_id, is_pending, posted_at, transacted_at, first_received_at,
                voided_at
            FROM transactions;
        DROP TABLE transactions;
        ALTER TABLE transactions_18 RENAME TO transactions;
        PRAGMA legacy_alter_table = OFF;

        CREATE INDEX transactions_by_bank_id ON transactions (account_id, bank_id);
        CREATE INDEX former_bank_ids_by_id ON former_bank_ids (bank_id);
        \(Schema1.transactionsByDay)
        \(Schema2.splitPartsOfChangedAmounts)
        \(Schema7.changedFacts)
        \(Schema7.transactionsBySize)

        -- Posted transactions that an answer with all of their day did not list. They count.
        CREATE TABLE missing_transactions (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            since INTEGER NOT NULL
        ) STRICT;

        -- Accounts with rows that were not stored, since they may be known transactions in another
        -- form; the first of the days in doubt, and when the bank first said so.
        CREATE TABLE held_back_answers (
            account_id INTEGER PRIMARY KEY REFERENCES accounts,
            first_day INTEGER NOT NULL,
            since INTEGER NOT NULL
        ) STRICT;
        """
}
