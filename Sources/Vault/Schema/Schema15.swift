/// When a receiver wants to be asked again, and who decided something.
enum Schema15 {
    static let receiversWord = """
        -- Until when a receiver asked to be left alone, in POSIX seconds; 0 where it
        -- said nothing.
        ALTER TABLE outbox ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;
        """

    static let handlersEntries = """
        -- Whether handlers decided it, and not the person.
        ALTER TABLE journal ADD COLUMN is_automatic INTEGER NOT NULL DEFAULT 0
            CHECK (is_automatic IN (0, 1));
        UPDATE journal SET is_automatic = 1 WHERE summary LIKE 'automation: %';
        """
}
