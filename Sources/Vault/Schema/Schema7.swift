/// What a pass needs to look only at what changed since the one before.
enum Schema7 {
    static let changedFacts = """
        CREATE TRIGGER changed_facts
        AFTER UPDATE OF account_id, day, amount, description_id, payee_id, memo_id,
            merchant_code_id, is_pending, transacted_at, voided_at ON transactions
        WHEN old.id <= (SELECT last_transaction FROM pass_state)
        BEGIN
            INSERT INTO changed_transactions (transaction_id, amount, day)
            VALUES (old.id, old.amount, old.day);
        END;
        """

    /// Possible partners of a transfer stand together, by size; negative, since the smallest number
    /// has no positive one of its size.
    static let transactionsBySize = """
        CREATE INDEX transactions_by_size
            ON transactions (CASE WHEN amount < 0 THEN amount ELSE -amount END, day)
            WHERE is_pending = 0 AND voided_at IS NULL;
        """

    static let passes = """
        CREATE TABLE pass_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- One more with each pass that was stored.
            generation INTEGER NOT NULL,
            -- A digest of all that the pass was made of beside transactions and
            -- what was decided about them; empty where the next pass has to
            -- look at everything.
            rulebook TEXT NOT NULL,
            -- A digest of the balances, where some rule has read one.
            balances TEXT,
            last_transaction INTEGER NOT NULL
        ) STRICT;
        INSERT INTO pass_state (id, generation, rulebook, last_transaction) VALUES (1, 0, '', 0);

        -- Transactions that changed since that pass, each as it was for it, and
        -- those about which something was decided.
        CREATE TABLE changed_transactions (
            id INTEGER PRIMARY KEY,
            transaction_id INTEGER NOT NULL,
            amount INTEGER NOT NULL,
            day INTEGER NOT NULL
        ) STRICT;

        \(changedFacts)

        CREATE TRIGGER made_corrections AFTER INSERT ON transaction_corrections
        BEGIN \(change(of: "new.transaction_id")) END;
        CREATE TRIGGER changed_corrections AFTER UPDATE ON transaction_corrections
        BEGIN \(change(of: "new.transaction_id")) END;
        CREATE TRIGGER dropped_corrections AFTER DELETE ON transaction_corrections
        BEGIN \(change(of: "old.transaction_id")) END;

        CREATE TRIGGER made_overruled_rules AFTER INSERT ON overruled_rules
        BEGIN \(change(of: "new.transaction_id")) END;
        CREATE TRIGGER dropped_overruled_rules AFTER DELETE ON overruled_rules
        BEGIN \(change(of: "old.transaction_id")) END;

        CREATE TRIGGER made_pair_decisions AFTER INSERT ON pair_decisions
        BEGIN \(change(of: "new.first_id", "new.second_id")) END;
        CREATE TRIGGER changed_pair_decisions AFTER UPDATE ON pair_decisions
        BEGIN \(change(of: "new.first_id", "new.second_id")) END;
        CREATE TRIGGER dropped_pair_decisions AFTER DELETE ON pair_decisions
        BEGIN \(change(of: "old.first_id", "old.second_id")) END;

        CREATE TRIGGER made_series_decisions AFTER INSERT ON series_decisions
        BEGIN \(change(of: "new.transaction_id")) END;
        CREATE TRIGGER changed_series_decisions AFTER UPDATE ON series_decisions
        BEGIN \(change(of: "new.transaction_id")) END;
        CREATE TRIGGER dropped_series_decisions AFTER DELETE ON series_decisions
        BEGIN \(change(of: "old.transaction_id")) END;

        \(transactionsBySize)
        """

    static func change(of transactions: String...) -> String {
        """
        INSERT INTO changed_transactions (transaction_id, amount, day)
            SELECT id, amount, day FROM transactions
            WHERE id IN (\(transactions.joined(separator: ", ")));
        """
    }
}
