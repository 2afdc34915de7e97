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

/// The access URL of a connection, wherever it is kept.
struct ConnectionSecret {
    private let connection: Connection
    private let file: SecretFile
    private let keepers: SecretKeepers

    init(of connection: Connection, in folder: VaultFolder, keepers: SecretKeepers) {
        self.connection = connection
        self.keepers = keepers
        file = .of(connection: connection.id, in: folder)
    }

    /// Nil where there is none.
    func place() throws -> SecretPlace? {
        guard file.exists else { return nil }
        return switch try contents() {
        case .accessURL: .file
        case .reference(let reference): SecretPlace(reference.keeper)
        }
    }

    /// The bridge's host, without asking who keeps it; nil where there is no
    /// access URL.
    func host() throws -> String? {
        guard file.exists else { return nil }
        return switch try contents() {
        case .accessURL(let accessURL): accessURL.host
        case .reference(let reference): reference.host
        }
    }

    func load() throws -> AccessURL {
        switch try contents() {
        case .accessURL(let accessURL): accessURL
        case .reference(let reference): try load(reference)
        }
    }

    /// Takes the place of what was kept so far. A keeper's copy of that is
    /// removed if the keeper answers: a connection must not fail for a secret
    /// that it no longer needs.
    func take(_ claimed: SecretFile) throws {
        let old = oldReference()
        try claimed.move(to: file)
        do {
            if let old { try remove(old) }
        } catch {
            // Nothing refers to it any more; the person's list of secrets still
            // shows it.
        }
    }

    /// - Throws: ``EngineError/secretCopyStays(connection:_:)`` where the file
    ///   is deleted and its keeper did not delete what it has.
    func remove() throws {
        let old = oldReference()
        try file.remove()
        if let old { try remove(old) }
    }

    /// Gives a URL to a keeper of secrets. Where it was keeps it until the
    /// keeper has given it back.
    func move(to keeper: SecretKeeper) throws {
        let old = oldReference()
        if old?.keeper == keeper { return }
        let accessURL = try load()
        let reference = SecretReference(
            keeper: keeper, name: SecretName.unused(), host: accessURL.host)
        do throws(SecretKeeperError) {
            try keepers.keep(
                accessURL.text, as: reference.name, label: "GhostVault: \(connection.name)",
                with: keeper)
        } catch {
            throw EngineError.secretNotTaken(connection: connection.name, error)
        }
        do {
            try file.store(reference)
        } catch {
            try remove(reference)
            throw error
        }
        if let old { try remove(old) }
    }

    /// Takes a URL that a keeper has into the file, and then from the keeper.
    func moveToFile() throws {
        guard case .reference(let reference) = try contents() else { return }
        try file.store(try load(reference))
        try remove(reference)
    }

    // MARK: Workings

    /// Who has what is kept so far, and under which name.
    private func oldReference() -> SecretReference? {
        do {
            guard file.exists, case .reference(let reference) = try contents() else { return nil }
            return reference
        } catch {
            // A file that is open to others or damaged is on its way out.
            return nil
        }
    }

    private func contents() throws -> SecretFile.Contents {
        try file.contents(connection: connection.name)
    }

    private func load(_ reference: SecretReference) throws -> AccessURL {
        let text: String
        do throws(SecretKeeperError) {
            text = try keepers.secret(named: reference.name, with: reference.keeper)
        } catch {
            throw EngineError.secretNotGiven(connection: connection.name, error)
        }
        return try AccessURL(text)
    }

    private func remove(_ reference: SecretReference) throws(EngineError) {
        do throws(SecretKeeperError) {
            try keepers.remove(reference.name, with: reference.keeper)
        } catch {
            // Somebody may have deleted it in the list of secrets.
            if error.reason == .noSuchSecret { return }
            throw .secretCopyStays(connection: connection.name, error)
        }
    }
}
