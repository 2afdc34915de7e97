internal import Configuration
internal import Foundation
public import Platform
public import Vault

/// The removal of a vault: its database, text files, backups and access URLs.
public struct VaultErasure: Sendable {
    public let folder: VaultFolder
    /// Nil if the database can't be read.
    public let summary: BackupSummary?
    /// The bridges whose tokens stay valid until they are disabled there.
    public let bridges: [String]
    /// The number of access URLs and keys.
    public let secrets: Int
    /// The paths of all backups, those in the configured folder included.
    public let backups: [String]
    /// Paths that stay, because they are not the vault's: copies elsewhere, and files of others.
    public let staying: [String]
    private let secretKeepers: SecretKeepers

    /// Looks at what there is. Changes nothing.
    ///
    /// - Parameter engine: nil for a vault that can't be opened.
    /// - Throws: `VaultError.missing` for a folder without a vault, and
    ///   `VaultError.foreignFolder(path:file:)` for one that is no vault.
    public init(of folder: VaultFolder, _ engine: Engine?, secretKeepers: SecretKeepers) throws {
        guard folder.isUsed else { throw VaultError.missing(path: folder.path) }
        if engine == nil { try folder.refuseForeignFiles() }
        self.folder = folder
        self.secretKeepers = secretKeepers
        let connections = try engine?.vault.connections() ?? []
        bridges = Set(connections.compactMap { engine?.host(of: $0) }).sorted()
        secrets = try Self.names(in: folder.secretsPath).count
        var backups = try folder.backups()
        var staying = try Self.names(in: folder.path)
            .filter { !VaultFolder.isPart($0) && !Self.made.contains($0) }
            .map { "\(folder.path)/\($0)" }
        if let engine {
            summary = try engine.vault.summary()
            let settings = try engine.configured { try $0.automationSettings() }
            if let other = settings.backup.folder { backups += try folder.backups(in: other) }
            staying += settings.journals.map(\.file)
        } else {
            summary = nil
        }
        self.backups = backups
        self.staying = staying
    }

    /// What could not be removed, and why.
    public struct Leftover: Hashable, Sendable {
        public let path: String
        public let reason: String
    }

    /// Removes everything. Goes on where something can't be removed.
    ///
    /// - Throws: `BackupError.inUse` while the vault is watched or synced, with nothing removed.
    public func run() throws -> [Leftover] {
        var left: [Leftover] = []
        func attempt(_ path: String, _ remove: () throws -> Void) {
            do {
                try remove()
            } catch EngineError.secretCopyStays(let connection, let error) {
                left.append(
                    Leftover(
                        path: "the access URL of \(connection)",
                        reason: "it is still in the keyring (\(error.reason))"))
            } catch {
                let reason = FileErrorWords.cause(of: error)
                left.append(Leftover(path: path, reason: reason))
            }
        }
        try folder.whileNobodyWorks {
            // Those first: they open more than this vault.
            for name in try Self.names(in: folder.secretsPath) {
                let path = "\(folder.secretsPath)/\(name)"
                attempt(path) { try removeSecret(at: path, name) }
            }
            for path in backups {
                attempt(path) { try FileManager.default.removeItem(atPath: path) }
            }
            let parts = try Self.names(in: folder.path)
                .filter { VaultFolder.isPart($0) || Self.made.contains($0) }
            for part in parts where !Self.locks.contains(part) {
                attempt("\(folder.path)/\(part)") {
                    try FileManager.default.removeItem(atPath: "\(folder.path)/\(part)")
                }
            }
        }
        for lock in Self.locks {
            let path = "\(folder.path)/\(lock)"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            attempt(path) { try FileManager.default.removeItem(atPath: path) }
        }
        if try Self.names(in: folder.path).isEmpty {
            attempt(folder.path) { try FileManager.default.removeItem(atPath: folder.path) }
        }
        return left
    }

    /// Removes the file, after what a keyring holds for it.
    private func removeSecret(at path: String, _ name: String) throws {
        let file = SecretFile(path: path)
        if let reference = SecretReference(
            String(decoding: try FileReader.bytes(ofOrdinaryFile: path), as: UTF8.self))
        {
            do throws(SecretKeeperError) {
                try secretKeepers.remove(reference.name, with: reference.keeper)
            } catch {
                guard error.reason == .noSuchSecret else {
                    throw EngineError.secretCopyStays(connection: reference.host, error)
                }
            }
        }
        try file.remove()
    }

    private static let locks = ["watch.lock", "sync.lock", "deciding.lock"]
    /// What `init` writes beside the parts of a vault.
    private static let made: Set<String> = [".gitignore"]

    private static func names(in folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
}
