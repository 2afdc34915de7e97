internal import Secrets
internal import SimpleFIN
internal import Vault

/// The access URL of a connection, wherever it is kept.
struct ConnectionSecret {
    private let connection: Connection
    private let file: SecretFile
    private let service: SecretService?

    init(of connection: Connection, in folder: VaultFolder, service: SecretService?) {
        self.connection = connection
        self.service = service
        file = .of(connection: connection.id, in: folder)
    }

    /// Nil where there is none.
    func place() throws -> SecretPlace? {
        guard file.exists else { return nil }
        return switch try contents() {
        case .accessURL: .file
        case .reference: .service
        }
    }

    /// The bridge's host, without asking the secret service; nil where there
    /// is no access URL.
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

    /// Takes the place of what was kept so far. The secret service's copy of
    /// that is removed if the service answers: a connection must not fail for
    /// a secret that it no longer needs.
    func take(_ claimed: SecretFile) throws {
        let old = oldReference()
        try claimed.move(to: file)
        do {
            if let old { try remove(old) }
        } catch {
            // Nothing refers to it any more; a keyring manager still shows it.
        }
    }

    /// - Throws: ``EngineError/secretCopyStays(connection:_:)`` where the file
    ///   is deleted and the secret service did not delete what it has.
    func remove() throws {
        let old = oldReference()
        try file.remove()
        if let old { try remove(old) }
    }

    /// Gives a URL that is in the file to the secret service. The file keeps
    /// it until the service has given it back.
    func moveToService() throws {
        guard case .accessURL(let accessURL) = try contents() else { return }
        let name = SecretName.unused()
        do throws(SecretServiceError) {
            guard let service else { throw .noBus }
            try service.keep(
                accessURL.text, as: name, label: "GhostVault: \(connection.name)")
            guard try service.secret(named: name) == accessURL.text else { throw .refused }
        } catch {
            throw EngineError.secretNotTaken(connection: connection.name, error)
        }
        let reference = SecretReference(name: name, host: accessURL.host)
        do {
            try file.store(reference)
        } catch {
            try remove(reference)
            throw error
        }
    }

    /// Takes a URL that the secret service has into the file, and then out of
    /// the service.
    func moveToFile() throws {
        guard case .reference(let reference) = try contents() else { return }
        try file.store(try load(reference))
        try remove(reference)
    }

    // MARK: Workings

    /// Under which name the secret service has what is kept so far.
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
        do throws(SecretServiceError) {
            guard let service else { throw .noBus }
            text = try service.secret(named: reference.name)
        } catch {
            throw EngineError.secretNotGiven(connection: connection.name, error)
        }
        return try AccessURL(text)
    }

    private func remove(_ reference: SecretReference) throws(EngineError) {
        do throws(SecretServiceError) {
            guard let service else { throw .noBus }
            try service.remove(reference.name)
        } catch .noSuchSecret {
            // Somebody has deleted it in a keyring manager.
        } catch {
            throw .secretCopyStays(connection: connection.name, error)
        }
    }
}
