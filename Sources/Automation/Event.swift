public import Model
public import Scripting

/// Something that happened, as a handler is told of it.
public struct Event: Hashable, Sendable {
    public let subscription: EventSubscription
    /// What it happened to, such as `transaction 17`. Of one subscription and
    /// one subject there is one event.
    public let subject: String
    /// The day on which it was noticed.
    public let day: CalendarDay
    /// What the handler reads beside `kind` and `day`: texts, numbers, booleans
    /// and tables of them.
    public let fields: ScriptTable

    public init(
        _ subscription: EventSubscription, subject: String, day: CalendarDay, fields: ScriptTable
    ) {
        self.subscription = subscription
        self.subject = subject
        self.day = day
        self.fields = fields
    }
}
