public import Classification
public import Scripting
public import Vault

/// The plugins with the user's decisions about them.
///
/// Only a plugin's declaration runs here, in the sandbox and without access to
/// transactions.
public struct PluginShelf {
    private let vault: Vault
    private let folders: [PluginFolders.Folder]
    private let decisions: [String: PluginDecision]
    private let host: ScriptHost

    public init(_ folders: PluginFolders, vault: Vault, on host: ScriptHost) throws {
        self.vault = vault
        self.host = host
        self.folders = folders.folders
        decisions = try vault.pluginDecisions()
    }

    /// All plugins in bytewise order of their names, switched on or not.
    ///
    /// - Parameter pipeline: the stages to place plugins among.
    public func plugins(in pipeline: Pipeline) throws -> [InstalledPlugin] {
        let found = try folders.map(inspect)
        // The order if all of them ran.
        let order = Plugins(found.compactMap(\.choice), in: pipeline).pipeline.stages.map(\.name)
        // The problems of placing those that are to run.
        let unplaced = Plugins(found.filter(\.isToRun).compactMap(\.choice), in: pipeline).leftOut
        let stages = Set(pipeline.stages.map(\.name))
        var plugins = found.map { found in
            let problems =
                found.problems
                + (found.isToRun ? unplaced.filter { $0.file == found.plugin?.mainFile } : [])
            return InstalledPlugin(
                name: found.folder.name, folder: found.folder.path,
                state: found.state(isPlaced: problems.isEmpty), isEnabled: found.isEnabled,
                trust: found.trust, source: found.folder.source,
                manifest: found.plugin?.manifest, settings: found.settings,
                idleSettings: found.idleSettings,
                place: Self.place(of: found.folder.name, in: order, stages: stages),
                problems: problems)
        }
        plugins += gone.map { name in
            let problem = RuleFileProblem(
                file: "Plugins/\(name)", line: nil,
                message: "the plugin is enabled, but its folder is missing")
            return InstalledPlugin(
                name: name, folder: "Plugins/\(name)", state: .missing, isEnabled: true,
                trust: .never, source: nil, manifest: nil, settings: [], idleSettings: [],
                place: nil,
                problems: [problem])
        }
        return plugins.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// The plugins for a pass, and those that it skips. A changed plugin runs as it was last
    /// approved. Nothing runs of plugins that are off or were never approved.
    ///
    /// - Parameters:
    ///   - pipeline: the stages to place plugins among.
    ///   - tried: a plugin to run with the files that it has, whatever was decided about it.
    ///   - dropped: a plugin not to run.
    public func plugins(
        forPassIn pipeline: Pipeline, trying tried: String? = nil, except dropped: String? = nil
    ) throws -> (plugins: Plugins, leftOut: [RejectedPlugin]) {
        var choices: [Plugins.Choice] = []
        var leftOut = gone.map { RejectedPlugin(name: $0, isEnabled: true, reason: .missing) }
        for folder in folders where folder.name != dropped {
            if folder.name == tried {
                if let choice = try inspect(folder).choice { choices.append(choice) }
                continue
            }
            let isEnabled = decisions[folder.name]?.isEnabled
            // There is no decision, so the user may not know about it.
            let isNews = isEnabled == nil && folder.source?.isShipped != true
            guard isEnabled == true || isNews else { continue }
            func leaveOut(_ reason: RejectedPlugin.Reason) throws {
                let before = isEnabled == true ? try lastGood(folder) : nil
                if let before { choices.append(before) }
                leftOut.append(
                    RejectedPlugin(
                        name: folder.name, isEnabled: isEnabled == true, reason: reason,
                        isHeldBack: before != nil))
            }
            let trust = try trust(in: folder)
            if !trust.isGiven, folder.source != nil {
                try leaveOut(.needsApproval(trust))
            } else if isEnabled == true {
                let found = try inspect(folder)
                if let choice = found.choice {
                    choices.append(choice)
                    if !found.idleSettings.isEmpty {
                        leftOut.append(
                            RejectedPlugin(
                                name: folder.name, isEnabled: true,
                                reason: .ignoresSettings(found.idleSettings)))
                    }
                } else {
                    try leaveOut(.broken(found.problems))
                }
            }
        }
        let plugins = Plugins(choices, in: pipeline)
        for choice in choices {
            let problems = plugins.leftOut.filter { $0.file == choice.plugin.mainFile }
            guard !problems.isEmpty else { continue }
            leftOut.append(
                RejectedPlugin(
                    name: choice.plugin.manifest.name, isEnabled: true,
                    reason: .hasNoPlace(problems)))
        }
        return (plugins, leftOut.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }

    /// The enabled plugins that a plugin names, those that they name, and so on, without itself.
    func choices(neededBy plugin: InstalledPlugin) throws -> [Plugins.Choice] {
        var choices: [Plugins.Choice] = []
        var met: Set<String> = [plugin.name]
        var waiting = plugin.manifest.map(Self.names) ?? []
        while let name = waiting.popLast() {
            guard met.insert(name).inserted,
                let folder = folders.first(where: { $0.name == name })
            else { continue }
            let found = try inspect(folder)
            guard found.isToRun, let choice = found.choice else { continue }
            choices.append(choice)
            waiting += Self.names(in: choice.plugin.manifest)
        }
        return choices
    }

    /// The stages and plugins that a plugin names.
    private static func names(in manifest: PluginManifest) -> [String] {
        manifest.needs + manifest.after + manifest.before + manifest.overrules
    }

    /// The enabled plugins that read files, as last approved.
    func readers() throws -> [Plugins.Choice] {
        try folders.filter { decisions[$0.name]?.isEnabled == true }.compactMap { folder in
            let current = try trust(in: folder).isGiven ? inspect(folder).choice : nil
            return try current ?? lastGood(folder)
        }.filter { $0.plugin.manifest.reads != nil }
    }

    /// The enabled plugins whose folder is gone, and that read files as last approved.
    func missingReaders() throws -> [RejectedPlugin] {
        try gone.filter { name in
            let folder = PluginFolders.Folder(
                name: name, path: "Plugins/\(name)", source: nil, problems: [], shipped: nil)
            return try lastGood(folder)?.plugin.manifest.reads != nil
        }.map { RejectedPlugin(name: $0, isEnabled: true, reason: .missing) }
    }

    /// Whether a pass runs a plugin or has one to report.
    var hasWork: Bool {
        !gone.isEmpty
            || folders.contains { folder in
                decisions[folder.name]?.isEnabled ?? (folder.source?.isShipped != true)
            }
    }

    // MARK: One plugin

    private struct Found {
        let folder: PluginFolders.Folder
        let isEnabled: Bool?
        let trust: PluginTrust
        let plugin: LoadedPlugin?
        let settings: [InstalledPlugin.Setting]
        let idleSettings: [InstalledPlugin.IdleSetting]
        let problems: [RuleFileProblem]
        let lastAnswers: () throws -> [UInt8]?

        /// Nil if something is wrong with the plugin.
        var choice: Plugins.Choice? {
            guard let plugin, problems.isEmpty else { return nil }
            return Plugins.Choice(
                plugin,
                settings: Dictionary(
                    uniqueKeysWithValues: settings.map { ($0.setting.name, $0.value) }),
                lastAnswers: lastAnswers)
        }

        var isToRun: Bool { isEnabled == true && trust.isGiven && problems.isEmpty }

        func state(isPlaced: Bool) -> InstalledPlugin.State {
            guard problems.isEmpty else { return .broken }
            guard trust.isGiven else { return .needsApproval }
            guard isEnabled == true else { return .off }
            return isPlaced ? .on : .leftOut
        }
    }

    private func inspect(_ folder: PluginFolders.Folder) throws -> Found {
        var problems = folder.problems
        var plugin: LoadedPlugin?
        if let source = folder.source {
            do throws(PluginLoadError) {
                plugin = try LoadedPlugin(
                    withFilesOf: source, on: host)
            } catch {
                problems += error.problems
            }
        }
        var settings: [InstalledPlugin.Setting] = []
        for setting in plugin?.manifest.settings ?? [] {
            guard let text = decisions[folder.name]?.settings[setting.name] else {
                settings.append(
                    InstalledPlugin.Setting(
                        setting: setting, value: setting.defaultValue, isDefault: true))
                continue
            }
            do throws(SettingError) {
                settings.append(
                    InstalledPlugin.Setting(
                        setting: setting, value: try SettingValue(parsing: text, as: setting.kind),
                        isDefault: false))
            } catch {
                problems.append(
                    RuleFileProblem(
                        file: folder.path, line: nil,
                        message: "the setting \"\(setting.name)\" is \"\(text)\" and must be "
                            + "\(error.expected); set it again, or use --default"))
            }
        }
        return Found(
            folder: folder, isEnabled: decisions[folder.name]?.isEnabled,
            trust: try trust(in: folder), plugin: plugin, settings: settings,
            idleSettings: plugin.map { idleSettings(of: $0.manifest) } ?? [], problems: problems,
            lastAnswers: { [vault] in try vault.pluginAnswers(of: folder.name) })
    }

    /// The person's values that the plugin has no use for.
    private func idleSettings(of manifest: PluginManifest) -> [InstalledPlugin.IdleSetting] {
        let known = manifest.settings.map(\.name)
        return (decisions[manifest.name]?.settings ?? [:]).sorted { $0.key < $1.key }
            .filter { !known.contains($0.key) }
            .map {
                InstalledPlugin.IdleSetting(
                    name: $0.key, value: $0.value,
                    hint: Suggestion.phrase(for: $0.key, among: known))
            }
    }

    /// The plugin as last approved, or else as shipped; nil if neither is usable.
    private func lastGood(_ folder: PluginFolders.Folder) throws -> Plugins.Choice? {
        let approved = try vault.pluginApproval(of: folder.name).map { approval in
            PluginSource(
                name: folder.name, folder: folder.path,
                files: approval.files.map { PluginSource.File(path: $0.path, bytes: $0.bytes) },
                isShipped: false)
        }
        guard let source = approved ?? folder.shipped, source != folder.source else { return nil }
        return try inspect(
            PluginFolders.Folder(
                name: folder.name, path: folder.path, source: source, problems: [],
                shipped: folder.shipped)
        ).choice
    }

    private func trust(in folder: PluginFolders.Folder) throws -> PluginTrust {
        guard let source = folder.source else { return .never }
        return PluginTrust(
            source, shipped: folder.shipped,
            approval: try vault.pluginApproval(of: folder.name))
    }

    /// Plugins that are switched on but missing.
    private var gone: [String] {
        decisions.filter { name, decision in
            decision.isEnabled == true && !folders.contains { $0.name == name }
        }.keys.sorted()
    }

    /// The nearest pipeline stages on both sides. Other plugins don't count, as they may be
    /// off.
    private static func place(
        of plugin: String, in order: [String], stages: Set<String>
    ) -> InstalledPlugin.Place? {
        guard let position = order.firstIndex(of: plugin) else { return nil }
        return InstalledPlugin.Place(
            after: order[..<position].last(where: stages.contains),
            before: order[position...].first(where: stages.contains))
    }
}

extension LoadedPlugin {
    /// The main file's path in diagnostics.
    fileprivate var mainFile: String { "\(source.folder)/\(PluginSource.mainPath)" }
}
