public import Classification
internal import Configuration
internal import Vault

extension Engine {
    /// Every plugin that is there, with what is decided about it, in the order
    /// of their names.
    public func plugins() throws -> [InstalledPlugin] {
        try pluginShelf().plugins(in: try configured { try $0.compiledPipeline() })
    }

    /// - Throws: ``PluginError/unknown(_:hint:)``.
    public func plugin(named name: String) throws -> InstalledPlugin {
        let plugins = try plugins()
        guard let plugin = plugins.first(where: { $0.name == name }) else {
            throw PluginError.unknown(
                name, hint: Suggestion.phrase(for: name, among: plugins.map(\.name)))
        }
        return plugin
    }

    /// Takes the person's word on whether a plugin is to run.
    ///
    /// - Returns: the plugin as it is from now on; its state tells whether it
    ///   runs.
    /// - Throws: ``PluginError/broken(_:_:)`` where a broken one is to be
    ///   switched on.
    public func enablePlugin(_ name: String, _ isEnabled: Bool) throws -> InstalledPlugin {
        let plugin = try plugin(named: name)
        if isEnabled, plugin.state == .broken {
            throw PluginError.broken(name, plugin.problems)
        }
        try vault.enablePlugin(name, isEnabled)
        // One that was missing is not listed once nobody asks for it.
        return try plugins().first { $0.name == name } ?? plugin
    }

    /// Takes the person's word on a setting.
    ///
    /// - Parameter text: the value as it was typed; nil goes back to the
    ///   default.
    /// - Returns: what holds from now on.
    public func setPlugin(
        _ name: String, setting: String, to text: String?
    ) throws -> SettingValue {
        let plugin = try plugin(named: name)
        guard let manifest = plugin.manifest else {
            throw PluginError.broken(name, plugin.problems)
        }
        guard let setting = manifest.setting(setting) else {
            let known = manifest.settings.map(\.name)
            throw PluginError.unknownSetting(
                setting, of: name, known: known,
                hint: Suggestion.phrase(for: setting, among: known))
        }
        guard let text else {
            try vault.setPlugin(name, setting: setting.name, to: nil)
            return setting.defaultValue
        }
        let value: SettingValue
        do throws(SettingError) {
            value = try SettingValue(parsing: text, as: setting.kind)
        } catch {
            throw PluginError.unfitSetting(
                setting.name, of: name, expected: "\(error.expected)")
        }
        try vault.setPlugin(name, setting: setting.name, to: value.description)
        return value
    }

    /// The shelf with the vault's and the shipped plugins.
    func pluginShelf() throws -> PluginShelf {
        try PluginShelf(
            PluginFolders(vaultPath: vault.folder.pluginsPath), vault: vault,
            on: scripts)
    }
}
