internal import Foundation
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The folder of a vault: one database, and text files that its owner edits. It can be
/// copied as a whole.
public struct VaultFolder: Sendable {
    public let path: String

    public init(path: String) {
        self.path = path
    }

    public var databasePath: String { path + "/vault.sqlite" }
    /// Overrides of the shipped configuration files.
    public var configPath: String { path + "/config" }
    public var rulesPath: String { path + "/rules" }
    public var pluginsPath: String { path + "/Plugins" }
    /// Files that wait to be imported.
    public var inboxPath: String { path + "/" + Self.inboxName }
    public static let inboxName = "inbox"
    public var backupsPath: String { path + "/backups" }
    /// One file for each connection, readable by the owner alone: its access URL, or
    /// where that is stored.
    public var secretsPath: String { path + "/secrets" }

    /// Locked during a sync.
    public var syncLockPath: String { path + "/sync.lock" }
    /// Locked by `watch`.
    public var watchLockPath: String { path + "/watch.lock" }
    /// A shared lock for processes that decide and classify.
    public var decidingLockPath: String { path + "/" + Self.decidingLockName }
    public static let decidingLockName = "deciding.lock"
    /// The state of `watch`.
    public var watchStatePath: String { path + "/watch.json" }
    /// The questions that a language model was asked, with its answers.
    public var questionsPath: String { path + "/asked.json" }
    /// Locked while a question is being answered.
    public var askLockPath: String { path + "/ask.lock" }
    /// The person's event handlers.
    public var automationPath: String { path + "/automation" }

    public var holdsVault: Bool { FileManager.default.fileExists(atPath: databasePath) }

    /// Creates the folder and its subfolders if they are missing, for the owner alone
    /// (0700). An existing folder keeps its other files.
    ///
    /// - Throws: ``VaultError/cannotWrite(path:reason:)``.
    func create() throws(VaultError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotWrite(path: path, reason: FileErrorWords.cause(of: error))
        }
        for part in [
            configPath, rulesPath, pluginsPath, inboxPath, backupsPath, secretsPath,
        ] {
            try makeFolder(at: part)
        }
        try restrictToOwner(path, mode: 0o700)
        try restrictToOwner(secretsPath, mode: 0o700)
    }

    /// Creates a subfolder if it is missing, for the owner alone.
    ///
    /// It never creates the vault's folder itself. A command that runs while the vault
    /// is being moved must leave nothing in its place.
    func makeFolder(at path: String) throws(VaultError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Creates the database file empty and private before SQLite opens it, so that it
    /// is never readable by others. SQLite gives its journal files the same mode.
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

/// Checks for the database, and for evidence that a missing one was in use.
///
/// A power cut can leave an empty file, which SQLite would take for a new database.
extension VaultFolder {
    /// Whether a database exists.
    ///
    /// - Returns: false for a folder without traces of a vault.
    /// - Throws: ``VaultError/databaseLost(path:isEmpty:)`` if the database is gone or
    ///   empty although one was in use; ``VaultError/cannotRead(path:reason:)`` if
    ///   something other than a file is in its place.
    func findsDatabase() throws(VaultError) -> Bool {
        if Self.exists(restoringPath) { try finishRestore() }
        try refuseOpenFiles()
        let first = try databaseSize()
        if let first, first >= Self.smallestDatabase { return true }
        // SQLite would take a few bytes of something else for a new database.
        if let first, first > 0 {
            throw .notADatabase(path: databasePath, reason: "file is not a database")
        }
        guard showsUse(databaseIsEmpty: first != nil) else { return first != nil }
        // Another command may have created the database meanwhile.
        let second = try databaseSize()
        if let second, second >= Self.smallestDatabase { return true }
        throw .databaseLost(path: databasePath, isEmpty: second != nil)
    }

    /// Rejects a database that others can write, as a rule file like that is: it holds rules,
    /// approvals and what handlers run.
    private func refuseOpenFiles() throws(VaultError) {
        let paths = [path, databasePath, databasePath + "-wal"]
        guard FileManager.default.fileExists(atPath: databasePath),
            let open = paths.first(where: PathTrust().isOpenToOthers)
        else { return }
        throw .openToOthers(path: open)
    }

    /// One page. SQLite treats a smaller file as empty.
    private static let smallestDatabase: Int64 = 512

    /// Rejects a folder of another user, or one with files that don't belong to a
    /// vault. Making it a vault would lock others out.
    ///
    /// Rules and configuration without a database are fine: they may come from version
    /// control.
    ///
    /// - Throws: ``VaultError/foreignFolder(path:file:)``, or
    ///   ``VaultError/sharedFolder(path:)`` for a folder that others may use.
    public func refuseForeignFiles() throws(VaultError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_uid == geteuid(), status.st_mode & 0o1000 == 0 else {
            throw .sharedFolder(path: path)
        }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw .cannotWrite(path: path, reason: FileErrorWords.cause(of: error))
        }
        // A README or repository alone belongs to another project.
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

    /// Whether a vault is in the folder, or was.
    public var isUsed: Bool { holdsVault || showsUse(databaseIsEmpty: false) }

    /// The size of the database file; nil if there is none.
    private func databaseSize() throws(VaultError) -> Int64? {
        var status = stat()
        guard stat(databasePath, &status) == 0 else {
            let number = errno
            guard number == ENOENT || number == ENOTDIR else {
                throw .cannotRead(
                    path: databasePath, reason: String(cString: strerror(number)).lowercased())
            }
            guard lstat(databasePath, &status) != 0 else {
                throw .cannotRead(path: databasePath, reason: "it is a broken link")
            }
            return nil
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int64(status.st_size)
        case S_IFDIR: throw .cannotRead(path: databasePath, reason: "it is a folder")
        default: throw .cannotRead(path: databasePath, reason: "it is not a regular file")
        }
    }

    /// Whether the folder contains traces of a vault in use.
    ///
    /// - Parameter databaseIsEmpty: whether rules and configuration count too. Without
    ///   a database they may come from version control.
    private func showsUse(databaseIsEmpty: Bool) -> Bool {
        if [syncLockPath, watchLockPath, decidingLockPath].contains(where: Self.exists) {
            return true
        }
        // A journal does not count: one exists beside an empty database while a command
        // creates it.
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

    /// Whether a file of the folder belongs to the vault, by its name.
    public static func isPart(_ name: String) -> Bool {
        parts.contains(name) || name.hasPrefix("vault.sqlite")
            || name.hasPrefix(Self.restoringName)
    }

    private static let parts: Set<String> = [
        "config", "rules", "Plugins", "automation", inboxName, "backups", "secrets", "sync.lock",
        "watch.lock", "watch.json", decidingLockName, "asked.json", "ask.lock", ".luarc.json",
        ".lua-stubs",
    ]
    private static let leftBySystem = ["lost+found", ".DS_Store"]
}
