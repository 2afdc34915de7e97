internal import Automation
internal import Configuration
public import Model
internal import Scripting
public import Vault

/// An event as a person looks it up, with what became of it.
public struct ToldEvent: Sendable {
    /// Counts up in the order in which events are told.
    public let number: Int64
    /// What happened, such as `large_transaction`.
    public let kind: String
    /// On which it was noticed.
    public let day: CalendarDay
    /// POSIX seconds.
    public let recordedAt: Int64
    /// What it happened to, in a few words; may hold anything that a bank
    /// writes.
    public let about: String
    /// One for each handler that was told of it, or is to be told again.
    public let handlers: [LoggedStep]
    /// What they asked for.
    public let actions: [LoggedStep]
}

extension Engine {
    /// The events that there were to tell, the newest first.
    ///
    /// - Parameter limit: how many at most.
    public func toldEvents(limit: Int) throws -> [ToldEvent] {
        try vault.eventLog(limit: limit).map { logged in
            let fields = TableJSON.table(in: logged.event.fields)
            return ToldEvent(
                number: logged.event.id, kind: String(logged.subscription.prefix { $0 != " " }),
                day: logged.event.day, recordedAt: logged.recordedAt, about: fields?.about ?? "",
                handlers: logged.deliveries, actions: logged.actions)
        }
    }
}

extension ScriptTable {
    /// What an event is about, by the fields that say most.
    fileprivate var about: String {
        for (part, names) in Self.tellingFields {
            guard case .table(let table)? = fields[part] else { continue }
            let words = names.compactMap { name -> String? in
                guard case .string(let text)? = table.fields[name], !text.isEmpty else {
                    return nil
                }
                return text
            }
            return words.joined(separator: " ")
        }
        return ""
    }

    private static let tellingFields = [
        ("transaction", ["payee", "amount_text"]), ("series", ["name", "amount_text"]),
        ("budget", ["category_name", "spent_text"]), ("account", ["name", "balance_text"]),
        ("bank", ["name"]), ("sync", ["connection", "outcome"]),
        ("month", ["name", "net_text"]), ("week", ["name", "net_text"]),
    ]
}

/// What failed and is neither done nor dismissed.
public struct FailingSteps: Sendable {
    /// What was set aside, and what is to be tried again; the oldest first.
    public let steps: [LoggedStep]
    /// By target, how much that was never tried waits behind what failed.
    public let heldUp: [String: Int]
    private let handlersGone: Set<String>

    init(_ steps: [LoggedStep], heldUp: [String: Int], handlersGone: Set<String>) {
        self.steps = steps
        self.heldUp = heldUp
        self.handlersGone = handlersGone
    }

    /// Whether a step is the turn of a handler that there is not now, so that
    /// trying it again does nothing.
    public func isHandlerGone(_ step: LoggedStep) -> Bool {
        step.kind == .delivery && handlersGone.contains(step.handler)
    }
}

extension Engine {
    /// What failed and is neither done nor dismissed.
    public func failingSteps() throws -> FailingSteps {
        let steps = try vault.failingSteps()
        let turns = Set(steps.filter { $0.kind == .delivery }.map(\.handler))
        return FailingSteps(
            steps, heldUp: try vault.actionsHeldUp(),
            handlersGone: turns.isEmpty ? [] : turns.subtracting(try handlers()))
    }

    /// The ids of all handlers; of a configuration with a mistake none can be
    /// read, and then all of them may be there.
    private func handlers() throws -> Set<String> {
        do {
            return Set(try automations().listeners.map(\.handler))
        } catch is ConfigurationError {
            return Set(try vault.failingSteps().map(\.handler))
        }
    }
}
