internal import Vault

/// The retries of a watcher's work, such as after a full disk. A failure is reported once
/// and retried. Postponed work is kept here too.
final class RetryBackoff {
    private var troubles = ReportedTroubles()
    private let engine: WatchedEngine
    private let status: WatchStatus
    private let clock: WatchClock

    init(_ engine: WatchedEngine, _ status: WatchStatus, _ clock: WatchClock) {
        self.engine = engine
        self.status = status
        self.clock = clock
    }

    /// - Returns: nil if it failed and will be retried.
    /// - Throws: errors that no retry can help, and those of reporting.
    func make<Value>(
        _ work: ReportedTroubles.Work, _ body: () throws -> Value
    ) throws -> Value? {
        let value: Value
        do {
            value = try body()
        } catch let error as VaultError where error.endsWatching {
            throw error
        } catch {
            status.note(error)
            // Repeated failures are reported once.
            if troubles.failed(work, at: clock.steady) { try engine.tell(.trouble(error)) }
            return nil
        }
        if troubles.succeeded(work), troubles.isEmpty {
            status.noteNoError()
            try engine.tell(.troubleOver)
        }
        return value
    }

    /// Schedules work, or repeats it, after a number of seconds.
    func putOff(_ work: ReportedTroubles.Work, seconds: Int64) {
        troubles.putOff(work, until: clock.steady.adding(seconds))
    }

    /// When the first of some failed or postponed work is due, in POSIX seconds of the current
    /// clock.
    func next(of works: [ReportedTroubles.Work]) -> Int64? {
        troubles.next(of: works).map(clock.instant)
    }

    func isDue(_ work: ReportedTroubles.Work) -> Bool { troubles.isDue(work, at: clock.steady) }
}

extension VaultError {
    /// Whether retrying is pointless.
    var endsWatching: Bool {
        switch self {
        case .missing, .databaseLost, .notADatabase, .madeByOtherVersion, .openToOthers: true
        default: false
        }
    }
}

/// The back-off of failed work: the waits grow while it fails. Postponed work counts as
/// work that never failed.
struct ReportedTroubles {
    enum Work: Hashable {
        /// Checking whether other commands wrote.
        case noticing
        /// Updating conclusions.
        case looking
        /// Reading handlers, and settings that passes don't read.
        case reading
        /// Delivering events to handlers.
        case telling
        /// Sending the actions that they requested.
        case sending
    }

    private var waiting: [Work: (failures: Int, until: SteadyTime)] = [:]

    /// Whether nothing is failing.
    var isEmpty: Bool { waiting.values.allSatisfy { $0.failures == 0 } }

    /// When the first of some work is due.
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

    /// Postpones work that succeeded.
    mutating func putOff(_ work: Work, until time: SteadyTime) { waiting[work] = (0, time) }

    private static let firstRetrySeconds: Int64 = 15
    private static let longestRetrySeconds: Int64 = 3600
}
