/// Finds the place of each plugin among the stages of a pipeline.
///
/// The stages keep their order. A plugin stands behind everything that it
/// names in `after` and `needs`, as early as it can; one that names only what
/// it stands `before` stands directly before that. One that names no place at
/// all stands behind the usual stage. Plugins that could stand in one place
/// stand there by their names.
struct PluginOrder {
    /// The names of the stages, in order.
    let stages: [String]
    /// Behind which stage a plugin stands that names no place.
    let usualPlace: String?

    /// What stands where: names of stages and of plugins.
    func order(_ plugins: [PluginManifest]) throws(PluginOrderError) -> [String] {
        let names = plugins.map(\.name)
        var earlier: [String: Set<String>] = [:]
        for (stage, next) in zip(stages, stages.dropFirst()) {
            earlier[next, default: []].insert(stage)
        }
        for plugin in plugins {
            for need in plugin.needs where !names.contains(need) {
                throw .missing(need: need, of: plugin.name)
            }
            for place in plugin.after + plugin.before
            where !stages.contains(place) && !names.contains(place) {
                throw .unknownPlace(
                    place, of: plugin.name,
                    hint: Suggestion.phrase(for: place, among: stages + names))
            }
            earlier[plugin.name, default: []].formUnion(plugin.after + plugin.needs)
            if plugin.after.isEmpty, let place = placeWithoutAfter(plugin) {
                earlier[plugin.name, default: []].insert(place)
            }
            for later in plugin.before { earlier[later, default: []].insert(plugin.name) }
        }
        return try sorted(names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, earlier)
    }

    /// The stage directly before the first that the plugin names in `before`,
    /// or the usual place.
    private func placeWithoutAfter(_ plugin: PluginManifest) -> String? {
        guard !plugin.before.isEmpty else { return usualPlace }
        guard let first = stages.firstIndex(where: plugin.before.contains), first > 0 else {
            return nil
        }
        return stages[first - 1]
    }

    /// Takes, again and again, what has nothing left before it: plugins first,
    /// so that each stands as early as it can.
    private func sorted(
        _ plugins: [String], _ earlier: [String: Set<String>]
    ) throws(PluginOrderError) -> [String] {
        var order: [String] = []
        var placed: Set<String> = []
        var open = plugins + stages
        while !open.isEmpty {
            guard
                let next = open.firstIndex(where: { (earlier[$0] ?? []).isSubset(of: placed) })
            else { throw .cycle(cycle(among: open, earlier)) }
            placed.insert(open[next])
            order.append(open.remove(at: next))
        }
        return order
    }

    /// Walks back from an open name, each of which has another open one before
    /// it, until a name comes up again.
    private func cycle(among open: [String], _ earlier: [String: Set<String>]) -> [String] {
        var path: [String] = []
        var next = open.first
        while let name = next {
            path.append(name)
            if let start = path.firstIndex(of: name), start < path.count - 1 {
                return path[start...].reversed()
            }
            next = open.first { (earlier[name] ?? []).contains($0) }
        }
        return path
    }
}

/// Why plugins can't be put into an order.
enum PluginOrderError: Error, Hashable {
    /// Each stands before the next; the last is the first again.
    case cycle([String])
    case unknownPlace(String, of: String, hint: String)
    case missing(need: String, of: String)
}
