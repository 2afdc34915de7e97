internal import Foundation

/// A file or folder of a vault that others than its owner can read or change.
public struct ExposedPath: Hashable, Sendable {
    public let path: String
    /// The permission bits that it has.
    public let mode: Int
    /// Those that it should have at the most.
    public let privateMode: Int

    public init(path: String, mode: Int, privateMode: Int) {
        self.path = path
        self.mode = mode
        self.privateMode = privateMode
    }
}

extension VaultFolder {
    /// What of the vault is open to others: the folder itself, the database with
    /// its journals, backups and secrets. Files with rules may be anyone's to
    /// read, behind the folder's door.
    ///
    /// - Throws: ``VaultError/cannotRead(path:reason:)``.
    public func exposedPaths() throws(VaultError) -> [ExposedPath] {
        var paths = [path, secretsPath, backupsPath, databasePath]
        paths += ["-wal", "-shm"].map { databasePath + $0 }
        do {
            for folder in [secretsPath, backupsPath] {
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
                    isFolder.boolValue
                else { continue }
                paths += try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                    .map { "\(folder)/\($0)" }
            }
            return try paths.compactMap { path in
                guard FileManager.default.fileExists(atPath: path) else { return nil }
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
                let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                guard mode & 0o077 != 0 else { return nil }
                return ExposedPath(path: path, mode: mode, privateMode: isFolder ? 0o700 : 0o600)
            }
        } catch {
            throw .cannotRead(path: path, reason: error.localizedDescription)
        }
    }
}
