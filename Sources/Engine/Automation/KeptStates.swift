public import Automation
internal import Vault

/// What a handler keeps between events.
public struct KeptState: Sendable {
    /// The handler's id.
    public let handler: String
    public let state: HandlerState
    /// The state as JSON.
    public let json: String
    /// Whether the handler exists now.
    public let hasHandler: Bool
}

extension Engine {
    /// The states that handlers keep, by the handlers' ids; without empty ones.
    public func keptStates() throws -> [KeptState] {
        let stored = try vault.handlerStates()
        guard !stored.isEmpty else { return [] }
        let handlers = try handlers(orAll: Set(stored.keys))
        return stored.sorted { $0.key < $1.key }.map { handler, json in
            KeptState(
                handler: handler, state: HandlerState(stored: json), json: json,
                hasHandler: handlers.contains(handler))
        }.filter { !$0.state.isEmpty }
    }
}
