/// What the person decided about transactions, pairs, series, payees and rules,
/// and the journal with which it is undone.
///
/// Changes to these tables are kept in the journal by their columns: a later
/// schema may add tables, and columns at their ends, but must not drop one,
/// move one or give a table another primary key.
enum Schema4 {
    static let decisions = """
        -- NULL leaves an attribute to the pipeline.
        CREATE TABLE transaction_corrections (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            class TEXT,
            category TEXT,
            lens TEXT,
            payee TEXT,
            note TEXT,
            -- A line each.
            tags TEXT,
            is_excluded INTEGER CHECK (is_excluded IN (0, 1))
        ) STRICT;

        -- The person's rules that set something else when the correction was
        -- made.
        CREATE TABLE overruled_rules (
            transaction_id INTEGER NOT NULL REFERENCES transactions,
            rule TEXT NOT NULL,
            PRIMARY KEY (transaction_id, rule)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pair_decisions (
            first_id INTEGER NOT NULL REFERENCES transactions,
            second_id INTEGER NOT NULL REFERENCES transactions,
            decision TEXT NOT NULL CHECK (decision IN ('linked', 'unlinked')),
            PRIMARY KEY (first_id, second_id),
            CHECK (first_id < second_id)
        ) STRICT, WITHOUT ROWID;

        -- By a transaction of the series, since a series has no name that lasts.
        CREATE TABLE series_decisions (
            transaction_id INTEGER PRIMARY KEY REFERENCES transactions,
            decision TEXT NOT NULL CHECK (decision IN ('confirmed', 'dismissed', 'cancelled'))
        ) STRICT;

        CREATE TABLE payee_aliases (
            payee TEXT PRIMARY KEY,
            name TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- A number never means another rule later: corrections name rules by it.
        CREATE TABLE stored_rules (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            position INTEGER NOT NULL,
            -- A table of Lua, as in rule files.
            definition TEXT NOT NULL,
            is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
            created_at INTEGER NOT NULL,
            -- How it came about: 'hand', 'correction'.
            origin TEXT NOT NULL
        ) STRICT;

        -- Rules that come with the program and are switched off.
        CREATE TABLE disabled_rules (
            rule TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;
        """

    static let journal = """
        -- What each command changed in the tables of decisions, as a changeset
        -- of SQLite's session extension. Entries that are undone are the
        -- newest ones.
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY,
            summary TEXT NOT NULL,
            made_at INTEGER NOT NULL,
            changeset BLOB NOT NULL,
            is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1))
        ) STRICT;
        """
}
