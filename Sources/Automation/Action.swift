public import Model
public import Scripting

/// What a handler asks for. It is done after the handler has ended well, by
/// others, who may refuse.
public enum Action: Hashable, Sendable {
    case notify(Notification)
    /// A message to one of the configured webhooks.
    case webhook(name: String, message: ScriptTable)
    /// One of the configured commands, with arguments behind its own.
    case run(command: String, arguments: [String])
    /// What the person would say of a transaction; tags and notes too.
    case correct(transaction: Int64, Correction)
}

/// What is shown on the desktop. Its texts may come from banks.
public struct Notification: Hashable, Sendable {
    public let title: String
    public let text: String
    public let isUrgent: Bool

    public init(title: String, text: String, isUrgent: Bool = false) {
        self.title = title
        self.text = text
        self.isUrgent = isUrgent
    }
}
