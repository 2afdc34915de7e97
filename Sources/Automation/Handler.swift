internal import Scripting

/// A function of the person's that is told of events.
public struct Handler: Hashable, Sendable {
    /// Stays the same while its file is edited: the file, and its name there;
    /// without one the subscription, and its number among equal ones of the
    /// file.
    public let id: String
    /// What its options call it.
    public let name: String?
    public let file: String
    /// The line of its declaration. The first is 1.
    public let line: Int
    public let subscription: EventSubscription
    let function: ScriptFunction
}
