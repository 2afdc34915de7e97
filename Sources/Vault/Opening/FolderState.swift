internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

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
