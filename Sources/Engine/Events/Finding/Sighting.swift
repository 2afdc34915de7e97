internal import Automation
internal import Model

/// Something that happened, before it is known whether it was told already.
struct Sighting {
    let subscription: EventSubscription
    let subject: String
    let happenedOn: CalendarDay
    /// The vault's number of the transaction that it is about.
    var transaction: Int64?
    /// What is told, given transactions by their numbers; nil where one that is
    /// needed is gone.
    let content: ([Int64: EventTransaction]) -> EventContent?
    /// Whether it was there before anybody wanted to know, so that nobody is
    /// told.
    var isKnown = false
    /// The handlers that were told of it before, so that it is known to all.
    var toldBefore: [String] = []
}

extension Sighting {
    /// - Parameter content: what is told, given the transaction.
    init(
        of transaction: Int64, on day: CalendarDay, for subscription: EventSubscription,
        as subject: String? = nil,
        _ content: @escaping (EventTransaction) -> EventContent = EventContent.transaction
    ) {
        self.init(
            subscription: subscription, subject: subject ?? "transaction \(transaction)",
            happenedOn: day, transaction: transaction
        ) { $0[transaction].map(content) }
    }

    /// Something that is told without transactions.
    init(
        _ subject: String, on day: CalendarDay, for subscription: EventSubscription,
        _ content: EventContent
    ) {
        self.init(subscription: subscription, subject: subject, happenedOn: day) { _ in content }
    }
}

extension Sighting {
    /// The subject of a condition that began to hold for so many times.
    static func subject(ofCondition subject: String, time times: Int) -> String {
        "\(subject) time \(times)"
    }
}

/// Something that holds now for one subscription, such as a low balance.
struct HoldingCondition {
    let subject: String
    let content: EventContent
}
