internal import Platform
internal import SimpleFIN
internal import Vault

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A file in the vault's secrets folder, readable by the owner only. It has an access URL,
/// or a reference to its keeper.
struct SecretFile {
    let path: String

    enum Contents {
        case accessURL(AccessURL)
        case reference(SecretReference)
    }

    /// The file of a connection.
    static func of(connection: Int64, in folder: VaultFolder) -> SecretFile {
        SecretFile(path: "\(folder.secretsPath)/connection-\(connection)")
    }

    /// The file for a claimed access URL without a connection. A setup token works once, so the
    /// URL must survive any later failure.
    static func claimed(in folder: VaultFolder) -> SecretFile {
        SecretFile(path: "\(folder.secretsPath)/claimed")
    }

    /// Also where it can't be looked at, as in another user's folder.
    var exists: Bool { access(path, F_OK) == 0 || errno != ENOENT }

    /// Whether the file has a complete URL, not just reserved space or a partial write.
    var holdsURL: Bool {
        get throws(EngineError) {
            guard exists else { return false }
            return Self.line(in: try FileReader.bytes(ofOrdinaryFile: path)) != nil
        }
    }

    /// - Parameter connection: the name for error messages.
    /// - Throws: ``EngineError/secretReadableByOthers(path:)`` if the file's mode lets others
    ///   read it.
    func contents(connection: String) throws -> Contents {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else {
                throw EngineError.cannotRead(
                    path: path, reason: String(cString: strerror(errno)).lowercased())
            }
            throw EngineError.secretMissing(connection: connection, path: path)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw EngineError.secretReadableByOthers(path: path)
        }
        let bytes = try FileReader.bytes(ofOrdinaryFile: path)
        if let reference = SecretReference(String(decoding: bytes, as: UTF8.self)) {
            return .reference(reference)
        }
        return .accessURL(
            try AccessURL(String(decoding: Self.line(in: bytes) ?? [], as: UTF8.self)))
    }

    func store(_ accessURL: AccessURL) throws(EngineError) {
        try replace(with: Array(accessURL.text.utf8) + [Self.lineEnd])
    }

    func store(_ reference: SecretReference) throws(EngineError) {
        try replace(with: Array(reference.text.utf8))
    }

    /// Moves the URL to a connection's file.
    func move(to other: SecretFile) throws(EngineError) {
        try other.overwritingOldBytes { rename(path, other.path) == 0 }
    }

    /// Deletes the file; does nothing if there is none.
    func remove() throws(EngineError) {
        try overwritingOldBytes { unlink(path) == 0 || errno == ENOENT }
    }

    // MARK: Workings

    static let padding = UInt8(ascii: " ")
    static let lineEnd = UInt8(ascii: "\n")

    /// The URL in a file's bytes. A line that runs into padding without ending was cut off
    /// while it was written.
    private static func line(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let line = bytes.prefix { $0 != lineEnd }
        let isWhole = line.count < bytes.count || line.last != padding
        return line.isEmpty || !isWhole ? nil : line
    }

    /// Writes the bytes atomically: a new file, synced to disk, replaces the old one.
    private func replace(with bytes: [UInt8]) throws(EngineError) {
        let unfinished = path + ".unfinished"
        let descriptor = open(
            unfinished, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw cannotWrite() }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0, Self.force(bytes, into: descriptor) else {
            throw cannotWrite()
        }
        try overwritingOldBytes { rename(unfinished, path) == 0 }
    }

    /// Replaces or deletes the file, then overwrites its old bytes, which a disk may keep for
    /// long. Overwriting waits until the change is on disk. Otherwise a crash could bring the
    /// file back empty.
    private func overwritingOldBytes(_ change: () -> Bool) throws(EngineError) {
        let old = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        defer { if old >= 0 { close(old) } }
        guard change() else { throw cannotWrite() }
        try forceFolder()
        var status = stat()
        // Another hard link is someone's copy, and not ours to destroy.
        guard old >= 0, fstat(old, &status) == 0, status.st_nlink == 0 else { return }
        guard Self.force([UInt8](repeating: 0, count: Int(status.st_size)), into: old) else {
            throw cannotWrite()
        }
    }

    /// Writes bytes at the start of a file and syncs them to disk.
    static func force(_ bytes: [UInt8], into descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(written))
            }
            guard count > 0 || errno == EINTR else { return false }
            written += max(0, count)
        }
        return fsync(descriptor) == 0
    }

    /// Syncs the folder to disk; a file is safe only when its name is.
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

/// A secret file with reserved space for any access URL, made before a token is claimed.
/// Writing the URL then can't fail on a full disk.
///
/// No other command can reserve the same file while this value lives.
struct ReservedSecret: ~Copyable {
    private let file: SecretFile
    private let descriptor: Int32

    /// - Throws: `VaultError.busy` if another command has reserved it.
    init(_ file: SecretFile) throws {
        self.file = file
        descriptor = open(file.path, O_CREAT | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw file.cannotWrite() }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw VaultError.busy(path: file.path)
        }
        guard fchmod(descriptor, 0o600) == 0 else { throw file.cannotWrite() }
        try write([UInt8](repeating: SecretFile.padding, count: Self.room))
        try file.forceFolder()
    }

    deinit { close(descriptor) }

    /// Writes the URL into the reserved space and syncs it to disk. Can be retried.
    func fill(with accessURL: AccessURL) throws(EngineError) {
        try write(Array(accessURL.text.utf8) + [SecretFile.lineEnd])
    }

    /// Larger than any access URL, and one block on most disks.
    private static let room = 4096

    private func write(_ bytes: [UInt8]) throws(EngineError) {
        guard SecretFile.force(bytes, into: descriptor) else { throw file.cannotWrite() }
    }
}

/// The content of a connection's file while a secret keeper has the access URL. None of it
/// is secret.
struct SecretReference: Hashable {
    let keeper: SecretKeeper
    let name: SecretName
    /// The bridge's host. Looking it up here avoids unlocking a keyring.
    let host: String

    init(keeper: SecretKeeper, name: SecretName, host: String) {
        self.keeper = keeper
        self.name = name
        self.host = host
    }

    var text: String { "\(Self.title(keeper))\nname: \(name.identifier)\nhost: \(host)\n" }

    /// Nil if the string is not a reference.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[3].isEmpty,
            let keeper = SecretKeeper.allCases.first(where: { lines[0] == Self.title($0) }),
            let identifier = Self.value(of: "name", in: lines[1]),
            let host = Self.value(of: "host", in: lines[2])
        else { return nil }
        self.init(keeper: keeper, name: SecretName(identifier: identifier), host: host)
    }

    private static func title(_ keeper: SecretKeeper) -> String {
        switch keeper {
        case .service: "GhostVault keeps this access URL in the secret service."
        case .keychain: "GhostVault keeps this access URL in the Keychain."
        }
    }

    private static func value(of key: String, in line: Substring) -> String? {
        let start = key + ": "
        guard line.hasPrefix(start), line.utf8.count > start.utf8.count else { return nil }
        return String(line.dropFirst(start.count))
    }
}
