/// Transactions that could be a side of several transfers, for the person to
/// choose.
enum Schema5 {
    static let conclusions = """
        CREATE TABLE transfer_candidates (
            transaction_id INTEGER NOT NULL REFERENCES transactions,
            candidate_id INTEGER NOT NULL REFERENCES transactions,
            PRIMARY KEY (transaction_id, candidate_id)
        ) STRICT, WITHOUT ROWID;
        """
}
