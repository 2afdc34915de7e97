internal import Configuration
public import Vault

extension Engine {
    /// The connections to sync before a person looks: those whose last sync is
    /// older than the configuration wants, and none where a watcher sees to it.
    ///
    /// - Throws: `ConfigurationError` and `VaultError`.
    public func staleConnections() throws -> [Connection] {
        guard try watcher() == nil else { return [] }
        let hours = try configuration().automationSettings().watch.startWhenOlderHours
        return try vault.connections().filter { connection in
            guard connection.kind == .simplefin else { return false }
            guard let last = try vault.lastSync(connection: connection.id) else { return true }
            return elapsed(since: last.startedAt) > Int64(hours) * 3600
        }
    }
}
