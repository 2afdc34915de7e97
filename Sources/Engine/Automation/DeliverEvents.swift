public import Automation
internal import Vault

/// Why a handler could not be told of an event.
public struct FailedDelivery: Error, Hashable, Sendable {
    /// In words that hold nothing of the event.
    public let reason: String
    /// In words that may quote the event: kept in the vault, and told nowhere
    /// else.
    public let words: String

    /// - Parameter words: nil for no more than the reason.
    public init(reason: String, words: String? = nil) {
        self.reason = reason
        self.words = words ?? reason
    }
}

/// What came of telling handlers of events.
public struct DeliveryReport: Hashable, Sendable {
    /// A handler that failed.
    public struct Failure: Hashable, Sendable {
        public let handler: String
        public let reason: String
        /// Whether it is not tried any more.
        public let isSetAside: Bool
    }

    /// How many times a handler was told of an event.
    public internal(set) var delivered = 0
    /// Those that were told without failing.
    var deliveredTo: Set<String> = []
    /// How many actions were asked for; they are in the outbox.
    public internal(set) var actions = 0
    public internal(set) var failures: [Failure] = []
    /// Whether it was left off for something more urgent, with more to tell.
    var isPaused = false
}

extension Engine {
    /// Tells handlers of what was recorded, in the order in which it was. That
    /// handlers were told, and what they asked for, is kept in one step for some at a
    /// time: they are told again where the program is ended before, and never after.
    ///
    /// A handler that fails is told of nothing later until it is tried again, or
    /// was tried often enough; the others go on.
    ///
    /// - Parameters:
    ///   - isUnwanted: asked before each event; yes leaves the rest for the next time.
    ///   - isMoreUrgent: asked now and then; yes leaves the rest for soon.
    ///   - answer: runs a handler; returns what it asks for.
    /// - Throws: `VaultError`, after which this can be called again.
    public func deliver(
        to listeners: [EventListener], settings: EventSettings = EventSettings(),
        unless isUnwanted: () throws -> Bool = { false },
        pausingWhen isMoreUrgent: () throws -> Bool = { false },
        answer: (EventListener, Event) throws(FailedDelivery) -> [Action]
    ) throws -> DeliveryReport {
        var queue = try EventQueue(vault: vault, listeners: listeners, now: moment.now)
        var report = DeliveryReport()
        var batch = DeliveryBatch(vault: vault)
        while let (listener, delivery) = queue.first, try !isUnwanted() {
            let stored = delivery.event
            let asked: [OutgoingAction]
            do throws(FailedDelivery) {
                guard let fields = TableJSON.table(in: stored.fields) else {
                    throw FailedDelivery(reason: "the event is damaged")
                }
                let event = Event(
                    listener.subscription, subject: stored.subject, day: stored.day,
                    fields: fields)
                asked = try OutgoingAction.all(answer(listener, event))
            } catch {
                try batch.store(at: moment.now)
                let nextTry = settings.nextTelling(after: delivery.attempts + 1, at: moment.now)
                try vault.failDelivery(
                    of: stored.id, to: listener.handler, reason: error.words, nextTry: nextTry)
                report.failures.append(
                    DeliveryReport.Failure(
                        handler: listener.handler, reason: error.reason,
                        isSetAside: nextTry == nil))
                try queue.advance(listener)
                continue
            }
            batch.add(
                FinishedDelivery(event: stored.id, handler: listener.handler, actions: asked))
            report.delivered += 1
            report.deliveredTo.insert(listener.handler)
            report.actions += asked.count
            try queue.advance(listener, after: stored.id)
            guard batch.isFull else { continue }
            try batch.store(at: moment.now)
            if queue.first != nil, try isMoreUrgent() {
                report.isPaused = true
                break
            }
        }
        try batch.store(at: moment.now)
        return report
    }

    /// When something is to be told or sent, perhaps again.
    public func nextRetries(for listeners: [EventListener]) throws -> EventRetries {
        let tellings = try listeners.compactMap {
            try vault.nextDeliveryTry(to: $0.handler, of: $0.subscription.key)
        }
        return EventRetries(telling: tellings.min(), actions: try vault.nextActionTries())
    }
}

/// When something is to be told or sent, in POSIX seconds.
public struct EventRetries: Hashable, Sendable {
    /// The earliest of what handlers failed at; nil for nothing.
    public let telling: Int64?
    /// The earliest of what handlers asked for, by its target.
    public internal(set) var actions: [String: Int64]

