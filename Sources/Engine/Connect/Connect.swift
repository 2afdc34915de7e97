public import SimpleFIN
public import Vault

extension Engine {
    /// Whether an access URL was claimed earlier and never became a
    /// connection, because something failed in between.
    public var hasUnfinishedConnection: Bool {
        SecretFile.claimed(in: vault.folder).exists
    }

    /// Claims a setup token and keeps what it gives as a connection.
    ///
    /// A token can be claimed once. So its access URL is on the disk before
    /// anything else is done, and a connection that failed after that point is
    /// finished by ``finishConnection(name:policy:)`` without a token.
    ///
    /// - Throws: `SimpleFINError` where the bridge refuses; nothing is stored
    ///   then.
    public func connect(
        _ token: SetupToken, name: String?, policy: NetworkPolicy
    ) throws -> Connection {
        let accessURL = try client(policy).claim(token)
        try SecretFile.claimed(in: vault.folder).store(accessURL)
        return try finishConnection(name: name, policy: policy)
    }

    /// Makes a connection of an access URL that was claimed before.
    public func finishConnection(name: String?, policy: NetworkPolicy) throws -> Connection {
        let claimed = SecretFile.claimed(in: vault.folder)
        let accessURL = try claimed.load(connection: name ?? "SimpleFIN")
        let connection = try vault.addConnection(
            .simplefin, name: name ?? accessURL.host,
            allowsPlainHTTP: policy.allowsPlainHTTPOnLoopback, createdAt: moment.now)
        try claimed.move(to: .of(connection: connection.id, in: vault.folder))
        return connection
    }
}
