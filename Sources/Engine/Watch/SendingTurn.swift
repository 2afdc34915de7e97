internal import Synchronization

/// One target's turn at being sent to: of what waits for it, as much as is sent before
/// its time is over or the configuration is another.
final class SendingTurn: Sendable {
    /// Others may wait for it, and what was sent is told after it.
    private static let longest = Duration.seconds(10)

    private let isEnded = Mutex(false)

    func end() { isEnded.withLock { $0 = true } }

    /// - Parameter passed: since it began.
    func isOver(after passed: Duration) -> Bool {
        passed >= Self.longest || isEnded.withLock { $0 }
    }
}
