public import Automation

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
