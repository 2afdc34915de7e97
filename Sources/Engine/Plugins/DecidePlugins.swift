public import Classification
internal import Configuration
internal import Model
public import Scripting
public import Vault

extension Engine {
    /// All plugins with their decisions, sorted by name.
    public func plugins() throws -> [InstalledPlugin] {
        try pluginShelf().plugins(in: try configured { try $0.pipeline() })
    }

    /// The plugin that a string refers to by its name.
    ///
    /// - Throws: ``PluginError/unknown(_:hint:)`` or `AmbiguousName`.
    public func plugin(named name: String) throws -> InstalledPlugin {
        let plugins = try plugins()
        let lookup = NameLookup(plugins, names: { [$0.name] })
        guard let plugin = try lookup.only(name, kind: "plugins", label: \.name) else {
            throw PluginError.unknown(
                name, hint: Suggestion.phrase(for: name, among: plugins.map(\.name)))
        }
        return plugin
    }

    /// Switches a plugin on or off.
    ///
    /// - Returns: the plugin afterwards; its state says whether it runs.
    /// - Throws: ``PluginError/broken(_:_:)`` when switching on a broken plugin.
    public func enablePlugin(_ name: String, _ isEnabled: Bool) throws -> InstalledPlugin {
        let plugin = try plugin(named: name)
        let name = plugin.name
        if isEnabled, plugin.state == .broken {
            throw PluginError.broken(name, plugin.problems)
        }
        try vault.enablePlugin(name, isEnabled)
        // A missing plugin disappears from the list once it is switched off.
        return try plugins().first { $0.name == name } ?? plugin
    }

    /// Changes a plugin's setting.
    ///
    /// - Parameter text: the value as typed; nil restores the default.
    /// - Returns: the value from now on; nil for a setting that the plugin doesn't have, whose
    ///   value is removed.
    public func setPlugin(
        _ name: String, setting: String, to text: String?
    ) throws -> SettingValue? {
        let plugin = try plugin(named: name)
        let name = plugin.name
        guard let manifest = plugin.manifest else {
            throw PluginError.broken(name, plugin.problems)
        }
        if text == nil, plugin.idleSettings.contains(where: { $0.name == setting }) {
            try vault.setPlugin(name, setting: setting, to: nil)
            return nil
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
                setting.name, of: name,
                expected: "\(error.expected)" + DecimalComma.phrase(for: text))
        }
        try vault.setPlugin(name, setting: setting.name, to: value.description)
        return value
    }

    /// What a plugin would change in what is stored, with the files that it has, approved or
    /// not. Nothing is stored.
    ///
    /// - Throws: ``PluginError``.
    public func previewPlugin(_ name: String) throws -> PluginPreview {
        try uninterrupted {
            let plugin = try plugin(named: name)
            let name = plugin.name
            guard plugin.manifest != nil, plugin.state != .broken else {
                throw PluginError.broken(name, plugin.problems)
            }
            let setup = try passSetup()
            let snapshot = try snapshot(for: setup)
            let before = try setup.classifier.conclude(snapshot)
            let rulebook = setup.rulebook
            func concluded(_ plugins: Plugins) throws -> Pass {
                try Classifier(
                    plugins, userRules: rulebook.userRules, accountNames: rulebook.accountNames
                ).conclude(snapshot)
            }
            let shelf = try pluginShelf()
            let (plugins, leftOut) = try shelf.plugins(forPassIn: rulebook.enabled, trying: name)
            let after = try concluded(plugins)
            let printed = plugins.takeOutput(of: name)
            let without = try concluded(
                try shelf.plugins(forPassIn: rulebook.enabled, except: name).plugins)
            // Its own changes, whether or not a pass has run since it was enabled.
            let own = Set(
                [before, without].flatMap {
                    ConclusionChanges(from: $0.conclusions, to: after.conclusions).changes
                }.map(\.transaction))
            let stored = try vault.store(
                after.conclusions, at: moment.now, dryRun: true)
            let placing = leftOut.filter { $0.name == name }.flatMap {
                plugin -> [RuleFileProblem] in
                if case .hasNoPlace(let problems) = plugin.reason { problems } else { [] }
            }
            return PluginPreview(
                name: name,
                changes: stored.only(of: own),
                problems: placing + after.problems, printed: printed)
        }
    }

    /// The shelf with the vault's and the shipped plugins.
    func pluginShelf() throws -> PluginShelf {
        try PluginShelf(
            PluginFolders(vaultPath: vault.folder.pluginsPath), vault: vault,
            on: scripts)
    }
}

/// The changes that a plugin would make.
public struct PluginPreview: Sendable {
    public let name: String
    public let changes: ConclusionChanges
    /// Why it can't be placed among the stages, and errors of rules and plugins while running.
    public let problems: [RuleFileProblem]
    public let printed: [ScriptOutput]
}

/// The outcome of a plugin's tests.
public struct PluginTestReport: Sendable {
    public let plugin: String
    public let outcomes: [PluginTests.Outcome]
    /// Why the plugin or its tests can't be read.
    public let problems: [RuleFileProblem]
}

extension Engine {
    /// Runs the tests of plugins, approved or not. They see only the transactions of their
    /// tests, in the shipped pipeline with the person's categories, and with the enabled plugins
    /// that they depend on.
    ///
    /// - Parameter names: the plugins to test; empty for all.
    public func testPlugins(_ names: [String]) throws -> [PluginTestReport] {
        try uninterrupted {
            let plugins = names.isEmpty ? try plugins() : try names.map(plugin(named:))
            let pipeline = Pipeline(
                stages: try ConfigurationFiles.shipped.pipeline().stages,
                categories: try categories())
            let shelf = try pluginShelf()
            return try plugins.map { plugin in
                guard let source = plugin.source else {
                    return PluginTestReport(
                        plugin: plugin.name, outcomes: [], problems: plugin.problems)
                }
                let others = try shelf.choices(neededBy: plugin)
                do throws(PluginLoadError) {
                    return PluginTestReport(
                        plugin: plugin.name,
                        outcomes: try PluginTests.run(
                            LoadedPlugin(withFilesOf: source, on: scripts),
                            beside: others, in: pipeline, on: scripts),
                        problems: [])
                } catch {
                    return PluginTestReport(
                        plugin: plugin.name, outcomes: [], problems: error.problems)
                }
            }
        }
    }
}

/// Why a command about a plugin failed.
public enum PluginError: Error, Hashable, Sendable {
    /// - Parameter hint: a similar name as a phrase to append; empty if there is none.
    case unknown(String, hint: String)
    /// The name is not valid for a new plugin.
    case unfitName(String, form: String)
    case exists(String, isShipped: Bool)
    /// The plugin can't be read.
    case broken(String, [RuleFileProblem])
    case unknownSetting(String, of: String, known: [String], hint: String)
    /// - Parameter expected: the values that the setting takes.
    case unfitSetting(String, of: String, expected: String)
}
