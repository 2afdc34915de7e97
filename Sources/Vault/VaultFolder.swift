internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
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

/// The evidence in a vault's folder: whether a database is there, and whether one should be.
///
/// A power cut can leave a database of no bytes, and SQLite would fill it as a new one.
extension VaultFolder {
    /// Whether a database is there.
    ///
    /// - Returns: false for a folder that no vault was used in.
    /// - Throws: ``VaultError/databaseLost(path:isEmpty:)`` if the database is gone or empty
    ///   and the folder shows that one was in use; ``VaultError/cannotRead(path:reason:)`` if
    ///   its place is taken by something that is no file.
    func findsDatabase() throws(VaultError) -> Bool {
        let first = try databaseSize()
        if let first, first >= Self.smallestDatabase { return true }
        guard showsUse(databaseIsEmpty: first != nil) else {
            if let first, first > 0 {
                throw .notADatabase(path: databasePath, reason: "file is not a database")
            }
            return first != nil
        }
        // Another command may have made the database since the first look.
        let second = try databaseSize()
        if let second, second >= Self.smallestDatabase { return true }
        throw .databaseLost(path: databasePath, isEmpty: second != nil)
    }

    /// A page of a database. SQLite takes a smaller file for an empty one.
    private static let smallestDatabase: Int64 = 512

    /// Refuses a folder of another user, or one with files that are not a vault's. Making a
    /// vault of it would lock others out.
    ///
    /// Rules and configuration without a database are fine; they live in version control.
    ///
    /// - Throws: ``VaultError/foreignFolder(path:file:)``, and
    ///   ``VaultError/sharedFolder(path:)`` for a folder that others may use.
    func refuseForeignFiles() throws(VaultError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_uid == geteuid(), status.st_mode & 0o1000 == 0 else {
            throw .sharedFolder(path: path)
        }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw .cannotWrite(path: path, reason: error.localizedDescription)
        }
        // A README or a repository alone is that of another project.
        let holdsPart = names.contains(where: Self.isPart)
        let foreign = names.filter { name in
            let isBesideParts = name == "README.md" || name.hasPrefix(".git")
            return !Self.isPart(name) && !Self.leftBySystem.contains(name)
                && !(holdsPart && isBesideParts)
        }.min()
        if let foreign {
            throw .foreignFolder(path: path, file: foreign)
        }
    }

    /// The bytes of the database's file; nil if there is none.
    private func databaseSize() throws(VaultError) -> Int64? {
        var status = stat()
        guard stat(databasePath, &status) == 0 else {
            let number = errno
            guard number == ENOENT || number == ENOTDIR else {
                throw .cannotRead(
                    path: databasePath, reason: String(cString: strerror(number)).lowercased())
            }
            guard lstat(databasePath, &status) != 0 else {
                throw .cannotRead(path: databasePath, reason: "it is a link to nothing")
            }
            return nil
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int64(status.st_size)
        case S_IFDIR: throw .cannotRead(path: databasePath, reason: "it is a folder")
        default: throw .cannotRead(path: databasePath, reason: "it is no ordinary file")
        }
    }

    /// Whether something in the folder was left by a vault in use.
    ///
    /// - Parameter databaseIsEmpty: rules and configuration count too then. Without a
    ///   database they may have been fetched from version control.
    private func showsUse(databaseIsEmpty: Bool) -> Bool {
        if [syncLockPath, watchLockPath, decidingLockPath].contains(where: Self.exists) {
            return true
        }
        // Not so a journal: one lies beside an empty database while a command makes it.
        if Self.isFilled(databasePath + "-wal") { return true }
        var folders = [secretsPath, backupsPath]
        if databaseIsEmpty { folders += [rulesPath, configPath, automationPath, pluginsPath] }
        return folders.contains { folder in
            guard let names = FileManager.default.enumerator(atPath: folder) else { return false }
            return names.contains { ($0 as? String)?.hasPrefix(".") == false }
        }
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func isFilled(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    private static func isPart(_ name: String) -> Bool {
        parts.contains(name) || name.hasPrefix("vault.sqlite")
    }

    private static let parts: Set<String> = [
        "config", "rules", "Plugins", "automation", "backups", "secrets", "sync.lock",
        "watch.lock", "watch.json", decidingLockName, ".luarc.json", ".lua-stubs",
    ]
    private static let leftBySystem = ["lost+found", ".DS_Store"]
}
