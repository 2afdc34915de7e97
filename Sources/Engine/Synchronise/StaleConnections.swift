internal import Configuration
public import Vault

extension Engine {
    /// Seconds by which the clock may have been set back without a doubt about a sync's age.
    private static let clockTolerance: Int64 = 300

    /// The connections to sync before a person looks: those whose last sync is
    /// older than the configuration wants, and none where a watcher sees to it.
    ///
    /// - Throws: `ConfigurationError` and `VaultError`.
    public func staleConnections() throws -> [Connection] {
        guard try watcher() == nil else { return [] }
        let hours = try configured { try $0.automationSettings() }.watch.startWhenOlderHours
        return try vault.connections().filter { connection in
            guard connection.kind == .simplefin else { return false }
            guard let last = try vault.lastSync(connection: connection.id) else { return true }
            // A sync that lies ahead of the clock was made by another: it is no reason to wait.
            let age = moment.now - last.startedAt
            return age > Int64(hours) * 3600 || age < -Self.clockTolerance
        }
    }
}
