import Classification
import Rules

func pluginSource(_ name: String, main: String) -> PluginSource {
    PluginSource(
        name: name, folder: "Plugins/\(name)",
        files: [PluginSource.File(path: "plugin.lua", bytes: Array(main.utf8))], isShipped: false)
}

/// A plugin of the given parts, each with its comma; unless they are the whole, it decides tags and
/// never does.
func loadedPlugin(
    _ name: String, parts: String, isWhole: Bool = false
) throws -> LoadedPlugin {
    let rest =
        isWhole
        ? "classify = function() end"
        : "version = '1', summary = 's', decides = 'tags', classify = function() end"
    return try LoadedPlugin(
        pluginSource(name, main: "plugin { name = '\(name)', \(parts) \(rest) }"))
}

/// A pipeline of four stages.
///
/// - Parameter map: the categories of expenses by their texts; the other stages but the last have
///   nothing to say.
func makeBarePipeline(map: [(String, String)] = []) throws -> Pipeline {
    Pipeline(
        stages: [
            Stage(name: "rules", kind: .userRules), try transferStage(),
            try rulesStage("map", map.map { ($0, Effect(category: $1)) }), defaultStage,
        ],
        categories: try makeCategories())
}
