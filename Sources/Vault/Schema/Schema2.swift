/// The second schema: splits and series among the conclusions.
///
/// Verdicts only gain columns, so that what was concluded holds until the next
/// pass and no transaction is without a verdict meanwhile.
enum Schema2 {
    /// Parts of another amount would make totals wrong. Until the next pass makes new ones, the
    /// transaction counts as a whole.
    static let splitPartsOfChangedAmounts = """
        CREATE TRIGGER split_parts_of_changed_amounts
        AFTER UPDATE OF amount ON transactions WHEN new.amount <> old.amount
        BEGIN
            DELETE FROM split_parts WHERE transaction_id = new.id;
        END;
        """

    static let conclusions = """
        ALTER TABLE verdicts ADD COLUMN series TEXT;
        ALTER TABLE verdicts ADD COLUMN series_reason INTEGER REFERENCES reasons;
        -- How a transaction is divided; see `SplitPlan.canonicalText`.
        ALTER TABLE verdicts ADD COLUMN splits TEXT;
        ALTER TABLE verdicts ADD COLUMN splits_reason INTEGER REFERENCES reasons;

        -- What a verdict's splits come to for one transaction: what figures
        -- count in place of the whole. The amounts add up to the transaction's.
        CREATE TABLE split_parts (
            transaction_id INTEGER NOT NULL REFERENCES conclusions ON DELETE CASCADE,
            position INTEGER NOT NULL,
            category TEXT NOT NULL,
            lens TEXT,
            amount INTEGER NOT NULL,
            note TEXT,
            PRIMARY KEY (transaction_id, position)
        ) STRICT, WITHOUT ROWID;

        \(splitPartsOfChangedAmounts)
        """
}
