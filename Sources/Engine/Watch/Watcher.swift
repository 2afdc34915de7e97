internal import Classification
internal import Configuration
internal import Model
public import Platform
internal import Vault

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Watches a vault until it is asked to end: syncs it when it is time, and
/// classifies anew at once whenever a sync, an edited file or another command
/// changed something.
///
/// Whatever goes wrong is told and tried again; only a vault that is gone, or
/// not to be understood, ends it. One thread runs it.
public final class Watcher {
    private let place: WatchedPlace
    private let waiter: Waiter
    private let clock: WatchClock
    private let sleep: WatchSleep
    private let engine: WatchedEngine
    private let attempts: WatchAttempts
    private let status: WatchStatus

    private var folders: WatchedFolders
    private let inbox: WatchInbox
    private let keeper = PassKeeper()
    private let handlers: WatchedHandlers
    private let texts: WatchedTexts
    private let syncs: WatchedSyncs
    private let others: OtherCommands
    private var today: CalendarDay
    private var clockSettings: ClockSettings
    private var updates: ProgramUpdates

    private var complaints = PassComplaints()
    /// The next sync as it was told; nil before it was.
    private var toldPlan: Int64??
    private var isStopping = false

    /// - Parameters:
    ///   - waiter: made before the process had other threads.
    ///   - clock: by which days end and syncs are due.
    ///   - program: where this program is installed; a version that replaces it is news.
    ///   - heartbeat: what has to be done every so often, to show that the
    ///     watcher lives.
    ///   - longestGap: so long a file that is gone or empty is waited for, since some
    ///     editors remove or empty it before they write it.
    ///   - words: an error without private data, for ``WatchState`` and for handlers.
    ///   - remedy: what a person can do about it.
    ///   - hear: told what happens, on the watcher's thread, with the engine to
    ///     look it up. What it throws ends the watcher.
    /// - Throws: where there is no vault.
    public init(
        _ place: WatchedPlace, waiter: Waiter, clock: WatchClock = WatchClock(),
        program: String? = nil, heartbeat: Heartbeat? = nil,
        longestGap: Duration = .milliseconds(300),
        words: @escaping (any Error) -> String,
        remedy: @escaping (any Error) -> String? = { _ in nil },
        hear: @escaping (WatchNews, Engine) throws -> Void
    ) throws {
        self.place = place
        self.waiter = waiter
        self.clock = clock
        sleep = WatchSleep(waiter, clock, heartbeat, longestGap: longestGap)
        engine = try WatchedEngine(place, clock, hear: hear)
        status = WatchStatus(
            WatchState(process: getpid(), since: clock.now), WatchStateFile(place.folder), clock,
            words: words, remedy: remedy)
        attempts = WatchAttempts(engine, status, clock)
        folders = WatchedFolders(place.folder)
        inbox = WatchInbox(wakeSignal: waiter.wakeSignal)
        syncs = WatchedSyncs(inbox)
        handlers = WatchedHandlers(
            engine, attempts, syncs, WatchChores(place, inbox), rules: keeper, clock,
            unless: { [waiter] in try waiter.isAskedToEnd() },
            pausingWhen: { [waiter] in
                try waiter.whatCame().contains { $0.isSignal || WatchedFolders.isOfText($0) }
            })
        texts = WatchedTexts(place, engine, status, keeper, handlers)
        others = OtherCommands(engine, attempts)
        today = clock.moment.today
        clockSettings = ClockSettings(clock)
        updates = ProgramUpdates(of: program)
    }

