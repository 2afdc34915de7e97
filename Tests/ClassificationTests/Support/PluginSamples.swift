import Classification

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

/// A pipeline of four stages, of which one has something to say.
func makeBarePipeline() throws -> Pipeline {
    Pipeline(
        stages: [
            Stage(name: "rules", kind: .userRules), try transferStage(),
            try rulesStage("map", []), defaultStage,
        ],
        categories: try makeCategories())
}
