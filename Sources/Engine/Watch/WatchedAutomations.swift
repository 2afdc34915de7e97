internal import Automation
internal import Classification
internal import Configuration
internal import Foundation
internal import Model
internal import Outside
internal import Vault

/// When the person's handlers are read and told what happened, and when what
/// they ask for is done.
final class WatchedHandlers {
    private let automations = WatchedAutomations()
    private let chores: WatchChores
    private let engine: WatchedEngine
    private let attempts: WatchAttempts
    private let syncs: WatchedSyncs
    private let rules: PassKeeper
    private let clock: WatchClock
    private let isUnwanted: () throws -> Bool
    private let isMoreUrgent: () throws -> Bool

    /// - Parameters:
    ///   - syncs: handlers are told after one that is due or under way, since what
    ///     it brings makes a missed payment one that came, and a month's sums
    ///     others.
    ///   - rules: those of the watcher's passes.
    ///   - isUnwanted: whether telling them is to be left for another time.
    ///   - isMoreUrgent: whether the rest of it is to be left until what came is done.
    init(
        _ engine: WatchedEngine, _ attempts: WatchAttempts, _ syncs: WatchedSyncs,
        _ chores: WatchChores, rules: PassKeeper, _ clock: WatchClock,
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

    /// What they may reach, and what is done unasked; nil before it was read.
    var settings: AutomationSettings? { automations.settings }
    /// How many there are.
    var count: Int { automations.count }
    /// How many each file has that is used.
    var countsOfFiles: [String: Int] { automations.countsOfFiles }
    /// Files that go on as they were, and files that were never in order.
    var heldBack: [LeftOutFile] { automations.heldBack }
    var leftOut: [LeftOutFile] { automations.leftOut }
    /// Files without which no handlers can be read.
    var unreadable: [LeftOutFile] { automations.unreadable }

    func read() throws {
        // What is no more allowed is not to be used for what is still to be sent.
        if try automations.read(engine.now) { chores.endTurns() }
    }

    /// A sync of a connection begins.
    func expectNews(of connection: Connection) throws {
        let last =
            try attempts.make(.telling) {
                try engine.vault.lastAnsweredSync(connection: connection.id)?.startedAt
            } ?? nil
        automations.expectNews(since: last.map(clock.zone.earlierDay))
    }

    /// A sync brought what there was, which is told next.
    func noteSynced() { automations.noteSynced() }

    /// Tells them what happened, and does what they say of transactions; where a sync
    /// is waited for, what it brings is news to new ones.
    func tell() throws {
        guard !syncs.isAwaited(at: clock.now) else { return try note() }
        let news = try attempts.make(.telling) {
            try automations.tell(
                engine.now, rules: rules, unless: isUnwanted, pausingWhen: isMoreUrgent)
        }
        if news != nil, automations.isPaused { attempts.putOff(.telling, seconds: 0) }
        for news in news ?? [] { try engine.tell(news) }
    }

    /// Has what comes from now on be news to those that are new.
    func note() throws {
        _ = try attempts.make(.telling) { try automations.note(engine.now) }
    }

    /// Ends what a watcher that was killed left running.
    func endLeftCommands() throws {
        _ = try attempts.make(.sending) { try engine.now.endLeftCommands() }
    }

    /// Begins what takes its time: sending what they asked for, and a backup.
    func startChores(on today: CalendarDay) {
        guard let settings else { return }
        if isSendingDue(at: clock.now), let carrier = automations.carrier(engine.now) {
            for target in chores.inTurn(automations.retries.targetsDue(at: clock.now)) {
                guard !unready.contains(target) else { continue }
                chores.send(to: target, by: carrier)
            }
        }
        chores.backUp(engine.now, settings.backup, on: today)
    }

    func heard(sentTo target: String, _ result: Result<SendingReport, any Error>) throws {
        try note(sentTo: target, result)
        try tell()
    }

    /// What handlers asked for was sent, or broken off.
    func note(sentTo target: String, _ result: Result<SendingReport, any Error>) throws {
        chores.noteSent(to: target)
        automations.noteSent(to: target)
        if let report = try attempts.make(.sending, { try result.get() }) {
            let news = automations.news(of: report)
            if !news.isEmpty { try engine.tell(.sent(news)) }
        }
    }

    /// To how many targets something is sent at this moment.
    var sending: Int { chores.sending }

    // MARK: When

    /// When something is to be told or sent, in POSIX seconds; nil while a sync
    /// is waited for, whose end is no reason to wake before.
    func nextWakeUp(at now: Int64) -> Int64? {
        guard !syncs.isAwaited(at: now) else { return nil }
        return [attempts.next(of: [.telling]), sendingDue].compactMap(\.self).min()
    }

    func isDue(at now: Int64) -> Bool {
        attempts.isDue(.telling) || isSendingDue(at: now)
    }

    /// When something that they are told, or asked for, is tried again.
    private var sendingDue: Int64? {
        guard let retry = automations.retries.first(exceptFor: unready) else { return nil }
        return max(retry, attempts.next(of: [.sending]) ?? retry)
    }

    /// The targets for which nothing is begun now.
    private var unready: Set<String> { chores.unready(of: automations.retries.targets) }

    private func isSendingDue(at now: Int64) -> Bool {
        !syncs.isAwaited(at: now) && sendingDue.map { $0 <= now } ?? false
    }
}

/// The person's handlers while a vault is watched: they are told what happened,
/// and what they ask for is carried out.
final class WatchedAutomations {
    private let keeper = AutomationKeeper()
    private var toldFailures = ToldFailures()
    /// The day of the last sync that is known to handlers, where a later one was
    /// begun: what happened since then is news.
    private var newsSince: CalendarDay?
    /// Whether that sync brought what there was.
    private var isSynced = false
    /// What handlers may reach, and what is done unasked; nil before it was read.
    var settings: AutomationSettings? { keeper.settings }
    /// When something is to be told or sent, as it was known last.
    private(set) var retries = EventRetries(telling: nil, actions: [:])

