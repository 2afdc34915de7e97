internal import Automation
internal import Configuration
public import Model
internal import Scripting
public import Vault

/// An event in the log, with its deliveries and actions.
public struct ToldEvent: Sendable {
    /// Ascending in delivery order.
    public let number: Int64
    /// The kind, such as `large_transaction`.
    public let kind: String
    /// The day on which it was noticed.
    public let day: CalendarDay
    /// POSIX seconds.
    public let recordedAt: Int64
    /// A short description, which may contain any text from a bank.
    public let about: String
    /// One delivery per handler, done or waiting for a retry.
    public let handlers: [LoggedStep]
    /// The requested actions.
    public let actions: [LoggedStep]
    /// Whether a handler receives such events now.
    public let hasHandler: Bool
}

extension Engine {
    /// The logged events, newest first.
    ///
    /// - Parameter limit: the largest number of events.
    public func toldEvents(limit: Int) throws -> [ToldEvent] {
        let known = try subscriptions()
        return try vault.eventLog(limit: limit).map { logged in
            let fields = TableJSON.table(in: logged.event.fields)
            return ToldEvent(
                number: logged.event.id, kind: String(logged.subscription.prefix { $0 != " " }),
                day: logged.event.day, recordedAt: logged.recordedAt, about: fields?.about ?? "",
                handlers: logged.deliveries, actions: logged.actions,
                hasHandler: known?.contains(logged.subscription) ?? true)
        }
    }

    /// The keys of the subscriptions of all handlers; nil if some can't be read.
    private func subscriptions() throws -> Set<String>? {
        do {
            let automations = try automations()
            return automations.leftOut.isEmpty ? Set(automations.subscriptions.map(\.key)) : nil
        } catch is ConfigurationError {
            return nil
        }
    }
}

extension ScriptTable {
    /// The event's most descriptive fields.
    var about: String {
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
        if case .string(let day)? = fields["due"], case .string(let time)? = fields["at"] {
            return "\(day) \(time)"
        }
        return ""
    }

    private static let tellingFields = [
        ("transaction", ["payee", "amount_text"]), ("series", ["name", "amount_text"]),
        ("budget", ["name", "spent_text"]), ("account", ["name", "balance_text"]),
        ("bank", ["name"]), ("file", ["name", "account"]), ("sync", ["connection", "outcome"]),
        ("month", ["name", "net_text"]), ("week", ["name", "net_text"]),
    ]
}

/// The failures that are neither done nor dismissed.
public struct FailingSteps: Sendable {
    /// Steps that were set aside or wait for a retry, oldest first.
    public let steps: [LoggedStep]
    /// Per target, the number of untried actions behind a failed one.
    public let heldUp: [String: Int]
    private let handlersGone: Set<String>

    init(_ steps: [LoggedStep], heldUp: [String: Int], handlersGone: Set<String>) {
        self.steps = steps
        self.heldUp = heldUp
        self.handlersGone = handlersGone
    }

    /// Whether a step belongs to a handler that no longer exists, so that a retry would do
    /// nothing.
    public func isHandlerGone(_ step: LoggedStep) -> Bool {
        step.kind == .delivery && handlersGone.contains(step.handler)
    }
}

extension Engine {
    /// Returns the failures that are neither done nor dismissed.
    public func failingSteps() throws -> FailingSteps {
        let steps = try vault.failingSteps()
        let turns = Set(steps.filter { $0.kind == .delivery }.map(\.handler))
        return FailingSteps(
            steps, heldUp: try vault.actionsHeldUp(),
            handlersGone: turns.isEmpty ? [] : turns.subtracting(try handlers(orAll: turns)))
    }

    /// The ids of all handlers. If the configuration can't be read, every handler may still
    /// exist.
    ///
    /// - Parameter known: the handlers that are returned then.
    func handlers(orAll known: Set<String>) throws -> Set<String> {
        do {
            return Set(try automations().listeners.map(\.handler))
        } catch is ConfigurationError {
            return known
        }
    }
}
