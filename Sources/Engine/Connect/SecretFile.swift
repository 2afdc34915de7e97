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

    /// Whether the file holds a whole URL: not only the room for one, and not
    /// the beginning of one.
    var holdsURL: Bool {
        get throws(EngineError) {
            guard exists else { return false }
            return Self.line(in: try FileReader.bytes(at: path)) != nil
        }
    }

    func remove() throws(EngineError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw cannotWrite() }
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
        let bytes = try FileReader.bytes(at: path)
        return try AccessURL(String(decoding: Self.line(in: bytes) ?? [], as: UTF8.self))
    }

    /// Gives the URL to a connection.
    func move(to other: SecretFile) throws(EngineError) {
        guard rename(path, other.path) == 0 else { throw cannotWrite() }
        try forceFolder()
    }

    static let padding = UInt8(ascii: " ")
    static let lineEnd = UInt8(ascii: "\n")

    /// The URL in a file's bytes. A line that does not end where padding follows
    /// was cut off while it was written.
    private static func line(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let line = bytes.prefix { $0 != lineEnd }
        let isWhole = line.count < bytes.count || line.last != padding
        return line.isEmpty || !isWhole ? nil : line
    }

    /// Forces names in the folder to the disk: a file is safe when its name is.
    func forceFolder() throws(EngineError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannotWrite() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw cannotWrite() }
    }

    func cannotWrite() -> EngineError {
        .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
}
