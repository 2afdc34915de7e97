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
}

extension Engine {
    /// Tells handlers of what was recorded, in the order in which it was. That a
    /// handler was told, and what it asked for, is kept in one step: it is told
    /// again where the program is ended before, and never after.
    ///
    /// A handler that fails is told of nothing later until it is tried again, or
    /// was tried often enough; the others go on.
    ///
    /// - Parameter answer: runs a handler; returns what it asks for.
    /// - Throws: `VaultError`, after which this can be called again.
    public func deliver(
        to listeners: [EventListener], settings: EventSettings = EventSettings(),
        answer: (EventListener, Event) throws(FailedDelivery) -> [Action]
    ) throws -> DeliveryReport {
        var queue = try EventQueue(vault: vault, listeners: listeners, now: moment.now)
        var report = DeliveryReport()
        while let (listener, delivery) = queue.first {
            let stored = delivery.event
            let event = Event(
                listener.subscription, subject: stored.subject, day: stored.day,
                fields: try TableJSON.table(in: stored.fields))
            let asked: [OutgoingAction]
            do throws(FailedDelivery) {
                asked = try OutgoingAction.all(answer(listener, event))
            } catch {
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
            try vault.finishDelivery(
                of: stored.id, to: listener.handler, asking: asked, at: moment.now)
            report.delivered += 1
            report.deliveredTo.insert(listener.handler)
            report.actions += asked.count
            try queue.advance(listener)
        }
        return report
    }

    /// When something is to be tried again, in POSIX seconds: the earliest of
    /// what handlers failed at and of what could not be sent; nil for nothing.
    public func nextRetry(for listeners: [EventListener]) throws -> Int64? {
        var times = try listeners.compactMap {
            try vault.nextDeliveryTry(to: $0.handler, of: $0.subscription.key)
        }
        if let action = try vault.nextActionTry() { times.append(action) }
        return times.min()
    }
}
