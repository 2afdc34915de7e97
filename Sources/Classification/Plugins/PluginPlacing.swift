/// Puts a stage for each plugin into a pipeline, leaving out those for which
/// there is no place.
struct PluginPlacing {
    let pipeline: Pipeline
    let leftOut: [RuleFileProblem]

    init(_ plugins: [LoadedPlugin], in base: Pipeline) {
        let order = PluginOrder(
            stages: base.stages.map(\.name), usualPlace: Self.usualPlace(in: base))
        var remaining = plugins.map(\.manifest)
        var problems: [RuleFileProblem] = []
        var stages = base.stages
        func leaveOut(_ names: Set<String>, _ message: String) {
            for plugin in plugins
            where names.contains(plugin.manifest.name)
                && remaining.contains(where: { $0.name == plugin.manifest.name })
            {
                problems.append(
                    RuleFileProblem(
                        file: "\(plugin.source.folder)/\(PluginSource.mainPath)", line: nil,
                        message: message))
            }
            remaining.removeAll { names.contains($0.name) }
        }
        for name in remaining.map(\.name) where base.stages.contains(where: { $0.name == name }) {
            leaveOut([name], "there is a stage \"\(name)\" in pipeline.toml; rename the plugin")
        }
        // Each round places all that remain or takes at least one away.
        while true {
            do throws(PluginOrderError) {
                let byName = Dictionary(
                    base.stages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
                stages = try order.order(remaining).map { name in
                    byName[name] ?? Stage(name: name, kind: .plugin)
                }
                break
            } catch {
                switch error {
                case .cycle(let names):
                    leaveOut(
                        Set(names),
                        "plugins wait for each other: \(names.joined(separator: " before ")); "
                            + "take one of these places out of \"after\", \"before\" or \"needs\"")
                case .unknownPlace(let place, let plugin, let hint):
                    leaveOut(
                        [plugin],
                        "there is no stage or plugin \"\(place)\" to stand before or after\(hint)")
                case .missing(let need, let plugin):
                    leaveOut(
                        [plugin], "it needs the plugin \"\(need)\", which is not switched on")
                }
            }
        }
        pipeline = Pipeline(stages: stages, categories: base.categories)
        leftOut = problems
    }

    /// Behind the last stage of rules that come as data, where the categories
    /// of purchases are known and the lens and the default are still open.
    private static func usualPlace(in pipeline: Pipeline) -> String? {
        let last = pipeline.stages.last { stage in
            if case .rules = stage.kind { true } else { false }
        }
        return last?.name
    }
}
