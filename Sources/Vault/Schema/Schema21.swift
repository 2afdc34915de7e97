/// The last good versions of the person's text files.
enum Schema21 {
    static let lastGoodFiles = """
        -- Files of rules, configuration and handlers as they were last used without a
        -- mistake. One that has a mistake now stays in use as it stands here.
        CREATE TABLE last_good_files (
            -- Within the vault, "rules/20-mine.lua".
            path TEXT PRIMARY KEY,
            content BLOB NOT NULL,
            -- When this content was first used, in POSIX seconds.
            good_since INTEGER NOT NULL
        ) STRICT;
        """
}
