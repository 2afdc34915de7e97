internal import Configuration
internal import Foundation
internal import Model
internal import SimpleFIN
internal import Vault

/// The syncs of a watcher: one at a time, when due.
final class WatchedSyncs {
    /// The connection being synced.
    private(set) var current: Connection?
    private var schedule = WatchPlan()
    private let inbox: WatchInbox
    /// Syncs that could not start and are not stored in the vault yet, by connection.
    private var notBegun: [Int64: (words: String, at: Int64)] = [:]

    init(_ inbox: WatchInbox) {
        self.inbox = inbox
    }

    /// The next sync in POSIX seconds; nil if nothing is connected.
    var next: Int64? { schedule.next }

    /// The next sync per connection.
    var all: [WatchState.NextSync] { schedule.all }

    /// When to start the next sync; nil while one is running.
    var due: Int64? { current == nil ? schedule.next : nil }

    /// Whether to start a sync now.
    func isDue(at now: Int64) -> Bool { due.map { $0 <= now } ?? false }

    /// Whether a sync is running or due.
    func isAwaited(at now: Int64) -> Bool {
        current != nil || isDue(at: now)
    }

    /// Plans again after anything that may affect the schedule.
    ///
    /// - Parameter settings: nil if they can't be read.
    func plan(
        for engine: Engine, _ settings: AutomationSettings.Watch?, _ clock: WatchClock,
        isStart: Bool
    ) throws {
        try schedule.make(for: engine, settings, clock, isStart: isStart)
    }

    /// - Returns: the connection being synced now; nil if none is due.
    func startDue(_ engine: Engine, at now: Int64) -> Connection? {
        guard current == nil, let connection = schedule.takeDue(at: now) else { return nil }
        current = connection
        BackgroundSync.start(engine, connection, inbox: inbox)
        return connection
    }

    /// Records that a sync could not start, for others to see.
    func noteNotBegun(
        _ connection: Connection, _ error: any Error, _ words: String, at now: Int64
    ) {
        // Another sync is running.
        if case EngineError.syncUnderWay = error { return }
        notBegun[connection.id] = (words, now)
    }

    /// Stores the syncs that could not start in the vault.
    ///
    /// - Throws: `VaultError`, such as for a full disk. The call can be repeated.
    func storeNotBegun(in vault: Vault) throws {
        for (connection, failure) in notBegun {
            try vault.noteSyncNotBegun(
                connection: connection, at: failure.at, failure: failure.words)
            notBegun[connection] = nil
        }
    }

    /// Retries at once what the user can fix on this machine.
    func hastenMended(_ clock: WatchClock) { schedule.hastenMended(clock) }

    /// - Returns: why it failed or ended early.
    func ended(
        _ connection: Connection, _ result: Result<SyncReport, any Error>, _ clock: WatchClock
    ) -> (any Error)? {
        current = nil
        notBegun[connection.id] = nil
        let failure: (any Error)? =
            switch result {
            case .success(let report): report.failure
            case .failure(let error): error
            }
        schedule.noteEnd(
            of: connection, failure: failure, clock, jitter: Double.random(in: -0.25...0.25))
        return failure
    }
}

/// A sync on its own thread, so that the watcher still notices signals and edits if a
/// bridge is slow.
enum BackgroundSync {
    static func start(_ engine: Engine, _ connection: Connection, inbox: WatchInbox) {
        let thread = Thread {
            let result = Result {
                try engine.synchronise(
                    connection, trigger: .automatic, patience: 0
                ) { progress in
                    if case .received(_, let count, _) = progress, count > 0 { inbox.put(.stored) }
                }
            }
            inbox.put(.synced(connection, result))
        }
        thread.stackSize = 4 << 20
        thread.start()
    }
}

/// The plan of a watcher's next syncs.
struct WatchPlan {
    private var due: [(connection: Connection, at: Int64)] = []
    private var failures: [Int64: WatchSchedule.Failure] = [:]
    private var schedule = WatchSchedule(hours: 24, hoursAtStart: 4)

    /// The next sync in POSIX seconds; nil if nothing is connected.
    var next: Int64? { due.map(\.at).min() }

    /// The next sync per connection.
    var all: [WatchState.NextSync] {
        due.map { WatchState.NextSync(connection: $0.connection.id, at: $0.at) }
    }

