public import Foundation

extension Process {
    /// Starts the process while no other one is being started.
    ///
    /// Foundation notices the end of a process by a socket that closes. Of two that start
    /// at once, one can inherit the other's socket, and then holds it open until its own end.
    public func start() throws {
        try Self.turn.withLock { try run() }
    }

    private static let turn = NSLock()

    /// Waits for the end, which must come within ten minutes.
    ///
    /// - Parameter name: names the process where it has to be killed.
    public func end(of name: String) async throws {
        do {
            try await Patience.wait(for: name) { !isRunning }
        } catch is WaitedInVain {
            // The process leads a group, and what it started would go on.
            kill(-processIdentifier, SIGKILL)
            throw NeverEnded(name: name)
        }
    }
}

/// A process was killed, since it went on and on.
public struct NeverEnded: Error, CustomStringConvertible {
    let name: String
    public var description: String { "It did not end: \(name)" }
}
