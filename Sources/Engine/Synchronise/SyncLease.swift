internal import Foundation
internal import Vault

/// The right to sync a vault, which one process has at a time.
enum SyncLease {
    /// Does something while holding the lease.
    ///
    /// - Parameters:
    ///   - patience: seconds to wait for another process, 0 and more.
    ///   - stop: ends the wait.
    ///   - waiting: told once who is waited for, where somebody is.
    /// - Throws: ``EngineError/syncUnderWay(_:)`` where the other one was not
    ///   done in time.
    static func hold<Value>(
        of folder: VaultFolder, patience: Double, stop: RequestStop?,
        waiting: (LockHolder) -> Void, _ body: () throws -> Value
    ) throws -> Value {
        let lock = try ProcessLock(path: folder.syncLockPath)
        try take(lock, patience: patience, stop, waiting: waiting)
        defer { lock.clear() }
        lock.sign()
        return try body()
    }

    private static let secondsBetweenTries = 0.1

    private static func take(
        _ lock: borrowing ProcessLock, patience: Double, _ stop: RequestStop?,
        waiting: (LockHolder) -> Void
    ) throws {
        guard !lock.take() else { return }
        waiting(lock.holder)
        let end = ContinuousClock.now.advanced(by: .seconds(patience))
        // Once more in any case: a process that is about to end holds it for a moment.
        repeat {
            Thread.sleep(forTimeInterval: secondsBetweenTries)
            if lock.take() { return }
        } while ContinuousClock.now < end && stop?.isStopped != true
        throw EngineError.syncUnderWay(lock.holder)
    }
}