    /// Whether handlers were not told of everything yet, for something more urgent.
    private(set) var isPaused = false

    /// How many handlers there are.
    var count: Int { keeper.automations?.handlers.count ?? 0 }
    /// How many each file has that is used.
    var countsOfFiles: [String: Int] {
        Dictionary(
            keeper.automations?.files.map { ($0.name, $0.handlers) } ?? [], uniquingKeysWith: +)
    }
    /// Files that go on as they were, and files that were never in order.
    var heldBack: [LeftOutFile] { keeper.heldBack }
    var leftOut: [LeftOutFile] { keeper.leftOut }
    /// Files without which no handlers can be read.
    var unreadable: [LeftOutFile] { keeper.unreadable }

    /// Reads handlers, and what they may reach, anew. Those that failed are told
    /// again at once where they may have been mended, and what waited for a webhook or a
    /// command to be listed again is done.
    ///
    /// - Returns: whether anything of it is new.
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

    /// Has what comes from now on be news to handlers that are new.
    func note(_ engine: Engine) throws {
        guard let automations = keeper.automations, let settings else {
            return try engine.recordListeners(keeper.waiting)
        }
        try engine.recordListeners(
            automations.listeners, settings: EventSettings(settings),
            categories: keeper.categories)
    }

    /// Tells handlers what happened since the last time, and does what they say
    /// of transactions.
    ///
    /// - Parameters:
    ///   - rules: those of the watcher's passes.
    ///   - isUnwanted: yes leaves the rest for the next time.
    ///   - isMoreUrgent: yes leaves the rest for soon.
    /// - Returns: what is worth telling.
    func tell(
        _ engine: Engine, rules: PassKeeper, unless isUnwanted: () throws -> Bool,
        pausingWhen isMoreUrgent: () throws -> Bool
    ) throws -> [WatchNews] {
        guard let automations = keeper.automations, let settings else {
            try note(engine)
            return []
        }
        try engine.endTimesAhead(EventSettings(settings))
        var all: [WatchNews] = []
        // What a handler says of a transaction can be news to another; what comes
        // of that waits for the next look.
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
                settings: eventSettings, keeper: rules, handlers: handlers)
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

    /// What there is to tell of sending.
    func news(of report: SendingReport) -> SendingReport { toldFailures.news(of: report) }

    /// A sync begins: what it brings is news back to the day of the last one.
    func expectNews(since day: CalendarDay?) {
        if let day { newsSince = min(newsSince ?? day, day) }
        isSynced = false
    }

    /// A sync brought what there was, which is told next.
    func noteSynced() { isSynced = true }

    /// What waits for a target was sent as far as possible, and what is left of it is
    /// found out when handlers are told next.
    func noteSent(to target: String) { retries.actions[target] = nil }

    /// Their ids; nil while some can't be read.
    private var handlers: Set<String>? {
        guard keeper.leftOut.isEmpty, keeper.unreadable.isEmpty else { return nil }
        return keeper.automations.map { Set($0.handlers.map(\.id)) }
    }

    /// Carries out what they asked for, as the configuration is now; nil before it was
    /// read.
    func carrier(_ engine: Engine) -> ActionCarrier? {
        settings.map {
            ActionCarrier(
                engine: engine, settings: $0, isListKnown: keeper.isListKnown,
                handlers: handlers,
                environment: ProcessInfo.processInfo.environment)
        }
    }

    /// Sends what is to leave the vault for one target, on the thread that calls this.
    ///
    /// - Parameters:
    ///   - isUnwanted: yes breaks off also what is under way.
    ///   - isOver: whether the rest is left for another turn, after so long a time.
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

/// What failed of handlers and was told, so that each failure is told once while it
/// lasts: the same again and again is nothing that a person wants to read.
struct ToldFailures {
    private var ofHandlers: Set<DeliveryReport.Failure> = []
    private var ofSending: Set<SendingReport.Failure> = []

    /// The report without failures that were told. A handler that was told of
    /// something without failing may fail anew.
    mutating func news(of report: DeliveryReport) -> DeliveryReport {
        ofHandlers = ofHandlers.filter { !report.deliveredTo.contains($0.handler) }
        var news = report
        news.failures = Self.new(report.failures, &ofHandlers)
        return news
    }

    /// The report without failures that were told. A target that something arrived
    /// at may fail anew.
    mutating func news(of report: SendingReport) -> SendingReport {
        ofSending = ofSending.filter { !report.sentTo.contains($0.target) }
        var news = report
        news.failures = Self.new(report.failures, &ofSending)
        return news
    }

    /// Has everything told again, as after handlers were edited.
    mutating func forget() { self = ToldFailures() }

    private static func new<Failure: Hashable>(
        _ failures: [Failure], _ told: inout Set<Failure>
    ) -> [Failure] {
        // A handler may put something else into its reason each time.
        if told.count > mostKept { told = [] }
        return failures.filter { told.insert($0).inserted }
    }

    private static let mostKept = 200
}
