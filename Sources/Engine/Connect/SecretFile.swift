internal import Platform
internal import SimpleFIN
internal import Vault

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A file, readable by the owner alone, in the vault's folder of secrets: it
/// holds an access URL, or tells who keeps it, and under which name.
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
            return Self.line(in: try FileReader.bytes(ofOrdinaryFile: path)) != nil
        }
    }

    /// - Parameter connection: for the error's words.
    /// - Throws: ``EngineError/secretReadableByOthers(path:)`` where the file's
    ///   mode would let others read it.
    func contents(connection: String) throws -> Contents {
        var status = stat()
        guard stat(path, &status) == 0 else {
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

    /// Gives the URL to a connection.
    func move(to other: SecretFile) throws(EngineError) {
        try other.overwritingOldBytes { rename(path, other.path) == 0 }
    }

    /// Deletes what it holds; nothing happens where there is none.
    func remove() throws(EngineError) {
        try overwritingOldBytes { unlink(path) == 0 || errno == ENOENT }
    }

    // MARK: Workings

    static let padding = UInt8(ascii: " ")
    static let lineEnd = UInt8(ascii: "\n")

    /// The URL in a file's bytes. A line that does not end where padding follows
    /// was cut off while it was written.
    private static func line(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let line = bytes.prefix { $0 != lineEnd }
        let isWhole = line.count < bytes.count || line.last != padding
        return line.isEmpty || !isWhole ? nil : line
    }

    /// Writes the bytes whole or not at all: a new file, forced to the disk,
    /// takes the place of the old.
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

    /// Takes the file's place or deletes it, and overwrites the bytes that it
    /// held, which a disk may keep for long. Only once the disk knows that the
    /// file is gone: after a crash it would stand there again, and be empty.
    private func overwritingOldBytes(_ change: () -> Bool) throws(EngineError) {
        let old = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        defer { if old >= 0 { close(old) } }
        guard change() else { throw cannotWrite() }
        try forceFolder()
        var status = stat()
        // Another link to the file is somebody's copy, and not ours to spoil.
        guard old >= 0, fstat(old, &status) == 0, status.st_nlink == 0 else { return }
        guard Self.force([UInt8](repeating: 0, count: Int(status.st_size)), into: old) else {
            throw cannotWrite()
        }
    }

    /// Writes bytes from a file's beginning, and forces them to the disk.
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

/// A secret's file with room for any access URL, made before a token is
/// claimed: writing the URL into it needs no space that a full disk might lack.
///
/// No other command can reserve the same file while this lives.
struct ReservedSecret: ~Copyable {
    private let file: SecretFile
    private let descriptor: Int32

    /// - Throws: `VaultError.busy` where another command has reserved it.
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

    /// Writes the URL into the room that was reserved for it, and forces it to
    /// the disk. It can be tried again.
    func fill(with accessURL: AccessURL) throws(EngineError) {
        try write(Array(accessURL.text.utf8) + [SecretFile.lineEnd])
    }

    /// More than any access URL takes, and one block of most disks.
    private static let room = 4096

    private func write(_ bytes: [UInt8]) throws(EngineError) {
        guard SecretFile.force(bytes, into: descriptor) else { throw file.cannotWrite() }
    }
}

/// What stands in a connection's file while a keeper of secrets has its access
/// URL. Nothing in it is secret.
struct SecretReference: Hashable {
    let keeper: SecretKeeper
    let name: SecretName
    /// The bridge's, so that nobody is asked to unlock a keyring where only
    /// the host is wanted.
    let host: String

    init(keeper: SecretKeeper, name: SecretName, host: String) {
        self.keeper = keeper
        self.name = name
        self.host = host
    }

    var text: String { "\(Self.title(keeper))\nname: \(name.identifier)\nhost: \(host)\n" }

    /// Nil where the text is no reference.
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
