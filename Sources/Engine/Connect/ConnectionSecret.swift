internal import Platform
internal import SimpleFIN
internal import Vault

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
