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
    /// finished by ``finishConnection(as:policy:)`` without a token.
    ///
    /// - Throws: `SimpleFINError` where the bridge refuses; nothing is stored
    ///   then.
    public func connect(
        _ token: SetupToken, as place: ConnectionPlace, policy: NetworkPolicy
    ) throws -> Connection {
        let accessURL = try client(policy).claim(token)
        try SecretFile.claimed(in: vault.folder).store(accessURL)
        return try finishConnection(as: place, policy: policy)
    }

    /// Makes a connection of an access URL that was claimed before, or gives it
    /// to one that exists.
    public func finishConnection(
        as place: ConnectionPlace, policy: NetworkPolicy
    ) throws -> Connection {
        let claimed = SecretFile.claimed(in: vault.folder)
        let accessURL = try claimed.load(connection: place.name ?? "SimpleFIN")
        let connection: Connection
        switch place {
        case .existing(let existing):
            connection = try vault.reopen(
                existing, allowsPlainHTTP: policy.allowsPlainHTTPOnLoopback)
        case .new(let name):
            connection = try vault.addConnection(
                .simplefin, name: name ?? accessURL.host,
                allowsPlainHTTP: policy.allowsPlainHTTPOnLoopback, createdAt: moment.now)
        }
        try claimed.move(to: .of(connection: connection.id, in: vault.folder))
        return connection
    }

    /// The SimpleFIN connections to a bridge. A second token of one bridge is
    /// most often meant to take the place of the first: connected beside it,
    /// every account would be there twice.
    public func connections(toHost host: String) throws -> [Connection] {
        try vault.connections().filter { connection in
            let secret = SecretFile.of(connection: connection.id, in: vault.folder)
            guard connection.kind == .simplefin, secret.exists else { return false }
            return try secret.load(connection: connection.name).host == host
        }
    }

    /// The SimpleFIN connection of a name, without case.
    ///
    /// - Parameter includingRemoved: whether one that was taken away is meant
    ///   too, where none in use has the name.
    public func connection(
        named name: String, includingRemoved: Bool = false
    ) throws -> Connection {
        let known = try vault.allConnections().filter { $0.kind == .simplefin }
        let connections = known.filter { !$0.isRemoved }
        let candidates = connections + (includingRemoved ? known.filter(\.isRemoved) : [])
        guard
            let connection = candidates.first(where: { $0.name.lowercased() == name.lowercased() })
        else {
            throw EngineError.noSuchConnection(name, known: connections.map(\.name))
        }
        return connection
    }
}

/// What becomes of a claimed access URL.
public enum ConnectionPlace: Sendable {
    /// A connection of its own; without a name it is called by its host.
    case new(name: String?)
    /// It takes the place of a connection's old one; all history stays.
    case existing(Connection)

    fileprivate var name: String? {
        switch self {
        case .new(let name): name
        case .existing(let connection): connection.name
        }
    }
}
