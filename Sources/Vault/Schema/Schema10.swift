/// Reminders of recurring payments, among the decisions.
enum Schema10 {
    static let reminders = """
        -- By a transaction of the series, since a series has no name that lasts.
        CREATE TABLE series_reminders (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            days_before INTEGER NOT NULL CHECK (days_before BETWEEN 0 AND 366)
        ) STRICT;
        """
}
