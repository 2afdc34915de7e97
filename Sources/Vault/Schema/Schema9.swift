/// What a pass needs to search for series without looking at all payments.
enum Schema9 {
    static let histories = """
        -- As conclusions are, what the last pass found: the newest payments with
        -- each payee.
        CREATE TABLE payment_histories (
            payee TEXT PRIMARY KEY,
            is_cut INTEGER NOT NULL CHECK (is_cut IN (0, 1)),
            -- See `PaymentHistoryCoding`.
            payments BLOB NOT NULL
        ) STRICT;
        -- Finds what is there already where a pass writes a few conclusions.
        CREATE INDEX verdicts_by_payee ON verdicts (payee, category);
        CREATE INDEX reasons_by_text ON reasons (text);
        -- The next pass makes all histories.
        UPDATE pass_state SET rulebook = '';
        """
}
