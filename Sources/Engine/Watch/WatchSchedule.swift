internal import SimpleFIN
internal import Vault

/// When a watcher asks a connection's bridge next.
///
/// Once a day; at the start where the last sync is some hours old; after a
/// failure that may pass sooner, and ever later while it lasts.
struct WatchSchedule {
    /// Hours from one sync to the next, 1 and more.
    let hours: Int
    /// How many hours old the last sync must be for one at the start.
    let hoursAtStart: Int

    /// An own attempt that came to nothing.
    struct Failure: Hashable {
        /// Failures in a row, this one counted: 1 and more.
        let count: Int
        /// When to try again.
        var next: SteadyTime
        /// Whether it asks the bridge for nothing until it is mended on this machine.
        let isMendedHere: Bool
        /// The number of the connection's last sync when the next was first planned.
        var lastSync: Int64??

        /// Whether no later sync, such as a person's, brought anything in.
        func isLast(before sync: LastSync?) -> Bool {
            guard let lastSync, let sync, sync.outcome.broughtIn else { return true }
            return sync.id == lastSync
        }
    }

    /// The POSIX second at which to sync; one that is over means at once.
    ///
    /// A clock that was set back leaves syncs in the future. Nobody knows how long ago
    /// they were made, so they are no reason to wait.
    ///
    /// - Parameter last: nil where there was none yet.
    func next(after last: LastSync?, now: Int64, isStart: Bool) -> Int64 {
        guard let last, last.startedAt <= now + Self.toleranceSeconds else { return now }
        let startedAt = min(last.startedAt, now)
        if isStart, last.outcome == .stopped || now - startedAt > Int64(hoursAtStart) * 3600 {
            return now
        }
        return startedAt
            + (last.outcome.broughtIn ? Int64(hours) * 3600 : Self.firstRetrySeconds)
    }

    /// - Parameters:
    ///   - secondsLeftOfDay: until midnight UTC, when bridges begin to count anew.
    ///   - before: the failure before this one, where there was one in a row.
    ///   - jitter: from -0.25 to 0.25, so that watchers that failed together
    ///     don't come back together: a part of the wait, which is added; its size,
    ///     where coming earlier would be no use.
    func failure(
        _ error: any Error, at now: SteadyTime, secondsLeftOfDay: Int64, after before: Failure?,
        jitter: Double
    ) -> Failure {
        let count = (before?.count ?? 0) + 1
        let wait: Int64
        switch error {
        case EngineError.automaticLimitReached(let seconds),
            EngineError.dailyLimitReached(let seconds):
            wait = Self.atLeast(Int64(seconds), jitter)
        case SimpleFINError.tooManyRequests(let seconds):
            let least = seconds.map { max(Int64($0), Self.growing(3600, count, to: 86_400)) }
            wait = Self.atLeast(least ?? max(secondsLeftOfDay, 3600), jitter)
        case EngineError.syncUnderWay: wait = 60
        default:
            guard !Self.needsPerson(error) else {
                wait = Self.atLeast(86_400, jitter)
                break
            }
            let longest = Int64(min(hours, 6)) * 3600
            let seconds = Self.growing(Self.firstRetrySeconds, count, to: longest)
            wait = seconds + Int64(Double(seconds) * jitter)
        }
        return Failure(
            count: count, next: now.adding(wait), isMendedHere: Self.isMendedHere(error))
    }

    /// Earlier would come to nothing again.
    private static func atLeast(_ seconds: Int64, _ jitter: Double) -> Int64 {
        seconds + 1 + Int64(abs(jitter) * 600)
    }

    /// Whether trying again brings nothing before a person has done something.
    static func needsPerson(_ error: any Error) -> Bool {
        switch error {
        case SimpleFINError.accessRefused, SimpleFINError.paymentRequired,
            SimpleFINError.redirectRefused:
            true
        default: isMendedHere(error)
        }
    }

    /// Whether what a person has to do is to be done on this machine, and found out
    /// without asking the bridge.
    private static func isMendedHere(_ error: any Error) -> Bool {
        switch error {
        case SimpleFINError.insecureAddress, SimpleFINError.brokenAccessURL,
            EngineError.secretMissing, EngineError.secretReadableByOthers:
            true
        default: false
        }
    }

    /// How far ahead a sync may lie of which another process kept the time.
    private static let toleranceSeconds: Int64 = 300
    private static let firstRetrySeconds: Int64 = 300

    /// Three times as long after each failure in a row.
    private static func growing(_ first: Int64, _ count: Int, to longest: Int64) -> Int64 {
        var seconds = first
        for _ in 1..<max(1, count) where seconds < longest { seconds *= 3 }
        return min(seconds, longest)
    }
}

extension SyncOutcome {
    /// Whether something of it is stored; one that is still running was cut off.
    fileprivate var broughtIn: Bool { self == .complete || self == .partial }
}
