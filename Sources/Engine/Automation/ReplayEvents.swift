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
    /// such as a low balance, only those of today are known; changes of classes are not. A
    /// handler that exceeds a limit gets no further event. Its state begins empty, and the stored
    /// one stays; its queries are answered as of each event's day.
    ///
    /// - Parameter days: up to today; without a beginning, from the oldest transaction on.
    /// - Complexity: a sandbox for each event and handler.
    public func replay(
        _ days: Range<CalendarDay>, to automations: Automations
    ) throws -> [ReplayedEvent] {
        let handlers = automations.handlers.filter {
            $0.subscription.kind != .classificationChanged
        }
        let first = max(days.lowerBound, try vault.oldestDay() ?? moment.today)
        let length = max(0, first.days(until: moment.today))
        let finder = try finder(
            for: handlers.map { EventListener(handler: $0.id, subscription: $0.subscription) },
            EventSettings(newsDays: length, mostNewsDays: length), nil,
            memory: EventMemory(
                endingBefore: first, keys: handlers.map(\.subscription.key),
                accounts: vault.accounts().map(\.id)))
        let found = try finder.recording().events.filter { days.contains($0.happenedOn) }
        var replayed: [ReplayedEvent] = []
        var stopped: Set<String> = []
        // As the handlers would have begun, and apart from what they keep.
        var states: [String: HandlerState] = [:]
        let queries = VaultQueries(self, categories: automations.names.categories)
        for found in found {
            guard let fields = found.fields.flatMap(TableJSON.table) else { continue }
            for handler in handlers
            where handler.subscription.key == found.subscription && !stopped.contains(handler.id) {
                let event = Event(
                    handler.subscription, subject: found.subject, day: found.happenedOn,
                    fields: fields)
                let handling = automations.handle(
                    event, by: handler, state: states[handler.id] ?? .empty, asking: queries)
                states[handler.id] = handling.state
                if case .failure(let failure) = handling.outcome, failure.kind == .limit {
                    stopped.insert(handler.id)
                }
                replayed.append(
                    ReplayedEvent(
                        handler: handler, day: found.happenedOn, about: fields.about,
                        handling: handling))
            }
        }
        return replayed
    }
}
