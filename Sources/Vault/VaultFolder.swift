internal import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A vault is a folder: one database, and text files that its owner edits.
/// Copying the folder is moving house.
public struct VaultFolder: Sendable {
    public let path: String

    public init(path: String) {
        self.path = path
    }

    public var databasePath: String { path + "/vault.sqlite" }
    /// Configuration that replaces the shipped default of the same name.
    public var configPath: String { path + "/config" }
    public var rulesPath: String { path + "/rules" }
    public var pluginsPath: String { path + "/Plugins" }
    public var backupsPath: String { path + "/backups" }
    /// A file a connection, readable by the owner alone: its access URL, or where that is kept.
    public var secretsPath: String { path + "/secrets" }

    /// Locked by the process that syncs.
    public var syncLockPath: String { path + "/sync.lock" }
    /// Locked by the process that watches.
    public var watchLockPath: String { path + "/watch.lock" }
    /// Shared by the processes that decide something and classify it.
    public var decidingLockPath: String { path + "/" + Self.decidingLockName }
    public static let decidingLockName = "deciding.lock"
    /// What the process that watches is doing.
    public var watchStatePath: String { path + "/watch.json" }
    /// The person's handlers of events.
    public var automationPath: String { path + "/automation" }

    public var holdsVault: Bool { FileManager.default.fileExists(atPath: databasePath) }

    /// Makes the folder and its parts where they are missing, for the owner
    /// alone (0700). A folder that exists already keeps its other files.
    ///
    /// - Throws: ``VaultError/cannotWrite(path:reason:)``.
    func create() throws(VaultError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotWrite(path: path, reason: error.localizedDescription)
        }
        for part in [configPath, rulesPath, pluginsPath, backupsPath, secretsPath] {
            try makeFolder(at: part)
        }
        try restrictToOwner(path, mode: 0o700)
        try restrictToOwner(secretsPath, mode: 0o700)
    }

    /// Makes one folder of the vault where it is missing, for the owner alone.
    ///
    /// It never makes the vault's folder itself: a command that runs while the vault is
    /// moved away must leave nothing in its place.
    func makeFolder(at path: String) throws(VaultError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Creates the database file empty and private before SQLite opens it, so
    /// that at no moment is it readable by others; SQLite gives its journal
    /// files the same mode.
    func createDatabaseFile() throws(VaultError) {
        let descriptor = open(databasePath, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cannotWrite(path: databasePath, reason: String(cString: strerror(errno)))
        }
        close(descriptor)
        try restrictToOwner(databasePath, mode: 0o600)
    }

    private func restrictToOwner(_ path: String, mode: mode_t) throws(VaultError) {
        guard chmod(path, mode) == 0 else {
            throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
