internal import Automation
public import Configuration
public import Model
internal import Vault

/// The age limit for news and the retry delays.
public struct EventSettings: Hashable, Sendable {
    /// Days before today, at least 0. Older events are not news, so connecting a bank with
    /// years of history reports nothing.
    public var newsDays: Int
    /// An earlier start of news, limited by ``mostNewsDays``; nil for none.
    public var newsSince: CalendarDay?
    /// The largest number of days before today, at least 0. Older events are never news,
    /// however long nobody looked.
    public var mostNewsDays: Int
    /// Seconds between attempts. After the last delay and one more attempt, a failure is set
    /// aside. A handler is deterministic until it is edited, so it runs at most three times.
    public var delays: [Int64]
    /// What the person plans, for balances ahead.
    public var planned: [PlannedItem] = []

    public init(newsDays: Int = 14, mostNewsDays: Int = 60, delays: [Int64] = [60, 600]) {
        self.newsDays = max(0, newsDays)
        self.mostNewsDays = max(0, mostNewsDays)
        self.delays = delays
    }

    /// The number of attempts before a failure is set aside.
    var mostAttempts: Int { delays.count + 1 }

    /// Seconds to wait after n attempts, at least 0. The last entry covers all later attempts,
    /// and waiting for the configuration.
    var waits: [Int64] {
        let waits = [0] + delays.map { max(1, $0) }
        return delays.isEmpty ? waits + [untilConfigured] : waits
    }

    /// Seconds, at least 1, before retrying what a configuration error blocks.
    var untilConfigured: Int64 { max(1, delays.last ?? 600) }

    /// The next attempt to run a failed handler; nil if there is none. See
    /// ``nextTry(after:at:)``.
    func nextTelling(after attempts: Int, at instant: Int64) -> Int64? {
        attempts < Self.mostTellings ? nextTry(after: attempts, at: instant) : nil
    }

    private static let mostTellings = 3

    /// The next attempt after a failure; nil if there is none.
    ///
    /// - Parameters:
    ///   - attempts: the number of attempts so far, at least 1.
    ///   - instant: POSIX seconds.
    func nextTry(after attempts: Int, at instant: Int64) -> Int64? {
        guard attempts >= 1, attempts <= delays.count else { return nil }
        return instant + max(1, delays[attempts - 1])
    }
}

extension EventSettings {
    /// Reads the settings of `config/automation.toml`.
    public init(_ settings: AutomationSettings) {
        let longest = settings.retry.longestWait.components.seconds
        var delays: [Int64] = []
        var delay = settings.retry.firstWait.components.seconds
        for _ in 1..<max(1, settings.retry.times) {
            delays.append(min(delay, longest))
            delay = min(delay, longest) * 2
        }
        self.init(
            newsDays: settings.watch.newsDays, mostNewsDays: settings.watch.mostNewsDays,
            delays: delays)
    }
}

extension Engine {
    /// Repairs future timestamps after the clock was set back. Failures then wait no longer
    /// than if they had happened now. Handlers and accounts first seen on a future day count as
    /// first seen today.
    ///
    /// - Throws: `VaultError`. The call can be repeated.
    public func endTimesAhead(_ settings: EventSettings = EventSettings()) throws {
        try vault.endTimesAhead(
            of: moment.now, on: moment.today, waits: settings.waits,
            configuredTarget: Action.corrections, longestNotBefore: Self.longestNotBefore)
    }

    /// The upper limit of ``DeliveryOutcome/tryAgain(reason:after:)``.
    private static let longestNotBefore: Int64 = 86_400
}
