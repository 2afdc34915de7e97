internal import SimpleFIN
internal import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where access URLs are kept: a file each, readable by the owner alone, in
/// the vault's folder of secrets.
struct SecretFile {
    let path: String

    /// The access URL of a connection.
    static func of(connection: Int64, in folder: VaultFolder) -> SecretFile {
        SecretFile(path: "\(folder.secretsPath)/connection-\(connection)")
    }

    /// An access URL that was claimed and has no connection yet. A setup token
    /// works once: whatever fails after the claim, the URL must not be lost.
    static func claimed(in folder: VaultFolder) -> SecretFile {
        SecretFile(path: "\(folder.secretsPath)/claimed")
    }

    var exists: Bool { access(path, F_OK) == 0 }

    /// Writes the URL whole or not at all: a new file, forced to the disk,
    /// takes the place of the old.
    func store(_ accessURL: AccessURL) throws(EngineError) {
        let unfinished = path + ".unfinished"
        let descriptor = open(
            unfinished, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw cannotWrite() }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw cannotWrite() }
        var rest = Array(accessURL.text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw cannotWrite() }
            rest = rest.dropFirst(max(0, count))
        }
        guard fsync(descriptor) == 0, rename(unfinished, path) == 0 else { throw cannotWrite() }
    }

    /// - Throws: ``EngineError/secretReadableByOthers(path:)`` where the file's
    ///   mode would let others read it.
    func load(connection: String) throws -> AccessURL {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw EngineError.secretMissing(connection: connection, path: path)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw EngineError.secretReadableByOthers(path: path)
        }
        return try AccessURL(
            String(decoding: try FileReader.bytes(at: path), as: UTF8.self))
    }

    /// Gives the URL to a connection.
    func move(to other: SecretFile) throws(EngineError) {
        guard rename(path, other.path) == 0 else { throw cannotWrite() }
    }

    /// Deletes the URL; nothing happens where there is none.
    func delete() throws(EngineError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw cannotWrite() }
    }

    private func cannotWrite() -> EngineError {
        .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
}
