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

/// What a plugin's own tests came to.
public struct PluginTestReport: Sendable {
    public let plugin: String
    public let outcomes: [PluginTests.Outcome]
    /// Why the plugin or its tests could not be read.
    public let problems: [RuleFileProblem]
}

extension Engine {
    /// Runs the tests of plugins, approved or not: they see no transaction but
    /// those of their tests, which pass the pipeline as it is shipped.
    ///
    /// - Parameter names: empty for all plugins.
    public func testPlugins(_ names: [String]) throws -> [PluginTestReport] {
        try uninterrupted {
            let plugins = names.isEmpty ? try plugins() : try names.map(plugin(named:))
            let pipeline = try ConfigurationFiles.shipped.compiledPipeline()
            return plugins.map { plugin in
                guard let source = plugin.source else {
                    return PluginTestReport(
                        plugin: plugin.name, outcomes: [], problems: plugin.problems)
                }
                do throws(PluginLoadError) {
                    return PluginTestReport(
                        plugin: plugin.name,
                        outcomes: try PluginTests.run(
                            LoadedPlugin(withFilesOf: source, on: scripts),
                            in: pipeline, on: scripts),
                        problems: [])
                } catch {
                    return PluginTestReport(
                        plugin: plugin.name, outcomes: [], problems: error.problems)
                }
            }
        }
    }
}

/// Why something that the person asked for about a plugin was not done.
public enum PluginError: Error, Hashable, Sendable {
    /// - Parameter hint: a name that may have been meant, as a phrase to be put
    ///   behind the name; empty where none is near.
    case unknown(String, hint: String)
    /// A new plugin can't have that name.
    case unfitName(String, form: String)
    case exists(String, isShipped: Bool)
    /// The plugin can't be read.
    case broken(String, [RuleFileProblem])
    case unknownSetting(String, of: String, known: [String], hint: String)
    /// - Parameter expected: what the setting takes.
    case unfitSetting(String, of: String, expected: String)
}
