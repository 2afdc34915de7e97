internal import Configuration
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
