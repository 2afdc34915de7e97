public import Outside

/// What `automation.toml` says: what handlers may reach, and when a watcher
/// does what.
public struct AutomationSettings: Hashable, Sendable {
    /// When a watcher syncs, and what counts as news.
    public struct Watch: Hashable, Sendable {
        /// Hours from one sync to the next, 1 to 720.
        public let syncHours: Int
        /// How many hours old the last sync must be for a sync at the start,
        /// 0 to 720.
        public let startWhenOlderHours: Int
        /// For how many days something is news, 1 to 366.
        public let newsDays: Int
        /// For how many days at most it is where nothing was synced for longer, 1 to
        /// 366.
        public let mostNewsDays: Int
    }

    /// When a vault is copied to its folder of backups.
    public struct Backup: Hashable, Sendable {
        /// Days from one to the next, 1 to 366; nil where none is made unasked.
        public let everyDays: Int?
        /// How many are kept, 1 to 1000.
        public let keep: Int
    }

    /// How often, and after how long, something that could not be delivered is
    /// tried again.
    public struct Retry: Hashable, Sendable {
        /// Tries in all, the first one included, 1 to 50.
        public let times: Int
        /// Before the second try; before each later one it is twice as long.
        public let firstWait: Duration
        /// No wait is longer.
        public let longestWait: Duration
    }

    /// Whether notifications are shown.
    public let notifiesDesktop: Bool
    /// By their names, of letters, digits, "-" and "_".
    public let webhooks: [String: WebhookDestination]
    /// By their names, of letters, digits, "-" and "_".
    public let commands: [String: AllowedCommand]
    public let watch: Watch
    public let backup: Backup
    public let retry: Retry
}
