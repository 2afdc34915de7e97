internal import SimpleFIN
public import Vault

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
