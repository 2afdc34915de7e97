import Engine
import Foundation
import Vault

/// The files of small plugins.
enum PluginFiles {
    /// A plugin that decides tags.
    ///
    /// - Parameter parts: further parts of the declaration, `needs = "other",`.
    static func plugin(_ name: String, _ parts: String = "") -> String {
        """
        plugin {
            name = "\(name)", version = "1.0", summary = "Tags.", decides = { "tags" },
            settings = {
                days = {
                    type = "integer", default = 30, at_least = 1, at_most = 90, help = "How many.",
                },
            },
            \(parts)
            classify = function(tx, ctx) end,
        }

        """
    }
}

extension DemoVault {
    /// Puts a plugin's folder into the vault.
    ///
    /// - Parameter files: their texts by paths within the folder; without any,
    ///   a plugin that works.
    func addPlugin(_ name: String, _ files: [String: String]? = nil) throws {
        for (path, text) in files ?? ["plugin.lua": PluginFiles.plugin(name)] {
            let file = "Plugins/\(name)/\(path)"
            let parent = URL(fileURLWithPath: folder.path + "/" + file)
                .deletingLastPathComponent()
            try FileManager.default.createDirectory(
                at: parent, withIntermediateDirectories: true)
            try write(text, to: file)
        }
    }

    func removePlugin(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.pluginsPath + "/" + name)
    }

    /// Approves a plugin as it is, and switches it on.
    func letRun(_ name: String) throws {
        try engine().approve(engine().reviewPlugin(name))
        _ = try engine().enablePlugin(name, true)
    }
}
