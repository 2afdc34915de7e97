internal import Automation
internal import Classification
internal import Configuration
internal import Foundation
internal import Model
internal import Vault

/// The schedule of the user's handlers: when they are read, receive events and have their
/// actions carried out.
final class WatchedHandlers {
    private let automations = WatchedAutomations()
    private let chores: BackgroundJobs
    private let engine: WatchedEngine
    private let attempts: RetryBackoff
    private let syncs: WatchedSyncs
    private let rules: RulebookCache
    private let clock: WatchClock
    private let isUnwanted: () throws -> Bool
    private let isMoreUrgent: () throws -> Bool
    /// The outcome of a scheduled backup that is not stored yet.
    private var backup: (failure: String?, checked: Int64?, at: Int64)?

    /// - Parameters:
    ///   - syncs: the syncs to wait for. Their data can turn a missed payment into a received
    ///     one, and change a month's sums.
    ///   - rules: the rules of the watcher's passes.
    ///   - isUnwanted: whether to leave the rest for another time.
    ///   - isMoreUrgent: whether to pause for something more urgent.
    init(
        _ engine: WatchedEngine, _ attempts: RetryBackoff, _ syncs: WatchedSyncs,
        _ chores: BackgroundJobs, rules: RulebookCache, _ clock: WatchClock,
        unless isUnwanted: @escaping () throws -> Bool,
        pausingWhen isMoreUrgent: @escaping () throws -> Bool
    ) {
        self.engine = engine
        self.attempts = attempts
        self.syncs = syncs
        self.chores = chores
        self.rules = rules
        self.clock = clock
        self.isUnwanted = isUnwanted
        self.isMoreUrgent = isMoreUrgent
    }

    /// The automation settings; nil before the first read.
    var settings: AutomationSettings? { automations.settings }
    /// The number of handlers.
    var count: Int { automations.count }
    /// The number of handlers per file in use.
    var countsOfFiles: [String: Int] { automations.countsOfFiles }
    /// Files whose previous version stays in use, and files that never were valid.
    var heldBack: [RejectedFile] { automations.heldBack }
    var leftOut: [RejectedFile] { automations.leftOut }
    /// Files that keep handlers from being read.
    var unreadable: [RejectedFile] { automations.unreadable }

    func read() throws {
        // Targets that are no longer allowed must not be sent to.
        if try automations.read(engine.now) { chores.endTurns() }
    }

    /// Records that a sync of a connection begins.
    func expectNews(of connection: Connection) throws {
        let last =
            try attempts.make(.telling) {
                try engine.vault.lastAnsweredSync(connection: connection.id)?.startedAt
            } ?? nil
        automations.expectNews(since: last.map(clock.zone.earlierDay))
    }

    /// Records that a sync has delivered its data, which is reported next.
    func noteSynced() {
        automations.noteSynced()
        chores.noteSynced()
    }

    /// Delivers events and applies corrections. If a sync is pending, only registers new
    /// handlers, so that its data is news to them.
    func tell() throws {
        guard !syncs.isAwaited(at: clock.now) else { return try note() }
        let news = try attempts.make(.telling) {
            try storeBackup()
            return try automations.tell(
                engine.now, rules: rules, unless: isUnwanted, pausingWhen: isMoreUrgent)
        }
        if news?.isEmpty == false { chores.noteChange() }
        if news != nil, automations.isPaused { attempts.putOff(.telling, seconds: 0) }
        for news in news ?? [] { try engine.tell(news) }
    }

    /// Registers new handlers for future events.
    func note() throws {
        _ = try attempts.make(.telling) {
            try storeBackup()
            try automations.note(engine.now)
        }
    }

    private func storeBackup() throws {
        guard let outcome = backup else { return }
        try engine.vault.noteScheduledBackup(
            failure: outcome.failure, checked: outcome.checked, at: outcome.at)
        backup = nil
    }

    /// Ends commands left behind by a killed watcher.
    func endLeftCommands() throws {
        _ = try attempts.make(.sending) { try engine.now.endLeftCommands() }
    }

    /// Starts background work: sending actions, and a backup.
    func startChores(on today: CalendarDay) {
        guard let settings else { return }
        if isSendingDue(at: clock.now), let carrier = automations.carrier(engine.now) {
            for target in chores.inTurn(automations.retries.targetsDue(at: clock.now)) {
                guard !unready.contains(target) else { continue }
                chores.send(to: target, by: carrier)
            }
        }
        if chores.backUp(engine.now, settings.backup, on: today) == .notDue {
            backup = (nil, nil, clock.now)
        }
        if !settings.journals.isEmpty { chores.updateJournals(clock) }
        if let folder = settings.letterFolder {
            chores.writeLetter(to: folder, clock, notifies: settings.notifiesDesktop)
        }
    }

    /// Records that the vault or its configuration may have changed.
    func noteChange() { chores.noteChange() }

