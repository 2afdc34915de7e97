internal import Vault

extension Engine {
    /// Does something after which this process classifies itself, and tells what
    /// changed; whoever watches the vault waits for its end.
    ///
    /// Processes that do so don't wait for each other.
    public func whileWatchersWait<Value>(_ body: () throws -> Value) throws -> Value {
        // A watcher that does not wait classifies first, which harms nothing.
        guard let lock = ProcessLock(sharing: vault.folder.decidingLockPath) else {
            return try body()
        }
        defer { lock.release() }
        return try body()
    }

    /// Whether some process decides something now, or has not classified yet what
    /// it decided.
    func isSomebodyDeciding() throws -> Bool {
        try ProcessLock.holder(path: vault.folder.decidingLockPath) != nil
    }
}
