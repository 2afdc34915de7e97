internal import Configuration
internal import Foundation
internal import Model
internal import SimpleFIN
internal import Vault

/// The syncs of a watcher: one at a time, each when it is due.
final class WatchedSyncs {
    /// What is synced at this moment.
    private(set) var current: Connection?
    private var schedule = WatchPlan()
    private let inbox: WatchInbox
    /// What could not begin and is not kept in the vault yet, by connection.
    private var notBegun: [Int64: (words: String, at: Int64)] = [:]

    init(_ inbox: WatchInbox) {
        self.inbox = inbox
    }

    /// The next sync, in POSIX seconds; nil where nothing is connected.
    var next: Int64? { schedule.next }

    /// The next of each connection.
    var all: [WatchState.NextSync] { schedule.all }

    /// When one is to be started; nil while one is under way.
    var due: Int64? { current == nil ? schedule.next : nil }

    /// Whether one is to be started.
    func isDue(at now: Int64) -> Bool { due.map { $0 <= now } ?? false }

    /// Whether what the vault holds is about to be brought up to date.
    func isAwaited(at now: Int64) -> Bool {
        current != nil || isDue(at: now)
    }

    /// Plans anew, after anything happened that may have a say in it.
    ///
    /// - Parameter settings: nil where they can't be read.
    func plan(
        for engine: Engine, _ settings: AutomationSettings.Watch?, _ clock: WatchClock,
        isStart: Bool
    ) throws {
        try schedule.make(for: engine, settings, clock, isStart: isStart)
    }

    /// - Returns: what is synced from now on; nil where nothing is due.
    func startDue(_ engine: Engine, at now: Int64) -> Connection? {
        guard current == nil, let connection = schedule.takeDue(at: now) else { return nil }
        current = connection
        BackgroundSync.start(engine, connection, inbox: inbox)
        return connection
    }

    /// One could not begin: whoever looks at the vault is to know.
    func noteNotBegun(
        _ connection: Connection, _ error: any Error, _ words: String, at now: Int64
    ) {
        // Another one is under way.
        if case EngineError.syncUnderWay = error { return }
        notBegun[connection.id] = (words, now)
    }

    /// Keeps in the vault what could not begin.
    ///
    /// - Throws: `VaultError`, as on a full disk, after which this can be called again.
    func storeNotBegun(in vault: Vault) throws {
        for (connection, failure) in notBegun {
            try vault.noteSyncNotBegun(
                connection: connection, at: failure.at, failure: failure.words)
            notBegun[connection] = nil
        }
    }

    /// Has tried again at once what a person can mend on this machine.
    func hastenMended(_ clock: WatchClock) { schedule.hastenMended(clock) }

    /// - Returns: why it came to nothing, or ended early.
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

/// A sync on a thread of its own, so that the watcher hears signals and edits
/// while a bridge is slow.
enum BackgroundSync {
    static func start(_ engine: Engine, _ connection: Connection, inbox: WatchInbox) {
        let thread = Thread {
            let result = Result {
                try engine.synchronise(
                    connection, trigger: .automatic, patience: 0
                ) { progress in
                    if case .received(_, let count) = progress, count > 0 { inbox.put(.stored) }
                }
            }
            inbox.put(.synced(connection, result))
        }
        thread.stackSize = 4 << 20
        thread.start()
    }
}

/// Which connection a watcher syncs when.
struct WatchPlan {
    private var due: [(connection: Connection, at: Int64)] = []
    private var failures: [Int64: WatchSchedule.Failure] = [:]
    private var schedule = WatchSchedule(hours: 24, hoursAtStart: 4)

    /// The next sync, in POSIX seconds; nil where nothing is connected.
    var next: Int64? { due.map(\.at).min() }

    /// The next of each connection.
    var all: [WatchState.NextSync] {
        due.map { WatchState.NextSync(connection: $0.connection.id, at: $0.at) }
    }

    /// Plans anew, after anything happened that may have a say in it.
    ///
    /// - Parameter settings: nil where they can't be read; then those from before
    ///   hold, or the usual ones.
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
            // What is due is tried, so that it is told why it can't begin.
            guard next > now, let begin = try engine.automaticRequestsBegin(connection) else {
                return (connection, next)
            }
            return (connection, max(next, begin + 1))
        }
    }

    /// The connection that has waited longest; it is not due again before it is
    /// planned anew.
    mutating func takeDue(at now: Int64) -> Connection? {
        guard let first = due.filter({ $0.at <= now }).min(by: { $0.at < $1.at }) else {
            return nil
        }
        due.removeAll { $0.connection.id == first.connection.id }
        return first.connection
    }

    /// Has syncs due that failed for what a person can mend on this machine; from the next
    /// plan on. Of anything else only the bridge knows, which has a limit of requests.
    mutating func hastenMended(_ clock: WatchClock) {
        for (id, failure) in failures where failure.isMendedHere {
            failures[id]?.next = clock.steady
        }
    }

    /// - Parameter failure: why a sync came to nothing, or ended early.
    mutating func noteEnd(
        of connection: Connection, failure: (any Error)?, _ clock: WatchClock, jitter: Double
    ) {
        // Bridges count the day's requests in UTC.
        let midnight = CalendarDay(secondsSinceEpoch: clock.now).adding(days: 1).secondsSinceEpoch
        failures[connection.id] = failure.map {
            schedule.failure(
                $0, at: clock.steady, secondsLeftOfDay: midnight - clock.now,
                after: failures[connection.id], jitter: jitter)
        }
    }
}

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
