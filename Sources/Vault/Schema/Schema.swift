/// The vault's tables, in three layers that never mix.
///
/// Facts are what banks sent, decisions what the person said, conclusions what the pipeline
/// derived. Events and the caches of files are records beside them.
///
/// Days are days since 1970-01-01 and instants are POSIX seconds. Amounts are minor units of the
/// account's currency.
enum Schema {
    /// One more with each change of a table, column or view.
    static let version = 41

    /// The statements that make an empty database into a vault. Triggers and views come after the
    /// tables that they are on.
    static let statements = [
        facts, decisions, signs, conclusions, passes, events, outbox, files, views,
    ]
}

extension Schema {
    /// The stored versions of the person's rule, configuration and handler files.
    static let files = """
        -- The versions of each file, in the order in which they came into use. The newest one of a
        -- path is in use, also while the file has a mistake.
        CREATE TABLE file_versions (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            -- Within the vault, such as "rules/20-mine.lua".
            path TEXT NOT NULL,
            -- NULL where the file went, or the shipped one came into use.
            content BLOB,
            -- When this version was first used.
            since INTEGER NOT NULL,
            -- The pass that was the next one then.
            pass INTEGER NOT NULL
        ) STRICT;
        -- Finds the newest version of each file.
        CREATE INDEX file_versions_by_path ON file_versions (path, number);

        -- Rules of files by the reference of their identity, and the journal's number that was next
        -- when each first stood: it overrules earlier corrections, and later ones overrule it.
        -- A rule that is gone stays here, so that it comes back as it was.
        CREATE TABLE rule_numbers (
            rule TEXT NOT NULL,
            -- A digest of what the rule matched and set then, and when something was corrected.
            fingerprint TEXT NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (rule, fingerprint)
        ) STRICT, WITHOUT ROWID;

        -- What each plugin answered in the last pass, which stays where it fails.
        CREATE TABLE plugin_answers (
            plugin TEXT PRIMARY KEY,
            answers BLOB NOT NULL
        ) STRICT;

        -- A cache of what files of rules, plugins and data hold, so that unchanged files are not
        -- read again. It may be emptied at any time.
        CREATE TABLE kept_answers (
            -- Gives the order in which they were stored.
            id INTEGER PRIMARY KEY,
            -- A digest of everything that the answer depends on.
            digest BLOB NOT NULL UNIQUE,
            answer BLOB NOT NULL
        ) STRICT;
        """
}