    /// Plans again after anything that may affect the schedule.
    ///
    /// - Parameter settings: nil if they can't be read; the earlier ones or the defaults then
    ///   apply.
    mutating func make(
        for engine: Engine, _ settings: AutomationSettings.Watch?, _ clock: WatchClock,
        isStart: Bool
    ) throws {
        if let settings {
            schedule = WatchSchedule(
                hours: settings.syncHours, hoursAtStart: settings.startWhenOlderHours)
        }
        let now = clock.now
        let isSyncedByOther = try engine.syncHolder() != nil
        due = try engine.vault.connections().filter { $0.kind == .simplefin }.map { connection in
            let last = try engine.vault.lastSync(connection: connection.id)
            // Its end will be noticed, and planned for.
            if isSyncedByOther, last?.outcome == .running {
                return (connection, now + Int64(schedule.hours) * 3600)
            }
            if let failure = failures[connection.id], failure.isLast(before: last) {
                failures[connection.id]?.lastSync = failure.lastSync ?? .some(last?.id)
                return (connection, clock.instant(of: failure.next))
            }
            let next = schedule.next(after: last, now: now, isStart: isStart)
            // A due sync is attempted even if it can't start, so that the reason is reported.
            guard next > now, let begin = try engine.automaticRequestsBegin(connection) else {
                return (connection, next)
            }
            return (connection, max(next, begin + 1))
        }
    }

    /// The connection with the longest wait. It is not due again before the next plan.
    mutating func takeDue(at now: Int64) -> Connection? {
        guard let first = due.filter({ $0.at <= now }).min(by: { $0.at < $1.at }) else {
            return nil
        }
        due.removeAll { $0.connection.id == first.connection.id }
        return first.connection
    }

    /// Retries syncs that the user can fix on this machine, from the next plan on. For other
    /// failures only the bridge knows, and its requests are limited.
    mutating func hastenMended(_ clock: WatchClock) {
        for (id, failure) in failures where failure.isMendedHere {
            failures[id]?.next = clock.steady
        }
    }

    /// - Parameter failure: why a sync failed or ended early.
    mutating func noteEnd(
        of connection: Connection, failure: (any Error)?, _ clock: WatchClock, jitter: Double
    ) {
        // Bridges count requests per UTC day.
        let midnight = CalendarDay(secondsSinceEpoch: clock.now).adding(days: 1).secondsSinceEpoch
        failures[connection.id] = failure.map {
            schedule.failure(
                $0, at: clock.steady, secondsLeftOfDay: midnight - clock.now,
                after: failures[connection.id], jitter: jitter)
        }
    }
}

/// The schedule of a connection's syncs.
///
/// Once a day, and at the start if the last sync is some hours old. After a temporary
/// failure sooner, with growing waits.
struct WatchSchedule {
    /// Hours between syncs, at least 1.
    let hours: Int
    /// The age of the last sync in hours from which to sync at the start.
    let hoursAtStart: Int

    /// A failed attempt of this watcher.
    struct Failure: Hashable {
        /// Failures in a row including this one, at least 1.
        let count: Int
        /// When to retry.
        var next: SteadyTime
        /// Whether no request is sent until it is fixed on this machine.
        let isMendedHere: Bool
        /// The id of the connection's last sync when the retry was first planned.
        var lastSync: Int64??

        /// Whether no later sync, such as one by the user, stored data.
        func isLast(before sync: LastSync?) -> Bool {
            guard let lastSync, let sync, sync.outcome.broughtIn else { return true }
            return sync.id == lastSync
        }
    }

    /// The POSIX second of the next sync; a past one means now.
    ///
    /// A clock that was set back leaves syncs in the future. Their age is unknown, so they are
    /// no reason to wait.
    ///
    /// - Parameter last: nil if there was none yet.
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
    ///   - secondsLeftOfDay: the time until midnight UTC, when quotas reset.
    ///   - before: the preceding failure in a row, if any.
    ///   - jitter: from -0.25 to 0.25, as a part of the wait. It keeps watchers that failed
    ///     together from returning together. If coming earlier is pointless, only its size
    ///     counts.
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

    /// Returning earlier would only fail again.
    private static func atLeast(_ seconds: Int64, _ jitter: Double) -> Int64 {
        seconds + 1 + Int64(abs(jitter) * 600)
    }

    /// Whether retrying is pointless until the user acts.
    static func needsPerson(_ error: any Error) -> Bool {
        switch error {
        case SimpleFINError.accessRefused, SimpleFINError.paymentRequired,
            SimpleFINError.redirectRefused:
            true
        default: isMendedHere(error)
        }
    }

    /// Whether the user must act on this machine, which can be checked without a request.
    private static func isMendedHere(_ error: any Error) -> Bool {
        switch error {
        case SimpleFINError.insecureAddress, SimpleFINError.brokenAccessURL,
            EngineError.secretMissing, EngineError.secretReadableByOthers:
            true
        default: false
        }
    }

    /// How far in the future a sync may lie, as other processes have their own time.
    private static let toleranceSeconds: Int64 = 300
    private static let firstRetrySeconds: Int64 = 300

    /// Triples with each failure in a row.
    private static func growing(_ first: Int64, _ count: Int, to longest: Int64) -> Int64 {
        var seconds = first
        for _ in 1..<max(1, count) where seconds < longest { seconds *= 3 }
        return min(seconds, longest)
    }
}

extension SyncOutcome {
    /// Whether data was stored. A sync that is still running was cut off.
    fileprivate var broughtIn: Bool { self == .complete || self == .partial }
}
