public import Automation
internal import Scripting
internal import Vault

/// Why delivering an event to a handler failed.
public struct FailedDelivery: Error, Hashable, Sendable {
    /// The cause, without data from the event.
    public let reason: String
    /// The cause, which may quote the event. Kept in the vault and shown nowhere else.
    public let words: String

    /// - Parameter words: nil if the reason is all there is.
    public init(reason: String, words: String? = nil) {
        self.reason = reason
        self.words = words ?? reason
    }
}

/// The outcome of delivering events to handlers.
public struct DeliveryReport: Hashable, Sendable {
    /// A handler that failed.
    public struct Failure: Hashable, Sendable {
        public let handler: String
        public let reason: String
        /// The cause, which may quote the event: for a person who looks, and no log.
        public let words: String
        /// Whether the event is set aside and not retried.
        public let isSetAside: Bool

        /// Words may differ for each event; the failure is the same.
        public static func == (one: Failure, other: Failure) -> Bool {
            one.handler == other.handler && one.reason == other.reason
                && one.isSetAside == other.isSetAside
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(handler)
            hasher.combine(reason)
            hasher.combine(isSetAside)
        }
    }

    /// The number of deliveries, one per event and handler.
    public internal(set) var delivered = 0
    /// The handlers that ran without failing.
    var deliveredTo: Set<String> = []
    /// The number of requested actions, which are in the outbox.
    public internal(set) var actions = 0
    public internal(set) var failures: [Failure] = []
    /// Whether delivery paused for something more urgent, with events left.
    var isPaused = false
}

