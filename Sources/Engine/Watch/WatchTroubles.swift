/// What a watcher could not do, and when it tries again: ever later while it
/// fails.
struct WatchTroubles {
    enum Work: Hashable {
        /// Finding out whether others wrote.
        case noticing
        /// Bringing conclusions up to date.
        case looking
        /// Reading handlers, and settings that no pass reads.
        case reading
        /// Telling handlers what happened.
        case telling
        /// Sending what they asked for.
        case sending
    }

    private var failures: [Work: (count: Int, retryAt: Int64)] = [:]

    var isEmpty: Bool { failures.isEmpty }

    /// When the first of some is tried again, in POSIX seconds.
    func next(of works: [Work]) -> Int64? { works.compactMap(retryAt).min() }

    func retryAt(_ work: Work) -> Int64? { failures[work]?.retryAt }

    func isDue(_ work: Work, at now: Int64) -> Bool {
        failures[work].map { $0.retryAt <= now } ?? false
    }

    /// - Returns: whether it is the first failure in a row.
    mutating func failed(_ work: Work, at now: Int64) -> Bool {
        let count = (failures[work]?.count ?? 0) + 1
        let wait = min(Self.firstRetrySeconds << min(count - 1, 10), Self.longestRetrySeconds)
        failures[work] = (count, now + wait)
        return count == 1
    }

    /// - Returns: whether it had failed before.
    mutating func succeeded(_ work: Work) -> Bool {
        failures.removeValue(forKey: work) != nil
    }

    private static let firstRetrySeconds: Int64 = 15
    private static let longestRetrySeconds: Int64 = 3600
}
