/// What the person's files were found to hold.
enum Schema22 {
    static let keptAnswers = """
        -- What reading a file of rules, plugins or data came to, so that what did not change
        -- is not read again. Derived: it may be emptied at any time.
        CREATE TABLE kept_answers (
            -- In the order in which they came.
            id INTEGER PRIMARY KEY,
            -- Of all that the answer depends on.
            digest BLOB NOT NULL UNIQUE,
            answer BLOB NOT NULL
        ) STRICT;
        """
}
