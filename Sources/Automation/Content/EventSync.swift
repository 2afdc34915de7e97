/// A sync as an event tells of it.
public struct EventSync: EventPart {
    public enum Outcome: String, CaseIterable, Sendable {
        case complete, partial, failed
    }

    public var connection: String
    public var outcome: Outcome
    public var newTransactions: Int
    /// Why it failed, wholly or in part; empty where it did not.
    public var message: String

    public init(connection: String, outcome: Outcome, newTransactions: Int, message: String = "") {
        self.connection = connection
        self.outcome = outcome
        self.newTransactions = newTransactions
        self.message = message
    }

    static let name = "sync"

    static var fields: [EventPartField<EventSync>] {
        [
            .text("connection", "The connection's name.") { $0.connection },
            .text("outcome", "`\"complete\"`, `\"partial\"` or `\"failed\"`.") {
                $0.outcome.rawValue
            },
            .wholeNumber("new_transactions", "How many transactions it brought.") {
                Int64($0.newTransactions)
            },
            .text("message", "What went wrong, or `\"\"`.") { $0.message },
        ]
    }
}

/// A bank that a connection can't read any more until the person helps.
public struct EventBank: EventPart {
    public var bankName: String
    public var connection: String
    /// The bridge's own words.
    public var message: String

    public init(name: String, connection: String, message: String) {
        bankName = name
        self.connection = connection
        self.message = message
    }

    static let name = "bank"

    static var fields: [EventPartField<EventBank>] {
        [
            .text("name", "The bank's name.") { $0.bankName },
            .text("connection", "The name of the connection that it is read over.") {
                $0.connection
            },
            .text("message", "What the connection says is wrong.") { $0.message },
        ]
    }
}
