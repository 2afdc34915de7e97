internal import Configuration
public import Model
internal import Vault

/// What came of a look for events.
public struct RecordedEvents: Hashable, Sendable {
    /// How many there are to tell.
    public let toTell: Int
    /// How many transactions came since the last look of which handlers are not told,
    /// since they are older than what is news.
    public let olderTransactions: Int
}

extension Engine {
    /// Looks for what handlers are to be told, and keeps it in the vault. What was
    /// kept before is not kept again, however often this is called and whenever
    /// the program was ended.
    ///
    /// To be called after a pass: what no pass has seen is not told yet.
    ///
    /// - Parameters:
    ///   - listeners: all handlers. One that was not here before is told of what
    ///     happens from now on.
    ///   - categories: those of the configuration; nil to read them.
    /// - Throws: `ConfigurationError` and `VaultError`, with nothing kept.
    /// - Complexity: linear in the number of transactions of the last weeks; the
    ///   others are not looked at.
    public func recordEvents(
        for listeners: [EventListener], settings: EventSettings = EventSettings(),
        categories: CategoryTree? = nil
    ) throws -> RecordedEvents {
        guard !listeners.isEmpty else { return RecordedEvents(toTell: 0, olderTransactions: 0) }
        let finder = try finder(for: listeners, settings, categories)
        let older = try finder.olderTransactions()
        return RecordedEvents(
            toTell: try vault.record(finder.recording(), on: moment.today, at: moment.now),
            olderTransactions: older)
    }

    /// Has what comes from now on be news to handlers that were not here before,
    /// where it is too early to look for events, as when a sync is about to begin.
    ///
    /// - Parameters: as those of ``recordEvents(for:settings:categories:)``.
    /// - Throws: as it does.
    public func recordListeners(
        _ listeners: [EventListener], settings: EventSettings = EventSettings(),
        categories: CategoryTree? = nil
    ) throws {
        guard !listeners.isEmpty else { return }
        let finder = try finder(for: listeners, settings, categories)
        _ = try vault.record(
            finder.recordingOfNewListeners(), on: moment.today, at: moment.now)
    }

    private func finder(
        for listeners: [EventListener], _ settings: EventSettings, _ categories: CategoryTree?
    ) throws -> EventFinder {
        try EventFinder(
            vault, moment, settings: settings,
            categories: try categories ?? self.categories(), listeners: listeners)
    }
}
