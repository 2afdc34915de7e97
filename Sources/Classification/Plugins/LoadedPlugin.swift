import Model
import Rules
public import Scripting

/// A plugin whose main file has been read, ready to be asked.
///
/// Used by one thread at a time.
public final class LoadedPlugin {
    public let source: PluginSource
    public let manifest: PluginManifest

    let sandbox: Sandbox
    let classify: ScriptFunction?
    let classifyAll: ScriptFunction?

    /// Reads a plugin's main file in a sandbox of its own. Modules and maps
    /// are the other files of its folder.
    ///
    /// - Parameters:
    ///   - source: the plugin's files.
    ///   - library: what the plugin may require and look up.
    ///   - limits: what it may use.
    ///   - host: where it is run.
    /// - Throws: every mistake in the file.
    public init(
        _ source: PluginSource, library: ScriptLibrary = .empty,
        limits: ScriptLimits = LoadedPlugin.limits, on host: ScriptHost
    ) throws(PluginLoadError) {
        let path = "\(source.folder)/\(PluginSource.mainPath)"
        guard let main = source.file(PluginSource.mainPath) else {
            throw PluginLoadError(
                plugin: source.name,
                problems: [
                    RuleFileProblem(
                        file: source.folder, line: nil,
                        message: "the folder has no \(PluginSource.mainPath), "
                            + "which declares the plugin")
                ])
        }
        var declared = DeclaredSource(
            RuleSource(file: path, bytes: main.bytes),
            layout: PluginFields.layout, vocabulary: PluginFields.vocabulary, library: library,
            limits: limits, on: host)
        guard let sandbox = declared.sandbox,
            let reading = PluginReader(source: source).reading(&declared)
        else {
            throw PluginLoadError(plugin: source.name, problems: declared.leftOut.problems)
        }
        self.sandbox = sandbox
        self.source = source
        manifest = reading.manifest
        classify = reading.classify
        classifyAll = reading.classifyAll
    }

    /// What a plugin may use: as a rule file, with room for lists over all
    /// transactions.
    public static let limits = ScriptLimits(memoryBytes: 256 << 20)
}

/// Why a plugin can't be used: every mistake in its main file.
public struct PluginLoadError: Error, Hashable, Sendable {
    public let plugin: String
    public let problems: [RuleFileProblem]

    public init(plugin: String, problems: [RuleFileProblem]) {
        self.plugin = plugin
        self.problems = problems
    }
}
