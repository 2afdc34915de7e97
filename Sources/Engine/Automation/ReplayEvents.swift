public import Automation
public import Model
internal import Vault

/// An event of the past, and what a handler asks for at it.
public struct ReplayedEvent: Sendable {
    public let handler: Handler
    public let day: CalendarDay
    /// A short description, which may contain any text from a bank.
    public let about: String
    public let handling: Handling
}

extension Engine {
    /// The events of some days as handlers would have received them, oldest first. Nothing is
    /// stored, and no action is carried out.
    ///
    /// Transactions, series, syncs, files, weeks and months are looked up in the vault. Of states,
    /// such as a low balance, only those of today are known; changes of classes are not.
    ///
    /// - Parameter days: up to today.
    /// - Complexity: a sandbox for each event and handler.
    public func replay(
        _ days: Range<CalendarDay>, to automations: Automations
    ) throws -> [ReplayedEvent] {
        let handlers = automations.handlers.filter {
            $0.subscription.kind != .classificationChanged
        }
        let length = max(0, days.lowerBound.days(until: moment.today))
        let finder = try finder(
            for: handlers.map { EventListener(handler: $0.id, subscription: $0.subscription) },
            EventSettings(newsDays: length, mostNewsDays: length), nil,
            memory: EventMemory(
                ofNothingSince: days.lowerBound.adding(days: -1),
                keys: handlers.map(\.subscription.key), accounts: vault.accounts().map(\.id)))
        let found = try finder.recording().events.filter { days.contains($0.happenedOn) }
        return found.flatMap { found -> [ReplayedEvent] in
            guard let fields = found.fields.flatMap(TableJSON.table) else { return [] }
            return handlers.filter { $0.subscription.key == found.subscription }.map { handler in
                let event = Event(
                    handler.subscription, subject: found.subject, day: found.happenedOn,
                    fields: fields)
                return ReplayedEvent(
                    handler: handler, day: found.happenedOn, about: fields.about,
                    handling: automations.handle(event, by: handler))
            }
        }
    }
}