    /// Records that writing journals has ended.
    func noteJournalsUpdated() { chores.noteJournalsUpdated() }

    /// Records that writing a letter has ended.
    func noteLetterWritten() { chores.noteLetterWritten() }

    /// - Parameters:
    ///   - failure: why a scheduled backup failed; nil if it succeeded.
    ///   - checked: when the backup was made that was found to be restorable.
    func heard(backupFailure failure: String?, checked: Int64? = nil) throws {
        backup = (failure, checked, clock.now)
        try tell()
    }

    func heard(sentTo target: String, _ result: Result<SendingReport, any Error>) throws {
        try note(sentTo: target, result)
        try tell()
    }

    /// Records that sending to a target ended or was interrupted.
    func note(sentTo target: String, _ result: Result<SendingReport, any Error>) throws {
        chores.noteSent(to: target)
        automations.noteSent(to: target)
        if let report = try attempts.make(.sending, { try result.get() }) {
            let news = automations.news(of: report)
            if !news.isEmpty { try engine.tell(.sent(news)) }
        }
    }

    /// The number of targets being sent to.
    var sending: Int { chores.sending }

    // MARK: When

    /// When something is due, in POSIX seconds; nil while a sync is pending, as its end wakes
    /// the watcher.
    func nextWakeUp(at now: Int64) -> Int64? {
        guard !syncs.isAwaited(at: now) else { return nil }
        return [attempts.next(of: [.telling]), sendingDue].compactMap(\.self).min()
    }

    func isDue(at now: Int64) -> Bool {
        attempts.isDue(.telling) || isSendingDue(at: now)
    }

    /// When the next delivery or action is due.
    private var sendingDue: Int64? {
        guard let retry = automations.retries.first(exceptFor: unready) else { return nil }
        return max(retry, attempts.next(of: [.sending]) ?? retry)
    }

    /// The targets that can't start now.
    private var unready: Set<String> { chores.unready(of: automations.retries.targets) }

    private func isSendingDue(at now: Int64) -> Bool {
        !syncs.isAwaited(at: now) && sendingDue.map { $0 <= now } ?? false
    }
}

/// The user's handlers in a watched vault: they receive events, and their actions are
/// carried out.
final class WatchedAutomations {
    private let keeper = HandlerCache()
    private var toldFailures = ReportedFailures()
    /// The day of the last sync that handlers know, once a later one began. Everything since
    /// then is news.
    private var newsSince: CalendarDay?
    /// Whether the later sync has delivered its data.
    private var isSynced = false
    /// The automation settings; nil before the first read.
    var settings: AutomationSettings? { keeper.settings }
    /// The last known times of the next deliveries and actions.
    private(set) var retries = EventRetries(telling: nil, actions: [:])

    /// Whether delivery paused for something more urgent.
    private(set) var isPaused = false

    /// The number of handlers.
    var count: Int { keeper.automations?.handlers.count ?? 0 }
    /// The number of handlers per file in use.
    var countsOfFiles: [String: Int] {
        Dictionary(
            keeper.automations?.files.map { ($0.name, $0.handlers) } ?? [], uniquingKeysWith: +)
    }
    /// Files whose previous version stays in use, and files that never were valid.
    var heldBack: [RejectedFile] { keeper.heldBack }
    var leftOut: [RejectedFile] { keeper.leftOut }
    /// Files that keep handlers from being read.
    var unreadable: [RejectedFile] { keeper.unreadable }

    /// Reads the handlers and their settings again. Failed handlers are retried at once, as
    /// they may be fixed. Actions run that waited for a webhook or a command to be listed.
    ///
    /// - Returns: whether anything is new.
    func read(_ engine: Engine) throws -> Bool {
        let before = settings?.targets
        guard try keeper.read(engine) else { return false }
        try engine.vault.hastenDeliveries(at: engine.moment.now)
        if let before, let now = settings?.targets {
            for target in now.subtracting(before).sorted() {
                try engine.vault.hastenActions(for: target, at: engine.moment.now)
            }
        }
        toldFailures.forget()
        return true
    }

    /// Registers new handlers for future events.
    func note(_ engine: Engine) throws {
        guard let automations = keeper.automations, let settings else {
            return try engine.recordListeners(keeper.waiting)
        }
        try engine.recordListeners(
            automations.listeners, settings: EventSettings(settings),
            categories: keeper.categories)
    }

