internal import Foundation
public import Vault

/// What `init` did in a folder.
public struct LaidOut: Sendable {
    public let isNew: Bool
    /// Files that were written, by their path within the vault.
    public let written: [String]
    /// Files that were there already, and kept.
    public let kept: [String]
}

extension Engine {
    /// Makes a vault's folder, its database and the files that its owner
    /// edits. Nothing that exists is overwritten.
    ///
    /// - Parameter configuration: also lay out the configuration files. A
    ///   laid-out file no longer follows the shipped default, so it is done
    ///   only when asked for.
    public static func layOut(
        _ folder: VaultFolder, configuration: Bool
    ) throws -> (vault: Vault, files: LaidOut) {
        let isNew = !folder.holdsVault
        let vault = try Vault.openOrCreate(folder)
        var written: [String] = []
        var kept: [String] = []
        var files = ShippedFiles.all.filter {
            // Shipped plugins stay where they are: a copy would need approval.
            $0.path.hasPrefix("rules/") || (configuration && $0.path.hasPrefix("config/"))
        }
        files.append((".gitignore", Array(gitignore.utf8)))
        for file in files {
            let path = folder.path + "/" + file.path
            if FileManager.default.fileExists(atPath: path) {
                kept.append(file.path)
                continue
            }
            do {
                try Data(file.bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o600], ofItemAtPath: path)
            } catch {
                throw EngineError.cannotWrite(path: path, reason: FileReader.words(for: error))
            }
            written.append(file.path)
        }
        return (vault, LaidOut(isNew: isNew, written: written, kept: kept))
    }

    /// Rules and configuration live well in git; money and secrets don't.
    private static let gitignore = """
        # The database, its journals, secrets and backups stay on this machine.
        vault.sqlite*
        sync.lock
        deciding.lock
        watch.*
        secrets/
        backups/

        """
}