    /// The earliest of all; nil for nothing.
    ///
    /// - Parameter targets: those that are left out.
    public func first(exceptFor targets: Set<String> = []) -> Int64? {
        let sending = actions.filter { !targets.contains($0.key) }.values.min()
        return [telling, sending].compactMap(\.self).min()
    }

    /// Those to which something is to be sent; changes of transactions are made
    /// otherwise.
    var targets: Set<String> { Set(actions.keys).subtracting([Action.corrections]) }

    /// Those to which something is to be sent by now, what waits longest first.
    func targetsDue(at instant: Int64) -> [String] {
        targets.filter { actions[$0].map { $0 <= instant } ?? false }
            .sorted { (actions[$0] ?? 0, $0) < (actions[$1] ?? 0, $1) }
    }
}

extension Automations {
    /// The handlers as the queue of events knows them.
    public var listeners: [EventListener] {
        handlers.map { EventListener(handler: $0.id, subscription: $0.subscription) }
    }
}

extension Engine {
    /// Tells the person's handlers of what was recorded for them; as
    /// ``deliver(to:settings:unless:pausingWhen:answer:)``.
    public func deliver(
        to automations: Automations, settings: EventSettings = EventSettings(),
        unless isUnwanted: () throws -> Bool = { false },
        pausingWhen isMoreUrgent: () throws -> Bool = { false }
    ) throws -> DeliveryReport {
        try deliver(
            to: automations.listeners, settings: settings, unless: isUnwanted,
            pausingWhen: isMoreUrgent
        ) {
            (listener, event) throws(FailedDelivery) in
            guard let handler = automations.handler(listener.handler) else {
                throw FailedDelivery(reason: "the handler is not there any more")
            }
            do throws(HandlerFailure) {
                return try automations.actions(of: handler, for: event)
            } catch {
                throw FailedDelivery(reason: error.reason, words: error.words)
            }
        }
    }
}

/// A handler as the queue of events knows it.
public struct EventListener: Hashable, Sendable {
    /// Stays the same while the handler's file is edited: `Handler.id`.
    public let handler: String
    public let subscription: EventSubscription

    public init(handler: String, subscription: EventSubscription) {
        self.handler = handler
        self.subscription = subscription
    }
}

/// For each handler the event that it is to be told of next.
struct EventQueue {
    private let vault: Vault
    private let now: Int64
    private var heads: [(listener: EventListener, delivery: WaitingDelivery)] = []

    /// - Parameter now: POSIX seconds.
    init(vault: Vault, listeners: [EventListener], now: Int64) throws {
        self.vault = vault
        self.now = now
        for listener in listeners { try add(listener, after: 0) }
    }

    /// The earliest event of all; of several handlers the one that stands first.
    var first: (listener: EventListener, delivery: WaitingDelivery)? {
        heads.min { $0.delivery.event.id < $1.delivery.event.id }
    }

    /// Goes on to the handler's next event.
    ///
    /// - Parameter event: the last one that it was told of, where that is not kept yet;
    ///   0 for none.
    mutating func advance(_ listener: EventListener, after event: Int64 = 0) throws {
        heads.removeAll { $0.listener == listener }
        try add(listener, after: event)
    }

    private mutating func add(_ listener: EventListener, after event: Int64) throws {
        let next = try vault.nextDelivery(
            to: listener.handler, of: listener.subscription.key, after: event, at: now)
        if let next { heads.append((listener, next)) }
    }
}

/// What handlers were told and is not kept yet: each writing waits for the disk, so some
/// is kept at once.
struct DeliveryBatch {
    private let vault: Vault
    private var deliveries: [FinishedDelivery] = []
    private var begin = ContinuousClock.now

    init(vault: Vault) {
        self.vault = vault
    }

    /// Whether it is time to keep it: nobody shall wait long for what else is to be
    /// done.
    var isFull: Bool {
        deliveries.count >= Self.most || ContinuousClock.now - begin >= Self.longest
    }

    mutating func add(_ delivery: FinishedDelivery) {
        if deliveries.isEmpty { begin = .now }
        deliveries.append(delivery)
    }

    /// - Parameter instant: POSIX seconds.
    mutating func store(at instant: Int64) throws(VaultError) {
        guard !deliveries.isEmpty else { return }
        try vault.finish(deliveries, at: instant)
        deliveries = []
    }

    private static let most = 200
    private static let longest = Duration.milliseconds(250)
}
