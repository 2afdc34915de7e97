public import Automation

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
