public import Platform
internal import SimpleFIN
public import Vault

/// The place where an access URL is kept.
public enum SecretPlace: String, CaseIterable, Hashable, Sendable {
    /// The desktop's secret service, encrypted with the user's password.
    case service
    /// The macOS Keychain, encrypted with the user's password.
    case keychain
    /// A file in the vault's folder that only the owner can read.
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

/// The place where an access URL was stored.
public struct KeptSecret: Hashable, Sendable {
    public let place: SecretPlace
    /// The connection's file, with the URL or a reference to its keeper.
    public let path: String
    /// Why a secret keeper refused it, if one was tried.
    public let refusal: SecretKeeperError?
}

extension Engine {
    /// The default place for access URLs.
    public var usualSecretPlace: SecretPlace { SecretPlace(secretKeepers.usual) }

    /// The place of a connection's access URL; nil if it has none. Does not query secret
    /// keepers.
    public func secretPlace(of connection: Connection) throws -> SecretPlace? {
        try secret(of: connection).place()
    }

    /// The place of the access URL that a new one replaces; nil if there is none or it is
    /// damaged.
    public func secretPlace(replacedIn place: ConnectionPlace) -> SecretPlace? {
        guard case .existing(let connection) = place else { return nil }
        do {
            return try secretPlace(of: connection)
        } catch {
            return nil
        }
    }

    /// Moves a connection's access URL. Does nothing if it is already there.
    ///
    /// The old copy is deleted only after the new place has proven to hold it. A keeper must
    /// have returned it, or the file must be on disk.
    ///
    /// - Throws: ``EngineError/secretNotTaken(connection:_:)`` and
    ///   ``EngineError/secretNotGiven(connection:_:)``, with nothing changed;
    ///   ``EngineError/secretCopyStays(connection:_:)`` if it was moved, but the old keeper
    ///   still has a copy.
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

    /// Stores the access URL of a new connection with a secret keeper. If the keeper refuses,
    /// it stays safely in its file.
    ///
    /// - Parameter place: the user's choice; nil for ``usualSecretPlace``.
    public func keepSecret(of connection: Connection, in place: SecretPlace?) throws -> KeptSecret {
        do {
            return try moveSecret(of: connection, to: place ?? usualSecretPlace)
        } catch EngineError.secretNotTaken(_, let refusal) {
            return KeptSecret(
                place: .file, path: secretPath(of: connection), refusal: refusal)
        }
    }

    /// Tests a secret keeper with a dummy value before a token is spent on it.
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

    /// Nil if there is none.
    func place() throws -> SecretPlace? {
        guard file.exists else { return nil }
        return switch try contents() {
        case .accessURL: .file
        case .reference(let reference): SecretPlace(reference.keeper)
        }
    }

    /// The bridge's host, without querying a keeper; nil if there is no access URL.
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

    /// Replaces the current secret. Removing a keeper's old copy may fail; a connection must
    /// not depend on a secret that it no longer needs.
    func take(_ claimed: SecretFile) throws {
        let old = oldReference()
        try claimed.move(to: file)
        do {
            if let old { try remove(old) }
        } catch {
            // Nothing refers to it any more, and the user still sees it in the keeper's list.
        }
    }

    /// - Throws: ``EngineError/secretCopyStays(connection:_:)`` if the file is deleted, but the
    ///   keeper kept its copy.
    func remove() throws {
        let old = oldReference()
        try file.remove()
        if let old { try remove(old) }
    }

    /// Moves the URL to a secret keeper. The old copy stays until the keeper has returned the
    /// new one.
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

    /// Moves the URL from its keeper to the file.
    func moveToFile() throws {
        guard case .reference(let reference) = try contents() else { return }
        try file.store(try load(reference))
        try remove(reference)
    }

    // MARK: Workings

    /// The reference to the current keeper, if the file has one.
    private func oldReference() -> SecretReference? {
        do {
            guard file.exists, case .reference(let reference) = try contents() else { return nil }
            return reference
        } catch {
            // A file that is damaged or readable by others is about to be replaced.
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
            // The user may have deleted it in the keeper.
            if error.reason == .noSuchSecret { return }
            throw .secretCopyStays(connection: connection.name, error)
        }
    }
}
