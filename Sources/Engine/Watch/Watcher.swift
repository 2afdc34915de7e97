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

/// A long-running process that watches a vault. It syncs when due, and classifies as soon
/// as a sync, an edited file or another command changed something.
///
/// Failures are reported and retried. Only a missing or unreadable vault ends it. It runs
/// on one thread.
public final class Watcher {
    private let place: WatchedPlace
    private let waiter: Waiter
    private let longestGoodbye: Duration
    private let clock: WatchClock
    private let sleep: WatchSleep
    private let engine: WatchedEngine
    private let attempts: RetryBackoff
    private let status: WatchStatus

    private var folders: WatchedFolders
    private let inbox: WatchInbox
    private let cache = RulebookCache()
    private let handlers: WatchedHandlers
    private let texts: ConfigReloader
    private let syncs: WatchedSyncs
    private let drops: WatchedDropFolder
    private let others: OtherCommands
    private var today: CalendarDay
    private var clockSettings: ClockSettings
    private var updates: ProgramUpdates

    private var complaints = PassFailureLog()
    /// The next sync as last reported; nil before the first report.
    private var toldPlan: Int64??
    private var isStopping = false

    /// - Parameters:
    ///   - waiter: created before the process had other threads.
    ///   - clock: the clock for days and due syncs.
    ///   - program: the path of the installed program; replacing it is news.
    ///   - heartbeat: a task to repeat, to show that the watcher is alive.
    ///   - letters: writes the letter of a month; nil for none.
    ///   - longestGap: the longest wait for a missing or empty file, since some editors remove
    ///     or empty a file before writing it.
    ///   - longestGoodbye: the longest wait at the end for interrupted syncs and sending.
    ///   - words: an error's message without private data, for ``WatchState`` and handlers.
    ///   - remedy: the user's remedy for an error.
    ///   - hear: receives news on the watcher's thread, with the engine to look up details. Its
    ///     errors end the watcher.
    /// - Throws: if there is no vault.
    public init(
        _ place: WatchedPlace, waiter: Waiter, clock: WatchClock = WatchClock(),
        program: String? = nil, heartbeat: Heartbeat? = nil, letters: LetterWriter? = nil,
        longestGap: Duration = .milliseconds(300),
        longestGoodbye: Duration = .milliseconds(700),
        words: @escaping (any Error) -> String,
        remedy: @escaping (any Error) -> String? = { _ in nil },
        hear: @escaping (WatchNews, Engine) throws -> Void
    ) throws {
        self.place = place
        self.waiter = waiter
        self.longestGoodbye = longestGoodbye
        self.clock = clock
        sleep = WatchSleep(waiter, clock, heartbeat, longestGap: longestGap)
        engine = try WatchedEngine(place, clock, hear: hear)
        status = WatchStatus(
            WatchState(process: getpid(), since: clock.now), WatchStateFile(place.folder), clock,
            words: words, remedy: remedy)
        attempts = RetryBackoff(engine, status, clock)
        folders = WatchedFolders(place.folder)
        inbox = WatchInbox(wakeSignal: waiter.wakeSignal)
        syncs = WatchedSyncs(inbox)
        drops = WatchedDropFolder(place, inbox, clock)
        handlers = WatchedHandlers(
            engine, attempts, syncs, BackgroundJobs(place, inbox, letters: letters), rules: cache,
            clock,
            unless: { [waiter] in try waiter.isAskedToEnd() },
            pausingWhen: { [waiter] in
                try waiter.whatCame().contains { $0.isSignal || WatchedFolders.isOfText($0) }
            })
        texts = ConfigReloader(place, engine, status, cache, handlers)
        others = OtherCommands(engine, attempts)
        today = clock.moment.today
        clockSettings = ClockSettings(clock)
        updates = ProgramUpdates(of: program)
    }

