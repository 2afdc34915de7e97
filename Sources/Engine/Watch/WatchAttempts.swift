internal import Vault

/// What a watcher does that may fail for a while, as on a full disk: told once,
/// and tried again; and what it puts off.
final class WatchAttempts {
    private var troubles = WatchTroubles()
    private let engine: WatchedEngine
    private let status: WatchStatus
    private let clock: WatchClock

    init(_ engine: WatchedEngine, _ status: WatchStatus, _ clock: WatchClock) {
        self.engine = engine
        self.status = status
        self.clock = clock
    }

    /// - Returns: nil where it failed, and is to be tried again.
    /// - Throws: what no trying again helps, and what hearing of it does.
    func make<Value>(
        _ work: WatchTroubles.Work, _ body: () throws -> Value
    ) throws -> Value? {
        let value: Value
        do {
            value = try body()
        } catch let error as VaultError where error.endsWatching {
            throw error
        } catch {
            status.note(error)
            // The same again and again is nothing that a person wants to read.
            if troubles.failed(work, at: clock.steady) { try engine.tell(.trouble(error)) }
            return nil
        }
        if troubles.succeeded(work), troubles.isEmpty {
            status.noteNoError()
            try engine.tell(.troubleOver)
        }
        return value
    }

    /// Has something done, or done again, in so many seconds.
    func putOff(_ work: WatchTroubles.Work, seconds: Int64) {
        troubles.putOff(work, until: clock.steady.adding(seconds))
    }

    /// When it is time for the first of some that failed or were put off, in POSIX
    /// seconds as the clock is set at present.
    func next(of works: [WatchTroubles.Work]) -> Int64? {
        troubles.next(of: works).map(clock.instant)
    }

    func isDue(_ work: WatchTroubles.Work) -> Bool { troubles.isDue(work, at: clock.steady) }
}

extension VaultError {
    /// Whether no trying again helps.
    var endsWatching: Bool {
        switch self {
        case .missing, .databaseLost, .notADatabase, .madeByNewerVersion: true
        default: false
        }
    }
}

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
