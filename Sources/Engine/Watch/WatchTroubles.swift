/// What a watcher could not do, and when it tries again: ever later while it
/// fails. What it has put off is there too, as what never failed.
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

    private var waiting: [Work: (failures: Int, until: SteadyTime)] = [:]

    /// Whether nothing fails.
    var isEmpty: Bool { waiting.values.allSatisfy { $0.failures == 0 } }

    /// When the first of some is tried again.
    func next(of works: [Work]) -> SteadyTime? {
        works.compactMap { waiting[$0]?.until }.min()
    }

    func isDue(_ work: Work, at now: SteadyTime) -> Bool {
        waiting[work].map { $0.until <= now } ?? false
    }

    /// - Returns: whether it is the first failure in a row.
    mutating func failed(_ work: Work, at now: SteadyTime) -> Bool {
        let count = (waiting[work]?.failures ?? 0) + 1
        let wait = min(Self.firstRetrySeconds << min(count - 1, 10), Self.longestRetrySeconds)
        waiting[work] = (count, now.adding(wait))
        return count == 1
    }

    /// - Returns: whether it had failed before.
    mutating func succeeded(_ work: Work) -> Bool {
        waiting.removeValue(forKey: work).map { $0.failures > 0 } ?? false
    }

    /// Has something done later that succeeded.
    mutating func putOff(_ work: Work, until time: SteadyTime) { waiting[work] = (0, time) }

    private static let firstRetrySeconds: Int64 = 15
    private static let longestRetrySeconds: Int64 = 3600
}