    /// Watches until SIGINT or SIGTERM.
    ///
    /// - Throws: ``EngineError/watchedAlready(_:)``, ``EngineError/watchedVaultMoved(path:)``,
    ///   or if the vault is damaged.
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
        // Handlers should not receive events before a due sync updates the vault.
        planSyncs(isStart: true)
        try look(.start)
        while !isStopping {
            try startDueSync()
            drops.start()
            handlers.startChores(on: today)
            status.store()
            try tellPlan()
            let reasons = try sleep.wait(until: nextWakeUp)
            guard lock.isOfFile(at: place.folder.watchLockPath) else {
                throw EngineError.watchedVaultMoved(path: place.folder.path)
            }
            if updates.areNews() { try engine.tell(.programReplaced) }
            try handle(reasons)
            // A heartbeat leaves no freed memory.
            if !reasons.isEmpty { FreedMemory.giveBack() }
        }
        try finish()
    }

    // MARK: Waiting

    private var nextWakeUp: Int64 {
        [
            clock.zone.start(of: today.adding(days: 1)), syncs.due, drops.due,
            attempts.next(of: [.noticing, .looking, .reading]),
            handlers.nextWakeUp(at: clock.now),
        ].compactMap(\.self).min() ?? clock.now
    }

    private func handle(_ reasons: [WakeReason]) throws {
        for case .signal(let signal) in reasons where signal != .hangUp { isStopping = true }
        guard !isStopping else { return }
        for message in inbox.takeAll() { try handle(message) }
        let changes = folders.changes(reasons)
        if changes.isInbox || !changes.texts.isEmpty { drops.noteChange() }
        if changes.isFolders { try folders.watch(with: waiter) }
        // Edits come first, so that their effect is reported as theirs.
        if !changes.texts.isEmpty { try reload(changes.texts) }
        if changes.isDatabase { try lookAfterOthers() }
        if reasons.contains(.signal(.hangUp)) {
            try engine.tell(.reloading)
            try folders.watch(with: waiter)
            cache.forget()
            drops.noteChange()
            try readSettings()
            try look(.asked)
            // The user may have fixed the cause.
            syncs.hastenMended(clock)
            planSyncs(isStart: false)
        }
        let wasSet = clockSettings.wasSet(reasons)
        if wasSet { planSyncs(isStart: false) }
        try noticeTime()
        // Retries may be scheduled for a time that is now far ahead.
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

    /// Updates the conclusions.
    ///
    /// - Parameter files: edited files, which then are the cause.
    private func look(_ cause: WatchCause, afterEditOf files: Set<String> = []) throws {
        let readBefore = texts.areReadAnew ? cache.readings : nil
        guard let pass = try attempts.make(.looking, { try classify() }) else { return }
        let isReload = !files.isEmpty
        guard let report = pass else { return try texts.tellMistakes(isReload: isReload) }
        handlers.noteChange()
        texts.note(report)
        try texts.tellMistakes(isAfterPass: true, isReload: isReload)
        refreshStubs()
        let isNews = complaints.add(report) || !report.changes.isEmpty
        var edited = texts.edited(files, withFolders: isNews || texts.areReadAnew)
        edited.areToldBefore = readBefore == cache.readings
        edited.areAppliedByOthers = texts.areAppliedByOthers
        let cause = files.isEmpty ? cause : .files(edited)
        if !files.isEmpty || cause == .start { texts.noteEditsTold() }
        if isNews || cause.isAwaited { try engine.tell(.classified(report, cause)) }
        try handlers.tell()
        FreedMemory.giveBack()
    }

    /// Keeps an editor's annotations up to date. Their folder is not watched.
    private func refreshStubs() {
        do {
            try engine.now.refreshStubs()
        } catch {
            status.note(error)
        }
    }

    /// - Returns: nil if the configuration has an error and no earlier version can be used.
    private func classify() throws -> ClassifyReport? {
        texts.note(nil)
        try syncs.storeNotBegun(in: engine.vault)
        do {
            let report = try engine.now.classify(dryRun: false, cache: cache)
            texts.note(try engine.vault.rulebookDigest(), after: report)
            return report
        } catch let error as ConfigurationError {
            texts.note(error)
            return nil
        }
    }

    /// Applies edited files.
    private func reload(_ files: Set<String>) throws {
        let ofHandlers = files.filter { $0.hasPrefix("automation") }
        // The configuration determines what handlers may name and reach.
        if !ofHandlers.isEmpty || files.contains(where: { $0.isEmpty || $0.hasPrefix("config") }) {
            try readSettings(isReload: true)
            planSyncs(isStart: false)
        }
        let edited = texts.edited(ofHandlers, withFolders: handlers.count > 0)
        if !edited.isEmpty {
            // They hear of everything from now on, before the watcher says that it has read them.
            try handlers.tell()
            try engine.tell(.handlersRead(handlers.count, edited))
        }
        let others = files.subtracting(ofHandlers)
        if others.isEmpty {
            try handlers.tell()
        } else {
            try look(.files(.none), afterEditOf: others)
        }
        // The news above says of edited files that they are fixed.
        try texts.tellFixed(isAfterPass: !others.isEmpty)
    }

    private func lookAfterOthers() throws {
        switch try others.written() {
        case .nothing: return
        case .something: break
        case .otherDatabase: cache.forget()
        }
        // An import of the inbox sends its message before others may look, and is reported as its
        // own.
        for message in inbox.takeAll() { try handle(message) }
        drops.noteChange()
        try look(.otherCommand)
        planSyncs(isStart: false)
    }

    /// Reads the settings that passes don't read.
    private func readSettings(isReload: Bool = false) throws {
        _ = try attempts.make(.reading) { try texts.readSettings() }
        try texts.tellMistakes(isReload: isReload)
    }

    // MARK: Syncing

    private func planSyncs(isStart: Bool) {
        do {
            try syncs.plan(
                for: engine.now, handlers.settings?.watch, clock, isStart: isStart)
        } catch {
            // The vault can't be read. The retried look plans again.
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
        case .imported(let result):
            let news = drops.ended(result, status)
            for news in news { try engine.tell(news) }
            if !news.isEmpty { try look(.imports) }
        case .backedUp(let result):
            switch result {
            case .success(let (backup, checked)):
                if let backup { try engine.tell(.backedUp(backup)) }
                try handlers.heard(backupFailure: nil, checked: checked)
            case .failure(let error):
                // It is retried the next day.
                let words = status.note(error)
                try engine.tell(.notBackedUp(error))
                try handlers.heard(backupFailure: words)
            }
        case .updatedJournals(let result):
            handlers.noteJournalsUpdated()
            if case .failure(let error) = result {
                // They are written again after the next change.
                status.note(error)
                try engine.tell(.notExported(error))
            }
        case .wroteLetter(let result):
            handlers.noteLetterWritten()
            switch result {
            case .success(let path): if let path { try engine.tell(.wroteLetter(path: path)) }
            case .failure(let error):
                // It is written after the next change, or the next day.
                status.note(error)
                try engine.tell(.noLetter(error))
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
            drops.noteChange()
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

    /// Gives interrupted syncs and sending time to store their state.
    ///
    /// - Returns: their messages.
    private func awaitEnd() -> [WatchInbox.Message] {
        let end = ContinuousClock.now.advanced(by: longestGoodbye)
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
            // Anything unfinished is rolled back when the vault is next opened.
            return told
        }
    }
}
