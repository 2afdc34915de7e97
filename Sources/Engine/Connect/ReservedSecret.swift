internal import SimpleFIN
internal import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
