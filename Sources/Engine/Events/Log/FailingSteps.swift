internal import Automation
internal import Configuration
public import Vault

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
