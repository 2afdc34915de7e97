internal import Classification
internal import Configuration
internal import Model
internal import Vault
public import Waiting

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
    private let heartbeat: Heartbeat?
    private let words: (any Error) -> String
    private let hear: (WatchNews, Engine) throws -> Void

    private var folders: WatchedFolders
    private let inbox: WatchInbox
    private let keeper = PassKeeper(.holdBack)
    private let automations = WatchedAutomations()
    private let chores: WatchChores
    private var vault: Vault
    private var state: WatchState
    private var stateFile: WatchStateFile
    private var today: CalendarDay

    private let syncs: WatchedSyncs
    private var otherWriters: Int64 = 0
    /// When to look again what another command does, in POSIX seconds; nil where
    /// none is at it.
    private var othersTurnEnds: Int64?
    private var broken = BrokenFiles()
    private var complaints = PassComplaints()
    private var rulesLeftOut: [LeftOutFile] = []
    private var troubles = WatchTroubles()
    /// The next sync as it was told; nil before it was.
    private var toldPlan: Int64??
    private var isStopping = false

    /// - Parameters:
    ///   - waiter: made before the process had other threads.
    ///   - clock: by which days end and syncs are due.
    ///   - heartbeat: what has to be done every so often, to show that the
    ///     watcher lives.
    ///   - words: an error without private data, for ``WatchState``.
    ///   - hear: told what happens, on the watcher's thread, with the engine to
    ///     look it up. What it throws ends the watcher.
    /// - Throws: where there is no vault.
    public init(
        _ place: WatchedPlace, waiter: Waiter, clock: WatchClock = WatchClock(),
        heartbeat: Heartbeat? = nil, words: @escaping (any Error) -> String,
        hear: @escaping (WatchNews, Engine) throws -> Void
    ) throws {
        self.place = place
        self.waiter = waiter
        self.clock = clock
        self.heartbeat = heartbeat
        self.words = words
        self.hear = hear
        folders = WatchedFolders(place.folder)
        inbox = WatchInbox(bell: waiter.bell)
        chores = WatchChores(place, clock, inbox)
        syncs = WatchedSyncs(inbox)
        vault = try place.open(clock)
        stateFile = WatchStateFile(place.folder)
        state = WatchState(process: getpid(), since: clock.now)
        today = Moment(clock: clock.now).today
    }

    /// Watches until SIGINT or SIGTERM.
    ///
    /// - Throws: ``EngineError/watchedAlready(_:)``; or where the vault is gone
    ///   or damaged.
    public func run() throws {
        let lock = try ProcessLock(path: place.folder.watchLockPath)
        guard lock.take() else { throw EngineError.watchedAlready(lock.holder) }
        lock.sign()
        defer {
            lock.clear()
            stateFile.remove()
        }
        try folders.watch(with: waiter)
        try tell(.started)
        // Before the first look, so that nothing is missed in between.
        otherWriters = try vault.otherWriters()
        try readAutomations()
        // So that handlers are told nothing of a vault that a sync is about to
        // bring up to date.
        planSyncs(isStart: true)
        try look(.start)
        while !isStopping {
            try startDueSync()
            try startChores()
            stateFile.store(state)
            try tellPlan()
            try handle(try wait())
        }
        try finish()
    }

    private func tell(_ news: WatchNews) throws { try hear(news, engine) }

    // MARK: Waiting

    private func wait() throws -> [Wakening] {
        let wake = clock.realMilliseconds(of: nextWakeUp)
        guard let heartbeat else { return try waiter.wait(until: wake) }
        let wakenings = try waiter.wait(until: wake, atMost: heartbeat.milliseconds)
        heartbeat.beat()
        return wakenings
    }

    private var nextWakeUp: Int64 {
        var wake = today.adding(days: 1).secondsSinceEpoch
        if let due = syncs.due { wake = min(wake, due) }
        if let othersTurnEnds { wake = min(wake, othersTurnEnds) }
        if let retry = troubles.next(of: [.noticing, .looking, .reading]) {
            wake = min(wake, retry)
        }
        // What waits for a sync's end is no reason to wake before.
        guard !syncs.isAwaited(at: clock.now) else { return wake }
        if let retry = troubles.next(of: [.telling]) { wake = min(wake, retry) }
        if let due = sendingDue { wake = min(wake, due) }
        return wake
    }

    /// When something that handlers are told, or asked for, is tried again.
    private var sendingDue: Int64? {
        guard let retry = automations.nextRetry, !chores.isSending else { return nil }
        return max(retry, troubles.retryAt(.sending) ?? retry)
    }

    private func isSendingDue(at now: Int64) -> Bool {
        !syncs.isAwaited(at: now) && sendingDue.map { $0 <= now } ?? false
    }

    private func handle(_ wakenings: [Wakening]) throws {
        var all = wakenings
        if wakenings.contains(where: \.isOfFiles) {
            all += try quieted()
        }
        for case .signal(let signal) in all where signal != .hangUp { isStopping = true }
        guard !isStopping else { return }
        for message in inbox.takeAll() { try handle(message) }
        let changes = folders.changes(all)
        if changes.isFolders { try folders.watch(with: waiter) }
        // What an edit changed is told as its own.
        if !changes.texts.isEmpty { try reload(changes.texts) }
        if changes.isDatabase { try lookAfterOthers() }
        if all.contains(.signal(.hangUp)) {
            try tell(.reloading)
            try folders.watch(with: waiter)
            keeper.forget()
            try readAutomations()
            try look(.asked)
            planSyncs(isStart: false)
        }
        if all.contains(.clockSet) { planSyncs(isStart: false) }
        try noticeTime()
    }

    /// Editors and commands write several files in a row: what follows within a
    /// moment belongs to the same change.
    private func quieted() throws -> [Wakening] {
        var all: [Wakening] = []
        for _ in 0..<Self.mostMomentsOfQuiet {
            let more = try waiter.wait(atMost: Self.quietMilliseconds)
            all += more
            guard more.contains(where: \.isOfFiles), !more.contains(where: \.isSignal) else {
                break
            }
        }
        return all
    }

    private static let quietMilliseconds: Int32 = 20
    private static let mostMomentsOfQuiet = 10
    private static let secondsOfOthers: Int64 = 30

    private func noticeTime() throws {
        let now = clock.now
        let day = Moment(clock: now).today
        if day != today {
            today = day
            try look(.newDay)
        }
        let isOthersTurnOver = othersTurnEnds.map { $0 <= now } ?? false
        if isOthersTurnOver || troubles.isDue(.noticing, at: now) { try lookAfterOthers() }
        if troubles.isDue(.looking, at: now) { try look(.again) }
        let isReadingDue = troubles.isDue(.reading, at: now)
        if isReadingDue { try readAutomations() }
        if isReadingDue || troubles.isDue(.telling, at: now) || isSendingDue(at: now) {
            try tellHandlers()
        }
    }

    private func tellPlan() throws {
        guard syncs.current == nil, state.nextSyncAt != toldPlan else { return }
        toldPlan = .some(state.nextSyncAt)
        try tell(.waiting(nextSyncAt: state.nextSyncAt))
    }

    // MARK: Looking at the vault

    private var engine: Engine { place.engine(over: vault, at: Moment(clock: clock.now)) }

    /// Brings the conclusions up to date.
    private func look(_ cause: WatchCause) throws {
        guard
            let report = try attempt(
                .looking, { try engine.classify(dryRun: false, keeper: keeper) })
        else { return }
        rulesLeftOut = report.leftOut.filter { !$0.isStoredRule }
        try tellBroken()
        let isTold = complaints.add(report)
        if isTold || !report.changes.isEmpty || cause.isEdit(ofOthersThan: broken.names) {
            try tell(.classified(report, cause))
        }
        try tellHandlers()
    }

    /// Puts edited files in force.
    private func reload(_ files: Set<String>) throws {
        let ofHandlers = files.filter { $0.hasPrefix("automation") }
        // The configuration says what handlers may name and reach.
        if !ofHandlers.isEmpty || files.contains(where: { $0.isEmpty || $0.hasPrefix("config") }) {
            try readAutomations()
            planSyncs(isStart: false)
        }
        let isFolderAlone = ofHandlers == ["automation"] && automations.count == 0
        if !ofHandlers.isEmpty, !isFolderAlone, !ofHandlers.isSubset(of: broken.names) {
            try tell(.handlersRead(automations.count, files: ofHandlers.sorted()))
        }
        let others = files.subtracting(ofHandlers)
        if others.isEmpty { try tellHandlers() } else { try look(.files(others.sorted())) }
    }

    private func tellBroken() throws {
        let news = broken.news(
            heldBack: keeper.heldBack + automations.heldBack,
            leftOut: rulesLeftOut + automations.leftOut)
        state.brokenFiles = broken.names
        state.heldBackFiles = keeper.heldBack.map(\.file)
        for news in news { try tell(news) }
    }

    private func lookAfterOthers() throws {
        // Who decides something classifies it too, and tells what that changed.
        // Its end is told by its lock; the time is for a file system that tells
        // nothing.
        othersTurnEnds = nil
        if try attempt(.noticing, { try engine.isSomebodyDeciding() }) == true {
            othersTurnEnds = clock.now + Self.secondsOfOthers
            return
        }
        let isChanged = try attempt(.noticing) {
            let wasReplaced = try place.wasReplaced(since: vault)
            if wasReplaced {
                vault = try place.open(clock)
                keeper.forget()
            }
            let before = otherWriters
            otherWriters = try vault.otherWriters()
            return wasReplaced || otherWriters != before
        }
        guard isChanged == true else { return }
        try look(.otherCommand)
        planSyncs(isStart: false)
    }

    /// Does something that may fail for a while, as on a full disk.
    ///
    /// - Returns: nil where it failed, and is to be tried again.
    private func attempt<Value>(
        _ work: WatchTroubles.Work, _ body: () throws -> Value
    ) throws -> Value? {
        let value: Value
        do {
            value = try body()
        } catch let error as VaultError where error.endsWatching {
            throw error
        } catch {
            note(error)
            // The same again and again is nothing that a person wants to read.
            if troubles.failed(work, at: clock.now) { try tell(.trouble(error)) }
            return nil
        }
        if troubles.succeeded(work), troubles.isEmpty {
            state.lastError = nil
            state.lastErrorAt = nil
            try tell(.troubleOver)
        }
        return value
    }

    private func note(_ error: any Error) {
        state.lastError = words(error)
        state.lastErrorAt = clock.now
    }

    // MARK: Handlers

    private func readAutomations() throws {
        _ = try attempt(.reading) { try automations.read(engine) }
        try tellBroken()
    }

    /// Tells handlers what happened, and does what they say of transactions;
    /// after a sync that is due or under way, since what it brings makes a missed
    /// payment one that came, and a month's sums others.
    private func tellHandlers() throws {
        guard !syncs.isAwaited(at: clock.now) else { return }
        for news in try attempt(.telling, { try automations.tell(engine) }) ?? [] {
            try tell(news)
        }
    }

    /// Begins what takes its time: sending what handlers asked for, and a backup.
    private func startChores() throws {
        let now = clock.now
        guard let settings = automations.settings else { return }
        if isSendingDue(at: now) { chores.send(engine, settings) }
        chores.backUp(engine, settings.backup, on: today)
    }

    // MARK: Syncing

    private func planSyncs(isStart: Bool) {
        do {
            try syncs.plan(
                for: engine, automations.settings?.watch, at: clock.now, isStart: isStart)
        } catch {
            // The vault can't be read: the look that is tried again plans anew.
            note(error)
        }
        state.nextSyncAt = syncs.next
    }

    private func startDueSync() throws {
        guard let connection = syncs.startDue(engine, at: clock.now) else { return }
        state.syncing = connection.name
        try tell(.syncing(connection))
    }

    private func handle(_ message: WatchInbox.Message) throws {
        switch message {
        case .stored: try look(.sync)
        case .sent(let result):
            chores.isSending = false
            if let report = try attempt(.sending, { try result.get() }) {
                if report.sent > 0 || !report.failures.isEmpty { try tell(.sent(report)) }
            }
            try tellHandlers()
        case .backedUp(let result):
            switch result {
            case .success(let backup): try tell(.backedUp(backup))
            case .failure(let error):
                // The next day tries again.
                note(error)
                try tell(.notBackedUp(error))
            }
        case .synced(let connection, let result):
            state.syncing = nil
            if let failure = syncs.ended(connection, result, at: clock.now) { note(failure) }
            switch result {
            case .success(let report): try tell(.synced(report))
            case .failure(let error): try tell(.notSynced(connection, error))
            }
            try look(.sync)
            planSyncs(isStart: false)
        }
    }

    // MARK: Ending

    /// Gives a request under way up, and its sync the time to write that down.
    private func finish() throws {
        try tell(.stopping)
        place.stop()
        let end = ContinuousClock.now.advanced(by: Self.longestGoodbye)
        do {
            while syncs.current != nil, ContinuousClock.now < end {
                _ = try waiter.wait(atMost: 50)
                for case .synced(let connection, let result) in inbox.takeAll() {
                    _ = syncs.ended(connection, result, at: clock.now)
                }
            }
        } catch {
            // What is not written down by now is rolled back when the vault is
            // opened next.
        }
    }

    private static let longestGoodbye = Duration.milliseconds(700)
}