    /// Delivers events since the last time, and applies the corrections that handlers request.
    ///
    /// - Parameters:
    ///   - rules: the rules of the watcher's passes.
    ///   - isUnwanted: true leaves the rest for the next time.
    ///   - isMoreUrgent: true leaves the rest for soon.
    /// - Returns: the news to report.
    func tell(
        _ engine: Engine, rules: RulebookCache, unless isUnwanted: () throws -> Bool,
        pausingWhen isMoreUrgent: () throws -> Bool
    ) throws -> [WatchNews] {
        guard let automations = keeper.automations, let settings else {
            try note(engine)
            return []
        }
        try engine.endTimesAhead(EventSettings(settings))
        // One that can't be read now may come back.
        if handlers != nil {
            try engine.vault.endDeliveries(
                except: Dictionary(
                    automations.listeners.map { ($0.handler, [$0.subscription.key]) },
                    uniquingKeysWith: { $0.union($1) }))
        }
        var all: [WatchNews] = []
        // A correction by one handler can be an event for another. What follows from that waits
        // for the next look.
        for _ in 0..<Self.mostRounds {
            var eventSettings = EventSettings(settings)
            eventSettings.newsSince = newsSince
            let recorded = try engine.recordEvents(
                for: automations.listeners, settings: eventSettings,
                categories: keeper.categories)
            if recorded.olderTransactions > 0 {
                all.append(.olderTransactions(recorded.olderTransactions))
            }
            let told = toldFailures.news(
                of: try engine.deliver(
                    to: automations, settings: eventSettings, unless: isUnwanted,
                    pausingWhen: isMoreUrgent))
            if told.delivered > 0 || !told.failures.isEmpty { all.append(.told(told)) }
            guard try !isUnwanted() else { return all }
            isPaused = told.isPaused
            if isPaused { break }
            let made = try engine.makeCorrections(
                settings: eventSettings, cache: rules, handlers: handlers)
            let unmade = news(of: made.report)
            if !unmade.failures.isEmpty { all.append(.sent(unmade)) }
            guard let classified = made.classified else { break }
            if !classified.changes.isEmpty { all.append(.classified(classified, .handlers)) }
        }
        retries = try engine.nextRetries(for: automations.listeners)
        if isSynced, !isPaused { newsSince = nil }
        return all
    }

    private static let mostRounds = 3

    /// The part of a report that is new.
    func news(of report: SendingReport) -> SendingReport { toldFailures.news(of: report) }

    /// Records that a sync begins, whose news reach back to the day of the last one.
    func expectNews(since day: CalendarDay?) {
        if let day { newsSince = min(newsSince ?? day, day) }
        isSynced = false
    }

    /// Records that a sync has delivered its data, which is reported next.
    func noteSynced() { isSynced = true }

    /// Forgets a target's retry after sending. The next delivery finds out what is left.
    func noteSent(to target: String) { retries.actions[target] = nil }

    /// The ids of all handlers; nil if some can't be read.
    private var handlers: Set<String>? {
        guard keeper.leftOut.isEmpty, keeper.unreadable.isEmpty else { return nil }
        return keeper.automations.map { Set($0.handlers.map(\.id)) }
    }

    /// The carrier of actions with the current configuration; nil before the first read.
    func carrier(_ engine: Engine) -> ActionCarrier? {
        settings.map {
            ActionCarrier(
                engine: engine, settings: $0, isListKnown: keeper.isListKnown,
                handlers: handlers,
                environment: ProcessInfo.processInfo.environment)
        }
    }

    /// Sends a target's actions on the calling thread.
    ///
    /// - Parameters:
    ///   - isUnwanted: true also interrupts the current action.
    ///   - isOver: whether to leave the rest for another turn, given the time spent.
    static func send(
        to target: String, by carrier: ActionCarrier, unless isUnwanted: () -> Bool,
        endingWhen isOver: (Duration) -> Bool
    ) throws -> SendingReport {
        try carrier.engine.sendWaiting(
            to: target, settings: EventSettings(carrier.settings),
            unless: { passed in isUnwanted() || isOver(passed) }
        ) { entry in
            carrier.carryOut(entry, unless: isUnwanted)
        }
    }
}

/// A deduplicator of handler failures: each is reported once while it lasts.
struct ReportedFailures {
    private var ofHandlers: Set<DeliveryReport.Failure> = []
    private var ofSending: Set<SendingReport.Failure> = []

    /// The report without known failures. A handler that succeeded may fail again.
    mutating func news(of report: DeliveryReport) -> DeliveryReport {
        ofHandlers = ofHandlers.filter { !report.deliveredTo.contains($0.handler) }
        var news = report
        news.failures = Self.new(report.failures, &ofHandlers)
        return news
    }

    /// The report without known failures. A target that received something may fail again.
    mutating func news(of report: SendingReport) -> SendingReport {
        ofSending = ofSending.filter { !report.sentTo.contains($0.target) }
        var news = report
        news.failures = Self.new(report.failures, &ofSending)
        return news
    }

    /// Forgets all failures, as after an edit of handlers.
    mutating func forget() { self = ReportedFailures() }

    private static func new<Failure: Hashable>(
        _ failures: [Failure], _ told: inout Set<Failure>
    ) -> [Failure] {
        // A handler may give a different reason each time.
        if told.count > mostKept { told = [] }
        return failures.filter { told.insert($0).inserted }
    }

    private static let mostKept = 200
}
