internal import Classification
internal import Foundation
internal import Platform
internal import Vault

extension Engine {
    /// Creates a plugin's folder in the vault, with a working plugin, its tests and its README.
    ///
    /// - Parameter isReader: whether it reads a bank's files, and decides nothing.
    /// - Returns: the files, by path within the vault.
    /// - Throws: ``PluginError/exists(_:isShipped:)`` and ``PluginError/unfitName(_:form:)``,
    ///   with nothing written.
    public func makePlugin(_ name: String, isReader: Bool = false) throws -> [String] {
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
            throw EngineError.cannotWrite(path: path, reason: FileErrorWords.cause(of: error))
        }
        let files =
            isReader ? ReaderScaffold(name: name).files : PluginScaffold(name: name).files
        return try files.map { file in
            do {
                let written = path + "/" + file.path
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: written))
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o600], ofItemAtPath: written)
            } catch {
                throw EngineError.cannotWrite(
                    path: path + "/" + file.path, reason: FileErrorWords.cause(of: error))
            }
            return "Plugins/\(name)/\(file.path)"
        }
    }
}

/// The files of a new plugin: a small one that works.
struct PluginScaffold {
    /// A valid name.
    let name: String

    var files: [(path: String, text: String)] {
        [("plugin.lua", plugin), ("tests.lua", tests), ("README.md", readme)]
    }

    private var plugin: String {
        """
        plugin {
            name = "\(name)",
            version = "0.1.0",
            summary = "Tags purchases above an amount.",
            decides = { "tags" },

            settings = {
                above = {
                    type = "number",
                    default = 500,
                    at_least = 0,
                    help = "Purchases that cost more than this get the tag.",
                },
                tag = { type = "text", default = "large", help = "The tag that they get." },
            },

            -- Asked about each transaction. What it returns is what it decides; nothing means that
            -- it has no opinion. The text says why, and is shown by "ghostvault explain".
            classify = function(tx, ctx)
                if tx.amount < -ctx.settings.above then
                    return { tags = { ctx.settings.tag } }, "Costs more than the chosen amount"
                end
            end,
        }

        """
    }

    private var tests: String {
        """
        test {
            name = "a purchase above the amount gets the tag",
            transactions = {
                { description = "FURNITURE HOUSE", amount = -900, gets = { tags = { "large" } } },
            },
        }

        test {
            name = "the amount itself is not above it, and income is no purchase",
            settings = { above = 100 },
            transactions = {
                { description = "SHOE SHOP", amount = -100, gets = { tags = {} } },
                { description = "PAYROLL", amount = 3000, gets = { tags = {} } },
            },
        }

        """
    }

    private var readme: String {
        """
        # \(name)

        Tags purchases above an amount, so that they are easy to find again.

        | setting | default | what it is for |
        | --- | --- | --- |
        | `above` | 500 | Purchases that cost more than this get the tag. |
        | `tag` | large | The tag that they get. |

        ```sh
        ghostvault plugins test \(name)      # run tests.lua
        ghostvault plugins trust \(name)     # approve the files as they are now
        ghostvault plugins enable \(name)
        ghostvault apply-rules
        ```

        """
    }
}
