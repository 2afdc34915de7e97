public import Platform
internal import SimpleFIN
public import Vault

/// Where a connection's access URL is kept.
public enum SecretPlace: String, CaseIterable, Hashable, Sendable {
    /// The desktop's secret service, encrypted under the person's password.
    case service
    /// The Keychain of macOS, the same.
    case keychain
    /// A file that only the owner can read, in the vault's folder.
    case file

    init(_ keeper: SecretKeeper) {
        switch keeper {
        case .service: self = .service
        case .keychain: self = .keychain
        }
    }

    /// Nil for a file.
    public var keeper: SecretKeeper? {
        switch self {
        case .service: .service
        case .keychain: .keychain
        case .file: nil
        }
    }
}

/// Where an access URL ended up.
public struct KeptSecret: Hashable, Sendable {
    public let place: SecretPlace
    /// The connection's file. It holds the URL, or tells who does.
    public let path: String
    /// Why no keeper of secrets has it, where that was tried.
    public let refusal: SecretKeeperError?
}

extension Engine {
    /// Where an access URL is kept unless the person says otherwise.
    public var usualSecretPlace: SecretPlace { SecretPlace(secretKeepers.usual) }

    /// Where a connection's access URL is kept; nil where it has none. Asks
    /// nothing of the keepers of secrets.
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
    /// It is given up in its old place only after the new one has it: its
    /// keeper must have given it back, or the file be on the disk.
    ///
    /// - Throws: ``EngineError/secretNotTaken(connection:_:)`` and
    ///   ``EngineError/secretNotGiven(connection:_:)``, where nothing has
    ///   changed; ``EngineError/secretCopyStays(connection:_:)`` where it is in
    ///   its new place now, and with its old keeper too.
    @discardableResult
    public func moveSecret(
        of connection: Connection, to place: SecretPlace
    ) throws -> KeptSecret {
        let secret = secret(of: connection)
        if let keeper = place.keeper {
            try secret.move(to: keeper)
        } else {
            try secret.moveToFile()
        }
        return KeptSecret(place: place, path: secretPath(of: connection), refusal: nil)
    }

    /// Gives the access URL of a connection that was just made to a keeper of
    /// secrets if that takes it. Else it stays in its file, safe as before.
    ///
    /// - Parameter place: where the person wants it; nil for
    ///   ``usualSecretPlace``.
    public func keepSecret(of connection: Connection, in place: SecretPlace?) throws -> KeptSecret {
        do {
            return try moveSecret(of: connection, to: place ?? usualSecretPlace)
        } catch EngineError.secretNotTaken(_, let refusal) {
            return KeptSecret(
                place: .file, path: secretPath(of: connection), refusal: refusal)
        }
    }

    /// Lets a keeper of secrets keep and give back something that is no secret:
    /// for a person who wants that keeper, before a token is used up.
    ///
    /// - Throws: ``EngineError/secretKeeperUnusable(_:)``.
    public func trySecretKeeper(_ keeper: SecretKeeper) throws(EngineError) {
        let name = SecretName.unused()
        do throws(SecretKeeperError) {
            try secretKeepers.keep("trial", as: name, label: "GhostVault: a trial", with: keeper)
            try secretKeepers.remove(name, with: keeper)
        } catch {
            throw .secretKeeperUnusable(error)
        }
    }

    private func secretPath(of connection: Connection) -> String {
        SecretFile.of(connection: connection.id, in: vault.folder).path
    }

    func secret(of connection: Connection) -> ConnectionSecret {
        ConnectionSecret(of: connection, in: vault.folder, keepers: secretKeepers)
    }
}
