internal import Vault

/// The vault that is watched, open, and who hears what happens in it.
final class WatchedEngine {
    private let place: WatchedPlace
    private let clock: WatchClock
    private let hear: (WatchNews, Engine) throws -> Void
    private(set) var vault: Vault

    init(
        _ place: WatchedPlace, _ clock: WatchClock,
        hear: @escaping (WatchNews, Engine) throws -> Void
    ) throws {
        self.place = place
        self.clock = clock
        self.hear = hear
        vault = try place.open(clock)
    }

    /// As of this moment.
    var now: Engine { place.engine(over: vault, at: clock.moment) }

    func tell(_ news: WatchNews) throws { try hear(news, now) }

    /// Opens the database that lies where the open one was, if another does, as
    /// after a backup was brought back.
    ///
    /// - Returns: whether another does.
    /// - Throws: `VaultError.missing` where there is none.
    func reopenIfReplaced() throws -> Bool {
        guard try place.wasReplaced(since: vault) else { return false }
        vault = try place.open(clock)
        return true
    }
}
