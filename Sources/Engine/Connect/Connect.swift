internal import Model
public import SimpleFIN
public import Vault

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension Engine {
    /// Whether an access URL was claimed, but something failed before it became a connection.
    public var hasUnfinishedConnection: Bool {
        get throws(EngineError) { try SecretFile.claimed(in: vault.folder).holdsURL }
    }

    /// Claims a setup token and stores the result as a connection.
    ///
    /// A token can be claimed once. Disk space for its access URL is therefore reserved before
    /// the claim, and the URL is stored right after it. If anything fails later,
    /// ``finishConnection(as:policy:)`` completes the connection without a token.
    ///
    /// - Throws: `SimpleFINError` if the bridge refuses the token; nothing is stored then.
    ///   ``EngineError/claimCutOff`` if it refuses after an earlier claim was interrupted.
    ///   ``EngineError/accessURLLost(path:reason:)`` if the URL could not be written despite
    ///   the reserved space.
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
            // The token may be spent if the request arrived. The file records that for the next
            // claim.
            if !error.mayHaveArrived { try claimed.remove() }
            throw wasCutOff && error == .claimRefused ? EngineError.claimCutOff : error
        }
        try keep(accessURL, in: reserved)
        return try finishConnection(as: place, policy: policy)
    }

    /// Stores the URL, with retries, since the token is spent.
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

    /// Makes a connection from an access URL that was claimed earlier, or gives it to an
    /// existing connection.
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

    /// Whether a connection has a name, ignoring case. An unfinished connection does not hold
    /// its name.
    public func hasConnection(named name: String) throws -> Bool {
        let begun = try begunConnection
        return try vault.connections().contains {
            $0 != begun && $0.name.lowercased() == name.lowercased()
        }
    }

    /// The connection that a command created just before it was interrupted.
    private var begunConnection: Connection? {
        get throws {
            guard try hasUnfinishedConnection else { return nil }
            return try vault.connectionsNeverSynced().last {
                $0.kind == .simplefin
                    && !SecretFile.of(connection: $0.id, in: vault.folder).exists
            }
        }
    }

    /// The SimpleFIN connections to a bridge. A second token for the same bridge usually
    /// replaces the first; side by side, every account would appear twice.
    public func connections(toHost host: String) throws -> [Connection] {
        try vault.connections().filter { connection in
            try connection.kind == .simplefin && secret(of: connection).host() == host
        }
    }

    /// The SimpleFIN connection that a string refers to by its name.
    ///
    /// - Parameter includingRemoved: whether to fall back to a removed connection.
    public func connection(
        named name: String, includingRemoved: Bool = false
    ) throws -> Connection {
        let known = try vault.allConnections().filter { $0.kind == .simplefin }
        let connections = known.filter { !$0.isRemoved }
        let removed = includingRemoved ? known.filter(\.isRemoved) : []
        for candidates in [connections, removed] {
            let lookup = NameLookup(candidates, names: { [$0.name] })
            if let connection = try lookup.only(name, kind: "connections", label: \.name) {
                return connection
            }
        }
        throw EngineError.noSuchConnection(name, known: connections.map(\.name))
    }
}

/// The connection that receives a claimed access URL.
public enum ConnectionPlace: Sendable {
    /// A new connection; without a name it is called after its host.
    case new(name: String?)
    /// An existing connection. The URL replaces its old one, and all history stays.
    case existing(Connection)

    fileprivate var name: String? {
        switch self {
        case .new(let name): name
        case .existing(let connection): connection.name
        }
    }
}

extension SimpleFINError {
    /// Whether the request may have been processed although its response was lost.
    fileprivate var mayHaveArrived: Bool {
        guard case .cannotConnect(let failure, _) = self else { return false }
        return !failure.isBeforeSending
    }
}

extension Engine {
    /// Renames a connection.
    ///
    /// - Throws: ``EngineError/connectionNameTaken(_:)`` if another one has that name, ignoring
    ///   case.
    public func rename(_ connection: Connection, to name: String) throws {
        let others = try vault.connections().filter { $0.id != connection.id }
        guard !others.contains(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw EngineError.connectionNameTaken(name)
        }
        _ = try vault.rename(connection, to: name)
    }

    /// Removes a connection and its access URL. Its accounts and their history stay, and a new
    /// token restores it.
    public func remove(_ connection: Connection) throws {
        // In this order, an interruption in between still stops all requests.
        try vault.remove(connection, at: moment.now)
        try secret(of: connection).remove()
    }

    /// The host of a connection's bridge; nil if its access URL is missing or unusable, which a
    /// sync explains.
    public func host(of connection: Connection) -> String? {
        do {
            return try secret(of: connection).host()
        } catch {
            return nil
        }
    }

    /// The banks with a name, ignoring case: one per connection in use.
    ///
    /// - Throws: ``EngineError/noSuchBank(_:known:)``.
    public func banks(named name: String) throws -> [InstitutionHealth] {
        let used = Set(try vault.connections().filter { $0.kind == .simplefin }.map(\.id))
        let banks = try vault.institutionHealth().filter {
            used.contains($0.connection) && $0.accounts > 0
        }
        // Two connections may have one bank.
        let lookup = NameLookup(Set(banks.map(\.name)).sorted(), names: { [$0] })
        guard let bank = try lookup.only(name, kind: "banks", label: \.self) else {
            throw EngineError.noSuchBank(name, known: banks.map(\.name))
        }
        return banks.filter { $0.name == bank }
    }
}