    /// Watches until SIGINT or SIGTERM.
    ///
    /// - Throws: ``EngineError/watchedAlready(_:)``,
    ///   ``EngineError/watchedVaultMoved(path:)``; or where the vault is damaged.
    public func run() throws {
        let lock = try ProcessLock(path: place.folder.watchLockPath)
        guard lock.take() else { throw EngineError.watchedAlready(lock.holder) }
        lock.sign()
        defer {
            lock.clear()
            status.remove()
        }
        try folders.watch(with: waiter)
        try engine.tell(.started)
        // Before the first look, so that nothing is missed in between.
        try others.begin()
        try handlers.endLeftCommands()
        try readSettings()
        // So that handlers are told nothing of a vault that a sync is about to
        // bring up to date.
        planSyncs(isStart: true)
        try look(.start)
        while !isStopping {
            try startDueSync()
            handlers.startChores(on: today)
            status.store()
            try tellPlan()
            let reasons = try sleep.wait(until: nextWakeUp)
            guard lock.isOfFile(at: place.folder.watchLockPath) else {
                throw EngineError.watchedVaultMoved(path: place.folder.path)
            }
            if updates.areNews() { try engine.tell(.programReplaced) }
            try handle(reasons)
            // Of a heartbeat there is none.
            if !reasons.isEmpty { FreedMemory.giveBack() }
        }
        try finish()
    }

    // MARK: Waiting

    private var nextWakeUp: Int64 {
        [
            clock.zone.start(of: today.adding(days: 1)), syncs.due,
            attempts.next(of: [.noticing, .looking, .reading]),
            handlers.nextWakeUp(at: clock.now),
        ].compactMap(\.self).min() ?? clock.now
    }

    private func handle(_ reasons: [WakeReason]) throws {
        for case .signal(let signal) in reasons where signal != .hangUp { isStopping = true }
        guard !isStopping else { return }
        for message in inbox.takeAll() { try handle(message) }
        let changes = folders.changes(reasons)
        if changes.isFolders { try folders.watch(with: waiter) }
        // What an edit changed is told as its own.
        if !changes.texts.isEmpty { try reload(changes.texts) }
        if changes.isDatabase { try lookAfterOthers() }
        if reasons.contains(.signal(.hangUp)) {
            try engine.tell(.reloading)
            try folders.watch(with: waiter)
            keeper.forget()
            try readSettings()
            try look(.asked)
            // The person may have mended it.
            syncs.hastenMended(clock)
            planSyncs(isStart: false)
        }
        let wasSet = clockSettings.wasSet(reasons)
        if wasSet { planSyncs(isStart: false) }
        try noticeTime()
        // What failed may have waited for a time that is now far ahead.
        if wasSet { try handlers.tell() }
    }

    private func noticeTime() throws {
        let now = clock.now
        let day = clock.zone.day(at: now)
        if day != today {
            today = day
            try look(.newDay)
        }
        if attempts.isDue(.noticing) { try lookAfterOthers() }
        if attempts.isDue(.looking) { try look(.again) }
        let isReadingDue = attempts.isDue(.reading)
        if isReadingDue { try readSettings() }
        if isReadingDue || handlers.isDue(at: now) { try handlers.tell() }
    }

    private func tellPlan() throws {
        guard syncs.current == nil, status.state.nextSyncAt != toldPlan else { return }
        toldPlan = .some(status.state.nextSyncAt)
        try engine.tell(.waiting(nextSyncAt: status.state.nextSyncAt))
    }

    // MARK: Looking at the vault

    /// Brings the conclusions up to date.
    ///
    /// - Parameter files: those that were edited, which then are the cause.
    private func look(_ cause: WatchCause, afterEditOf files: Set<String> = []) throws {
        let readBefore = texts.areReadAnew ? keeper.readings : nil
        guard let pass = try attempts.make(.looking, { try classify() }) else { return }
        guard let report = pass else { return try texts.tellMistakes() }
        texts.note(report)
        try texts.tellMistakes()
        let isNews = complaints.add(report) || !report.changes.isEmpty
        var edited = texts.edited(files, withFolders: isNews || texts.areReadAnew)
        edited.areToldBefore = readBefore == keeper.readings
        let cause = files.isEmpty ? cause : .files(edited)
        if !files.isEmpty || cause == .start { texts.noteEditsTold() }
        if isNews || cause.isAwaited { try engine.tell(.classified(report, cause)) }
        try handlers.tell()
        FreedMemory.giveBack()
    }

    /// - Returns: nil where the configuration has a mistake, and there is none from
    ///   before that could go on.
    private func classify() throws -> ClassifyReport? {
        texts.note(nil)
        try syncs.storeNotBegun(in: engine.vault)
        do {
            return try engine.now.classify(dryRun: false, keeper: keeper)
        } catch let error as ConfigurationError {
            texts.note(error)
            return nil
        }
    }

