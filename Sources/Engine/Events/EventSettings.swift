internal import Automation
public import Configuration
public import Model
internal import Vault

/// How far back news goes, and how often what fails is tried.
public struct EventSettings: Hashable, Sendable {
    /// Days before today, 0 and more. What happened before is no news, so that
    /// connecting a bank with years of history tells nothing.
    public var newsDays: Int
    /// A day since when things are news, where it is longer ago than these, but no
    /// longer than ``mostNewsDays``; nil for none.
    public var newsSince: CalendarDay?
    /// Days before today, 0 and more. What happened before is no news, however long
    /// nobody looked.
    public var mostNewsDays: Int
    /// Seconds from one attempt to the next. After one more attempt than there
    /// are delays, what failed is set aside. A handler, which does the same each
    /// time until it is edited, is told three times at most.
    public var delays: [Int64]

    public init(newsDays: Int = 14, mostNewsDays: Int = 60, delays: [Int64] = [60, 600]) {
        self.newsDays = max(0, newsDays)
        self.mostNewsDays = max(0, mostNewsDays)
        self.delays = delays
    }

    /// How often something is tried before it is set aside.
    var mostAttempts: Int { delays.count + 1 }

    /// Seconds to wait after so many attempts, 0 and more; the last is for all further
    /// ones, and for what waits until the configuration is mended.
    var waits: [Int64] {
        let waits = [0] + delays.map { max(1, $0) }
        return delays.isEmpty ? waits + [untilConfigured] : waits
    }

    /// Seconds, 1 and more, after which something is tried again that a mistake in the
    /// configuration keeps.
    var untilConfigured: Int64 { max(1, delays.last ?? 600) }

    /// When to tell a handler again that failed; nil where it was told often
    /// enough. As ``nextTry(after:at:)``.
    func nextTelling(after attempts: Int, at instant: Int64) -> Int64? {
        attempts < Self.mostTellings ? nextTry(after: attempts, at: instant) : nil
    }

    private static let mostTellings = 3

    /// When to try again after a failure; nil where it was tried often enough.
    ///
    /// - Parameters:
    ///   - attempts: how many there were, 1 and more.
    ///   - instant: POSIX seconds.
    func nextTry(after attempts: Int, at instant: Int64) -> Int64? {
        guard attempts >= 1, attempts <= delays.count else { return nil }
        return instant + max(1, delays[attempts - 1])
    }
}

extension EventSettings {
    /// As `config/automation.toml` says.
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
    /// Takes back what a clock says that was ahead, and has been set back since: what
    /// failed waits no longer than if it had failed just now, and a handler or an
    /// account that was first seen on a day to come was first seen today.
    ///
    /// - Throws: `VaultError`, after which this can be called again.
    public func endTimesAhead(_ settings: EventSettings = EventSettings()) throws {
        try vault.endTimesAhead(
            of: moment.now, on: moment.today, waits: settings.waits,
            configuredTarget: Action.corrections, longestNotBefore: Self.longestNotBefore)
    }

    /// As far as ``DeliveryOutcome/tryAgain(reason:after:)`` goes.
    private static let longestNotBefore: Int64 = 86_400
}
