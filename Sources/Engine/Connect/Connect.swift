public import SimpleFIN
public import Vault

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension Engine {
    /// Whether an access URL was claimed earlier and never became a
    /// connection, because something failed in between.
    public var hasUnfinishedConnection: Bool {
        get throws(EngineError) { try SecretFile.claimed(in: vault.folder).holdsURL }
    }

    /// Claims a setup token and keeps what it gives as a connection.
    ///
    /// A token can be claimed once. So the room for its access URL is on the
    /// disk before it is claimed, and the URL before anything else is done. A
    /// connection that failed after that point is finished by
    /// ``finishConnection(as:policy:)`` without a token.
    ///
    /// - Throws: `SimpleFINError` where the bridge refuses; nothing is stored
    ///   then. ``EngineError/claimCutOff`` where it refuses a token after a
    ///   command was ended between a claim and its answer.
    ///   ``EngineError/accessURLLost(path:reason:)`` where the URL could not be
    ///   written, although there was room for it.
    public func connect(
        _ token: SetupToken, as place: ConnectionPlace, policy: NetworkPolicy
    ) throws -> Connection {
        let claimed = SecretFile.claimed(in: vault.folder)
        let wasCutOff = claimed.exists
        let reserved = try ReservedSecret(claimed)
        let accessURL: AccessURL
        do {
            accessURL = try client(policy).claim(token)
        } catch {
            // Where the request may have arrived the token may be spent. The file
            // then tells the next claim that it was not somebody else's.
            if !error.mayHaveArrived { try claimed.remove() }
            throw wasCutOff && error == .claimRefused ? EngineError.claimCutOff : error
        }
        try keep(accessURL, in: reserved)
        return try finishConnection(as: place, policy: policy)
    }

    /// The token is spent, so what fails for a moment is tried again.
    private func keep(
        _ accessURL: AccessURL, in reserved: borrowing ReservedSecret
    ) throws(EngineError) {
        for triesLeft in (0..<5).reversed() {
            do {
                return try reserved.fill(with: accessURL)
            } catch .cannotWrite(let path, let reason) {
                guard triesLeft > 0 else { throw .accessURLLost(path: path, reason: reason) }
                usleep(200_000)
            }
        }
    }

    /// Makes a connection of an access URL that was claimed before, or gives it
    /// to one that exists.
    public func finishConnection(
        as place: ConnectionPlace, policy: NetworkPolicy
    ) throws -> Connection {
        let claimed = SecretFile.claimed(in: vault.folder)
        guard
            case .accessURL(let accessURL) = try claimed.contents(
                connection: place.name ?? "SimpleFIN")
        else { throw SimpleFINError.brokenAccessURL(.notAnAddress) }
        let connection: Connection
        switch place {
        case .existing(let existing):
            connection = try vault.reopen(
                existing, allowsPlainHTTP: policy.allowsPlainHTTPOnLoopback)
        case .new(let name):
            let name = name ?? accessURL.host
            if let begun = try begunConnection {
                connection = try vault.reopen(
                    vault.rename(begun, to: name),
                    allowsPlainHTTP: policy.allowsPlainHTTPOnLoopback)
            } else {
                connection = try vault.addConnection(
                    .simplefin, name: name, allowsPlainHTTP: policy.allowsPlainHTTPOnLoopback,
                    createdAt: moment.now)
            }
        }
        try secret(of: connection).take(claimed)
        return connection
    }

    /// Whether a connection has a name, without case. One that was begun, and
    /// ended before its access URL was its own, gives its name up.
    public func hasConnection(named name: String) throws -> Bool {
        let begun = try begunConnection
        return try vault.connections().contains {
            $0 != begun && $0.name.lowercased() == name.lowercased()
        }
    }

    /// The connection that a command made just before it was ended.
    private var begunConnection: Connection? {
        get throws {
            guard try hasUnfinishedConnection else { return nil }
            return try vault.connectionsNeverSynced().last {
                $0.kind == .simplefin
                    && !SecretFile.of(connection: $0.id, in: vault.folder).exists
            }
        }
    }

    /// The SimpleFIN connections to a bridge. A second token of one bridge is
    /// most often meant to take the place of the first: connected beside it,
    /// every account would be there twice.
    public func connections(toHost host: String) throws -> [Connection] {
        try vault.connections().filter { connection in
            try connection.kind == .simplefin && secret(of: connection).host() == host
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

extension SimpleFINError {
    /// Whether a request was perhaps carried out, with its answer lost.
    fileprivate var mayHaveArrived: Bool {
        guard case .cannotConnect(let failure, _) = self else { return false }
        return !failure.isBeforeSending
    }
}

extension Engine {
    /// Calls a connection by another name.
    ///
    /// - Throws: ``EngineError/connectionNameTaken(_:)`` where another one has
    ///   it, without case.
    public func rename(_ connection: Connection, to name: String) throws {
        let others = try vault.connections().filter { $0.id != connection.id }
        guard !others.contains(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw EngineError.connectionNameTaken(name)
        }
        _ = try vault.rename(connection, to: name)
    }

    /// Takes a connection away with its access URL. Its accounts and all their
    /// history stay, and a new token brings it back.
    public func remove(_ connection: Connection) throws {
        // In this order: whatever ends it between, nothing is asked any more.
        try vault.remove(connection, at: moment.now)
        try secret(of: connection).remove()
    }

    /// The host of a connection's bridge; nil where its access URL is missing
    /// or can't be used, which a sync explains.
    public func host(of connection: Connection) -> String? {
        do {
            return try secret(of: connection).host()
        } catch {
            return nil
        }
    }

    /// The banks of a name, without case: one for each connection in use.
    ///
    /// - Throws: ``EngineError/noSuchBank(_:known:)``.
    public func banks(named name: String) throws -> [InstitutionHealth] {
        let used = Set(try vault.connections().filter { $0.kind == .simplefin }.map(\.id))
        let banks = try vault.institutionHealth().filter {
            used.contains($0.connection) && $0.accounts > 0
        }
        let found = banks.filter { $0.name.lowercased() == name.lowercased() }
        guard !found.isEmpty else {
            throw EngineError.noSuchBank(name, known: banks.map(\.name))
        }
        return found
    }
}
