internal import Automation
internal import Classification
internal import Configuration
internal import Foundation
internal import Model
internal import Outside
internal import Vault

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
