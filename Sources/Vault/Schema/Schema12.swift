/// What a person calls an account and counts of it, and connections that were
/// taken away.
enum Schema12 {
    static let accountsAndConnections = """
        ALTER TABLE account_decisions ADD COLUMN nickname TEXT;
        -- NULL counts.
        ALTER TABLE account_decisions ADD COLUMN visibility TEXT
            CHECK (visibility IN ('tracking-only', 'hidden'));

        -- When the person took the connection away; its accounts stay.
        ALTER TABLE connections ADD COLUMN removed_at INTEGER;

        -- Why a sync ended early, in words for people.
        ALTER TABLE syncs ADD COLUMN failure TEXT;
        """
}
