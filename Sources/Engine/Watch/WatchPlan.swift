internal import Configuration
internal import Model
internal import SimpleFIN
internal import Vault

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
