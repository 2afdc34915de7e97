public import Secrets
internal import SimpleFIN
public import Vault

/// Where a connection's access URL is kept.
public enum SecretPlace: String, CaseIterable, Hashable, Sendable {
    /// The desktop's secret service, encrypted under the person's password.
    case service
    /// A file that only the owner can read, in the vault's folder.
    case file
}

/// Where an access URL ended up.
public struct KeptSecret: Hashable, Sendable {
    public let place: SecretPlace
    /// The connection's file. It holds the URL, or tells that the service does.
    public let path: String
    /// Why it is not in the service, where that was tried.
    public let refusal: SecretServiceError?
}

extension Engine {
    /// Where a connection's access URL is kept; nil where it has none. Asks
    /// nothing of the secret service.
    public func secretPlace(of connection: Connection) throws -> SecretPlace? {
        try secret(of: connection).place()
    }

    /// Where the access URL is kept that a new one takes the place of; nil where
    /// there is none or it is damaged.
    public func secretPlace(replacedIn place: ConnectionPlace) -> SecretPlace? {
        guard case .existing(let connection) = place else { return nil }
        do {
            return try secretPlace(of: connection)
        } catch {
            return nil
        }
    }

    /// Moves a connection's access URL. Nothing happens where it is there
    /// already.
    ///
    /// It is given up in its old place only after the new one has it: the
    /// service must have given it back, or the file be on the disk.
    ///
    /// - Throws: ``EngineError/secretNotTaken(connection:_:)`` and
    ///   ``EngineError/secretNotGiven(connection:_:)``, where nothing has
    ///   changed; ``EngineError/secretCopyStays(connection:_:)`` where it is in
    ///   the file now and in the service too.
    @discardableResult
    public func moveSecret(
        of connection: Connection, to place: SecretPlace
    ) throws -> KeptSecret {
        switch place {
        case .service: try secret(of: connection).moveToService()
        case .file: try secret(of: connection).moveToFile()
        }
        return KeptSecret(place: place, path: secretPath(of: connection), refusal: nil)
    }

    /// Puts the access URL of a connection that was just made into the secret
    /// service if that takes it. Else it stays in its file, safe as before.
    ///
    /// - Parameter place: where the person wants it; nil for the service where
    ///   there is one.
    public func keepSecret(of connection: Connection, in place: SecretPlace?) throws -> KeptSecret {
        do {
            return try moveSecret(of: connection, to: place ?? .service)
        } catch EngineError.secretNotTaken(_, let refusal) {
            return KeptSecret(
                place: .file, path: secretPath(of: connection), refusal: refusal)
        }
    }

    /// Lets the secret service keep and give back something that is no secret:
    /// for a person who wants the service, before a token is used up.
    ///
    /// - Throws: ``EngineError/secretServiceUnusable(_:)``.
    public func trySecretService() throws(EngineError) {
        let name = SecretName.unused()
        do throws(SecretServiceError) {
            guard let secretService else { throw .noBus }
            try secretService.keep("trial", as: name, label: "GhostVault: a trial")
            guard try secretService.secret(named: name) == "trial" else { throw .refused }
            try secretService.remove(name)
        } catch {
            throw .secretServiceUnusable(error)
        }
    }

    private func secretPath(of connection: Connection) -> String {
        SecretFile.of(connection: connection.id, in: vault.folder).path
    }

    func secret(of connection: Connection) -> ConnectionSecret {
        ConnectionSecret(of: connection, in: vault.folder, service: secretService)
    }
}
