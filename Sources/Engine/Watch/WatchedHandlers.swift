internal import Classification
internal import Configuration
internal import Model
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
