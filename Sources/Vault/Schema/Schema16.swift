/// When requests were found to lie ahead of the clock.
enum Schema16 {
    static let requestsAhead = """
        -- When a request was first found to lie ahead of the clock, which was set back
        -- since: it counts from then on. NULL where it does not lie ahead.
        ALTER TABLE requests ADD COLUMN found_ahead_at INTEGER;
        """
}