extension Engine {
    /// Delivers the recorded events to handlers, in order. Deliveries and their actions are
    /// stored together in batches. If the program ends before a batch is stored, its events are
    /// delivered again; afterwards never.
    ///
    /// A handler that fails receives no later event until its retry or its last attempt. The
    /// others continue.
    ///
    /// - Parameters:
    ///   - isUnwanted: checked before each event; true leaves the rest for the next time.
    ///   - isMoreUrgent: checked now and then; true leaves the rest for soon.
    ///   - answer: runs a handler, given its state, and returns the requested actions.
    /// - Throws: `VaultError`. The call can be repeated.
    public func deliver(
        to listeners: [EventListener], settings: EventSettings = EventSettings(),
        unless isUnwanted: () throws -> Bool = { false },
        pausingWhen isMoreUrgent: () throws -> Bool = { false },
        answer: (EventListener, Event, HandlerState) throws(FailedDelivery) -> HandlerAnswer
    ) throws -> DeliveryReport {
        var queue = try EventQueue(vault: vault, listeners: listeners, now: moment.now)
        var report = DeliveryReport()
        var batch = DeliveryBatch(vault: vault)
        var states = try HandlerStates(vault)
        while let (listener, delivery) = queue.first, try !isUnwanted() {
            let stored = delivery.event
            let answered: HandlerAnswer
            let asked: [OutgoingAction]
            let state = states[listener.handler]
            do throws(FailedDelivery) {
                guard let fields = TableJSON.table(in: stored.fields) else {
                    throw FailedDelivery(reason: "the event is damaged")
                }
                let event = Event(
                    listener.subscription, subject: stored.subject, day: stored.day,
                    fields: fields)
                answered = try answer(listener, event, state)
                asked = try OutgoingAction.all(answered.actions)
            } catch {
                try batch.store(at: moment.now)
                let nextTry = settings.nextTelling(after: delivery.attempts + 1, at: moment.now)
                try vault.failDelivery(
                    of: stored.id, to: listener.handler, reason: error.words, nextTry: nextTry)
                report.failures.append(
                    DeliveryReport.Failure(
                        handler: listener.handler, reason: error.reason, words: error.words,
                        isSetAside: nextTry == nil))
                try queue.advance(listener)
                continue
            }
            batch.add(
                FinishedDelivery(
                    event: stored.id, handler: listener.handler, actions: asked,
                    state: try states.text(ifSetTo: answered.state, of: listener.handler)))
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

    /// The times of the next deliveries and actions, including retries.
    public func nextRetries(for listeners: [EventListener]) throws -> EventRetries {
        let tellings = try listeners.compactMap {
            try vault.nextDeliveryTry(to: $0.handler, of: $0.subscription.key)
        }
        return EventRetries(
            telling: (tellings + [listeners.nextTime(moment)].compactMap(\.self)).min(),
            actions: try vault.nextActionTries())
    }
}

/// The times of the next deliveries and actions, in POSIX seconds.
public struct EventRetries: Hashable, Sendable {
    /// The earliest retry of a failed delivery, or the next time of an `every`; nil if there is
    /// none.
    public let telling: Int64?
    /// The earliest action per target.
    public internal(set) var actions: [String: Int64]

    /// The earliest time of all; nil if there is none.
    ///
    /// - Parameter targets: the targets to leave out.
    public func first(exceptFor targets: Set<String> = []) -> Int64? {
        let sending = actions.filter { !targets.contains($0.key) }.values.min()
        return [telling, sending].compactMap(\.self).min()
    }

    /// The targets to send to. Corrections are not sent.
    var targets: Set<String> { Set(actions.keys).subtracting([Action.corrections]) }

    /// The targets that are due, the longest wait first.
    func targetsDue(at instant: Int64) -> [String] {
        targets.filter { actions[$0].map { $0 <= instant } ?? false }
            .sorted { (actions[$0] ?? 0, $0) < (actions[$1] ?? 0, $1) }
    }
}

/// What a handler asks for at an event.
public struct HandlerAnswer: Sendable {
    public let actions: [Action]
    /// Its state afterwards; nil if that is as it was.
    public let state: HandlerState?

    public init(_ actions: [Action] = [], state: HandlerState? = nil) {
        self.actions = actions
        self.state = state
    }
}

/// The states of handlers, with those of deliveries that are not stored yet.
private struct HandlerStates {
    private var states: [String: HandlerState]

    init(_ vault: Vault) throws {
        states = try vault.handlerStates().mapValues(HandlerState.init(stored:))
    }

    subscript(handler: String) -> HandlerState { states[handler] ?? .empty }

    /// The new state as JSON; nil if it is as it was.
    mutating func text(
        ifSetTo state: HandlerState?, of handler: String
    ) throws -> String? {
        guard let state, state != self[handler] else { return nil }
        states[handler] = state
        return try TableJSON.text(of: state.table)
    }
}

extension HandlerState {
    /// - Parameter text: JSON; a damaged state is empty, so that it doesn't hold up events.
    init(stored text: String) { self.init(TableJSON.table(in: text) ?? ScriptTable()) }
}

extension Automations {
    /// The handlers as listeners of the event queue.
    public var listeners: [EventListener] {
        handlers.map { EventListener(handler: $0.id, subscription: $0.subscription) }
    }
}

extension Engine {
    /// Delivers the recorded events to the user's handlers, as
    /// ``deliver(to:settings:unless:pausingWhen:answer:)`` does.
    public func deliver(
        to automations: Automations, settings: EventSettings = EventSettings(),
        unless isUnwanted: () throws -> Bool = { false },
        pausingWhen isMoreUrgent: () throws -> Bool = { false }
    ) throws -> DeliveryReport {
        let queries = VaultQueries(self, categories: automations.names.categories)
        return try deliver(
            to: automations.listeners, settings: settings, unless: isUnwanted,
            pausingWhen: isMoreUrgent
        ) {
            (listener, event, state) throws(FailedDelivery) in
            guard let handler = automations.handler(listener.handler) else {
                throw FailedDelivery(reason: "the handler no longer exists")
            }
            do {
                try queries.followOthers()
            } catch {
                throw FailedDelivery(reason: "the vault can't be read now")
            }
            do throws(HandlerFailure) {
                let handling = automations.handle(
                    event, by: handler, state: state, asking: queries)
                return HandlerAnswer(try handling.outcome.get().actions, state: handling.state)
            } catch {
                throw FailedDelivery(reason: error.reason, words: error.words)
            }
        }
    }
}

/// A handler in the event queue.
public struct EventListener: Hashable, Sendable {
    /// `Handler.id`, which is stable while the handler's file is edited.
    public let handler: String
    public let subscription: EventSubscription

    public init(handler: String, subscription: EventSubscription) {
        self.handler = handler
        self.subscription = subscription
    }
}

/// A queue with the next event of each handler.
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

    /// The earliest event of all; for several handlers, the first handler.
    var first: (listener: EventListener, delivery: WaitingDelivery)? {
        heads.min { $0.delivery.event.id < $1.delivery.event.id }
    }

    /// Moves on to the handler's next event.
    ///
    /// - Parameter event: the id of the last delivered event if it is not stored yet; 0 for
    ///   none.
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

/// A batch of deliveries that are not stored yet. Each write waits for the disk, so several
/// are stored at once.
struct DeliveryBatch {
    private let vault: Vault
    private var deliveries: [FinishedDelivery] = []
    private var begin = ContinuousClock.now

    init(vault: Vault) {
        self.vault = vault
    }

    /// Whether to store the batch now, so that other work does not wait long.
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
