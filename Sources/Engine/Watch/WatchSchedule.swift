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
        /// When, in POSIX seconds.
        let at: Int64
        /// Failures in a row, this one counted: 1 and more.
        let count: Int
        /// When to try again.
        let next: Int64
    }

    /// The POSIX second at which to sync; one that is over means at once.
    ///
    /// A clock that was set back leaves syncs in the future, which count as
    /// made now: so no wait is longer than ``hours``.
    ///
    /// - Parameters:
    ///   - last: nil where there was none yet.
    ///   - failure: the watcher's own last attempt, where it failed.
    func next(
        after last: LastSync?, failure: Failure?, now: Int64, isStart: Bool
    ) -> Int64 {
        guard let last else { return failure?.next ?? now }
        if let failure, last.startedAt <= failure.at || !last.outcome.broughtIn {
            return min(failure.next, now + Int64(hours) * 3600)
        }
        let startedAt = min(last.startedAt, now)
        if isStart, now - startedAt > Int64(hoursAtStart) * 3600 { return now }
        return startedAt
            + (last.outcome.broughtIn ? Int64(hours) * 3600 : Self.firstRetrySeconds)
    }

    /// - Parameters:
    ///   - before: the failure before this one, where there was one in a row.
    ///   - jitter: from -0.25 to 0.25, so that watchers that failed together
    ///     don't come back together: a part of the wait, which is added.
    func failure(
        _ error: any Error, at now: Int64, after before: Failure?, jitter: Double
    ) -> Failure {
        let count = (before?.count ?? 0) + 1
        let wait: Int64
        switch error {
        case EngineError.automaticLimitReached(let seconds),
            EngineError.dailyLimitReached(let seconds):
            wait = Self.atLeast(Int64(seconds), jitter)
        case SimpleFINError.tooManyRequests(let seconds):
            wait = Self.atLeast(Int64(max(seconds ?? 0, 3600)), jitter)
        case EngineError.syncUnderWay: wait = 60
        default:
            let seconds =
                Self.needsPerson(error) ? Int64(hours) * 3600 : Self.retrySeconds(count)
            wait = seconds + Int64(Double(seconds) * jitter)
        }
        return Failure(at: now, count: count, next: now + wait)
    }

    /// Earlier would come to nothing again.
    private static func atLeast(_ seconds: Int64, _ jitter: Double) -> Int64 {
        seconds + 1 + Int64(abs(jitter) * 600)
    }

    /// Whether trying again brings nothing before a person has done something.
    static func needsPerson(_ error: any Error) -> Bool {
        switch error {
        case SimpleFINError.accessRefused, SimpleFINError.paymentRequired,
            SimpleFINError.insecureAddress, SimpleFINError.redirectRefused,
            SimpleFINError.brokenAccessURL, EngineError.secretMissing,
            EngineError.secretReadableByOthers:
            true
        default: false
        }
    }

    private static let firstRetrySeconds: Int64 = 300
    private static let longestRetrySeconds: Int64 = 6 * 3600

    /// 5 minutes, then three times as long each time, 6 hours at the most.
    private static func retrySeconds(_ count: Int) -> Int64 {
        var seconds = firstRetrySeconds
        for _ in 1..<max(1, count) where seconds < longestRetrySeconds { seconds *= 3 }
        return min(seconds, longestRetrySeconds)
    }
}

extension SyncOutcome {
    /// Whether something of it is stored; one that is still running was cut off.
    fileprivate var broughtIn: Bool { self == .complete || self == .partial }
}
