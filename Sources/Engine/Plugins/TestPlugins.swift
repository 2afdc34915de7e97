public import Classification
internal import Configuration

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
