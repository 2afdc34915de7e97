/// Up to where transactions were looked at for events.
enum Schema17 {
    static let looks = """
        -- The newest transaction at the last look: what came later and was not news for
        -- its age is counted once. NULL where nobody has looked since this was kept.
        ALTER TABLE event_subscriptions ADD COLUMN looked_through INTEGER;
        """
}
