public import Classification
public import Scripting
public import Vault

/// The plugins that are there, with what the person decided about them.
///
/// Nothing but a plugin's own declaration runs here, in the sandbox, with no
/// transaction in sight.
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

    /// Every plugin, in bytewise order of their names, whether or not it is
    /// switched on.
    ///
    /// - Parameter pipeline: the stages that plugins stand among.
    public func plugins(in pipeline: Pipeline) throws -> [InstalledPlugin] {
        let found = try folders.map(inspect)
        // Where each would stand if all of them ran.
        let order = Plugins(found.compactMap(\.choice), in: pipeline).pipeline.stages.map(\.name)
        // What keeps those from running that are to run.
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
                place: Self.place(of: found.folder.name, in: order, stages: stages),
                problems: problems)
        }
        plugins += gone.map { name in
            let problem = RuleFileProblem(
                file: "Plugins/\(name)", line: nil,
                message: "the plugin is switched on, and its folder is not there")
            return InstalledPlugin(
                name: name, folder: "Plugins/\(name)", state: .missing, isEnabled: true,
                trust: .never, source: nil, manifest: nil, settings: [], place: nil,
                problems: [problem])
        }
        return plugins.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// The plugins that a pass asks, and those that it has to do without. One that was
    /// changed stays in use as it was approved last. Of those that are switched off or
    /// were never approved nothing runs at all.
    ///
    /// - Parameter pipeline: the stages that plugins stand among.
    public func plugins(
        forPassIn pipeline: Pipeline
    ) throws -> (plugins: Plugins, leftOut: [LeftOutPlugin]) {
        var choices: [Plugins.Choice] = []
        var leftOut = gone.map { LeftOutPlugin(name: $0, isEnabled: true, reason: .missing) }
        for folder in folders {
            let isEnabled = decisions[folder.name]?.isEnabled
            // Nothing was said about it: the person may not know of it.
            let isNews = isEnabled == nil && folder.source?.isShipped != true
            guard isEnabled == true || isNews else { continue }
            func leaveOut(_ reason: LeftOutPlugin.Reason) throws {
                let before = isEnabled == true ? try lastGood(folder) : nil
                if let before { choices.append(before) }
                leftOut.append(
                    LeftOutPlugin(
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
                LeftOutPlugin(
                    name: choice.plugin.manifest.name, isEnabled: true,
                    reason: .hasNoPlace(problems)))
        }
        return (plugins, leftOut.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }

    // MARK: One plugin

    private struct Found {
        let folder: PluginFolders.Folder
        let isEnabled: Bool?
        let trust: PluginTrust
        let plugin: LoadedPlugin?
        let settings: [InstalledPlugin.Setting]
        let problems: [RuleFileProblem]

        /// Nil where something is wrong with the plugin.
        var choice: Plugins.Choice? {
            guard let plugin, problems.isEmpty else { return nil }
            return Plugins.Choice(
                plugin,
                settings: Dictionary(
                    uniqueKeysWithValues: settings.map { ($0.setting.name, $0.value) }))
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
                            + "\(error.expected); set it again, or give it its --default"))
            }
        }
        return Found(
            folder: folder, isEnabled: decisions[folder.name]?.isEnabled,
            trust: try trust(in: folder), plugin: plugin, settings: settings, problems: problems)
    }

    /// The plugin as it was approved last, or else as it comes with the program; nil
    /// where neither can be used.
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

    /// Plugins that are switched on and not there.
    private var gone: [String] {
        decisions.filter { name, decision in
            decision.isEnabled == true && !folders.contains { $0.name == name }
        }.keys.sorted()
    }

    /// The nearest stages of the pipeline itself on both sides: other plugins
    /// may be switched off.
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
    /// What problems call the file that declares the plugin.
    fileprivate var mainFile: String { "\(source.folder)/\(PluginSource.mainPath)" }
}

/// A plugin that is there, with all that is known and decided about it.
public struct InstalledPlugin: Sendable {
    public enum State: String, Sendable {
        /// Every pass asks it.
        case on
        case off
        /// It is new or was changed, and runs only once the person says so.
        case needsApproval = "needs_approval"
        /// It is switched on, and has no place among the stages.
        case leftOut = "left_out"
        /// Its folder, its main file or a setting has a mistake.
        case broken
        /// It is switched on, and its folder is gone.
        case missing
    }

    /// A setting with what holds for it now.
    public struct Setting: Hashable, Sendable {
        public let setting: PluginSetting
        public let value: SettingValue
        /// Whether nothing else was set.
        public let isDefault: Bool
    }

    /// Where it stands, or would stand, among the stages of the pipeline; nil
    /// at either end.
    public struct Place: Hashable, Sendable {
        public let after: String?
        public let before: String?
    }

    public let name: String
    /// What messages call its folder, "Plugins/refunds".
    public let folder: String
    public let state: State
    /// Whether the person wants it to run; nil where nothing was said, which
    /// means no.
    public let isEnabled: Bool?
    public let trust: PluginTrust
    /// Its files, or nil where something is wrong with them.
    public let source: PluginSource?
    /// What it says of itself, or nil where that can't be read.
    public let manifest: PluginManifest?
    /// In the order of their names.
    public let settings: [Setting]
    public let place: Place?
    public let problems: [RuleFileProblem]

    public var isShipped: Bool { source?.isShipped ?? false }

    /// The beginning of its README: what stands between the heading and the
    /// first empty line after it. Empty where there is none.
    public var introduction: String {
        guard let readme = source?.file("README.md") else { return "" }
        return String(decoding: readme.bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0.hasPrefix("#") || $0.allSatisfy(\.isWhitespace) }
            .prefix { !$0.allSatisfy(\.isWhitespace) }
            .joined(separator: " ")
    }
}

/// A plugin that a pass had to do without, or with an earlier version of it.
public struct LeftOutPlugin: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// It is new or was changed.
        case needsApproval(PluginTrust)
        case broken([RuleFileProblem])
        /// It waits for a plugin that does not run, or has no place among the
        /// stages.
        case hasNoPlace([RuleFileProblem])
        /// Its folder is gone.
        case missing
    }

    public let name: String
    /// Whether the person wants it to run; else it is only news.
    public let isEnabled: Bool
    public let reason: Reason
    /// Whether it ran as it was approved last, or as it comes with the program.
    public var isHeldBack = false

    public init(name: String, isEnabled: Bool, reason: Reason, isHeldBack: Bool = false) {
        self.name = name
        self.isEnabled = isEnabled
        self.reason = reason
        self.isHeldBack = isHeldBack
    }
}
