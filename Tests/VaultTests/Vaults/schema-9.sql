-- What schema 9 added, and what came to be in a vault of it.
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
INSERT INTO grdb_migrations VALUES ('9');
INSERT INTO payment_histories VALUES ('Grocery', 0, x'0402cac002f55504');
INSERT INTO payment_histories VALUES ('Own money', 0, x'0602d2c002bfb80200');