    /// Puts edited files in force.
    private func reload(_ files: Set<String>) throws {
        let ofHandlers = files.filter { $0.hasPrefix("automation") }
        // The configuration says what handlers may name and reach.
        if !ofHandlers.isEmpty || files.contains(where: { $0.isEmpty || $0.hasPrefix("config") }) {
            try readSettings()
            planSyncs(isStart: false)
        }
        let edited = texts.edited(ofHandlers, withFolders: handlers.count > 0)
        if !edited.isEmpty { try engine.tell(.handlersRead(handlers.count, edited)) }
        let others = files.subtracting(ofHandlers)
        if others.isEmpty {
            try handlers.tell()
        } else {
            try look(.files(.none), afterEditOf: others)
        }
    }

    private func lookAfterOthers() throws {
        switch try others.written() {
        case .nothing: return
        case .something: break
        case .otherDatabase: keeper.forget()
        }
        try look(.otherCommand)
        planSyncs(isStart: false)
    }

    /// Reads what no pass does.
    private func readSettings() throws {
        _ = try attempts.make(.reading) { try texts.readSettings() }
        try texts.tellMistakes()
    }

    // MARK: Syncing

    private func planSyncs(isStart: Bool) {
        do {
            try syncs.plan(
                for: engine.now, handlers.settings?.watch, clock, isStart: isStart)
        } catch {
            // The vault can't be read: the look that is tried again plans anew.
            status.note(error)
        }
        status.state.nextSyncAt = syncs.next
        status.state.nextSyncs = syncs.all
    }

    private func startDueSync() throws {
        guard syncs.isDue(at: clock.now) else { return }
        try handlers.note()
        guard let connection = syncs.startDue(engine.now, at: clock.now) else { return }
        try handlers.expectNews(of: connection)
        status.state.syncing = connection.name
        try engine.tell(.syncing(connection))
    }

    private func handle(_ message: WatchInbox.Message) throws {
        switch message {
        case .stored: try look(.sync)
        case .sent(let target, let result): try handlers.heard(sentTo: target, result)
        case .backedUp(let result):
            switch result {
            case .success(let backup): try engine.tell(.backedUp(backup))
            case .failure(let error):
                // The next day tries again.
                status.note(error)
                try engine.tell(.notBackedUp(error))
            }
        case .synced(let connection, let result):
            status.state.syncing = nil
            let failure = syncs.ended(connection, result, clock)
            let words = failure.map { status.note($0) }
            switch result {
            case .success(let report): try engine.tell(.synced(report))
            case .failure(let error):
                if let words { syncs.noteNotBegun(connection, error, words, at: clock.now) }
                try engine.tell(.notSynced(connection, error))
            }
            if failure == nil { handlers.noteSynced() }
            try look(.sync)
            planSyncs(isStart: false)
        }
    }

    // MARK: Ending

    private func finish() throws {
        place.stop()
        for message in awaitEnd() {
            if case .sent(let target, let result) = message {
                try handlers.note(sentTo: target, result)
            }
        }
        try engine.tell(.stopping)
    }

    /// Gives a sync and what is sent, which were given up, the time to write that down.
    ///
    /// - Returns: what they told.
    private func awaitEnd() -> [WatchInbox.Message] {
        let end = ContinuousClock.now.advanced(by: Self.longestGoodbye)
        var told: [WatchInbox.Message] = []
        var targets = 0
        do {
            while true {
                for message in inbox.takeAll() {
                    if case .synced(let connection, let result) = message {
                        _ = syncs.ended(connection, result, clock)
                    }
                    if case .sent = message { targets += 1 }
                    told.append(message)
                }
                let isOver = syncs.current == nil && handlers.sending <= targets
                guard !isOver, ContinuousClock.now < end else { return told }
                _ = try waiter.wait(atMost: 50)
            }
        } catch {
            // What is not written down by now is rolled back when the vault is
            // opened next.
            return told
        }
    }

    private static let longestGoodbye = Duration.milliseconds(700)
}
