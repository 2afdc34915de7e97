internal import Classification
internal import Foundation
internal import Vault

extension Engine {
    /// Makes the folder of a new plugin in the vault, with a plugin that works,
    /// its tests and its README.
    ///
    /// - Returns: the files, by their path within the vault.
    /// - Throws: ``PluginError/exists(_:isShipped:)`` and
    ///   ``PluginError/unfitName(_:form:)``; nothing is written then.
    public func makePlugin(_ name: String) throws -> [String] {
        guard PluginName.isValid(name) else {
            throw PluginError.unfitName(name, form: PluginName.form)
        }
        let path = vault.folder.pluginsPath + "/" + name
        let known = try PluginFolders(vaultPath: vault.folder.pluginsPath).folders
            .first { $0.name == name }
        guard known == nil, !FileManager.default.fileExists(atPath: path) else {
            throw PluginError.exists(name, isShipped: known?.source?.isShipped ?? false)
        }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw EngineError.cannotWrite(path: path, reason: FileReader.words(for: error))
        }
        return try PluginScaffold(name: name).files.map { file in
            do {
                let written = path + "/" + file.path
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: written))
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o600], ofItemAtPath: written)
            } catch {
                throw EngineError.cannotWrite(
                    path: path + "/" + file.path, reason: FileReader.words(for: error))
            }
            return "Plugins/\(name)/\(file.path)"
        }
    }
}
