import Classification
import Engine
import Model
import Terminal

struct PluginListView {
    let screen: Screen

    func show(_ plugins: [InstalledPlugin]) throws {
        guard !plugins.isEmpty else {
            try screen.print("No plugins yet. \"ghostvault plugins new NAME\" makes one.")
            return
        }
        var table = Table(columns: [
            .init("plugin"), .init("version"), .init("state"), .init("place", isFlexible: true),
            .init("decides", isFlexible: true), .init("what it does", isFlexible: true),
        ])
        for plugin in plugins {
            table.add(
                .init(plugin.name), .init(plugin.manifest?.version ?? "", .muted),
                .init(plugin.state.words, plugin.state.style),
                .init(plugin.place?.words ?? "", .muted),
                .init(
                    plugin.manifest?.decides.map(\.rawValue).joined(separator: ", ") ?? ""),
                .init(plugin.manifest?.summary ?? ""))
        }
        try screen.print(table)
        let notices = PluginNotices(screen: screen)
        let stopped = plugins.filter { ![.on, .off].contains($0.state) }
        if !stopped.isEmpty { try screen.print() }
        for plugin in stopped { try notices.show(plugin) }
    }

    func showJSON(_ plugins: [InstalledPlugin]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for plugin in plugins { list.object { Self.write(plugin, to: &$0) } }
        }
        try json.flush()
    }

    /// The fields that a list has of a plugin.
    static func write(_ plugin: InstalledPlugin, to object: inout JSONObject) {
        object.field("name", plugin.name)
        object.field("version", plugin.manifest?.version)
        object.field("summary", plugin.manifest?.summary)
        object.field("state", plugin.state.rawValue)
        object.field("enabled", plugin.isEnabled == true)
        object.field("approved", plugin.trust.isGiven)
        object.field("shipped", plugin.isShipped)
        object.array("decides") { list in
            for attribute in plugin.manifest?.decides ?? [] { list.element(attribute.rawValue) }
        }
        object.array("needs") { list in
            for need in plugin.manifest?.needs ?? [] { list.element(need) }
        }
        object.field("stands_after", plugin.place?.after)
        object.field("stands_before", plugin.place?.before)
        object.array("problems") { list in
            for problem in plugin.problems {
                list.object { entry in
                    entry.field("file", problem.file)
                    entry.field("line", problem.line)
                    entry.field("message", problem.message)
                }
            }
        }
    }
}

extension InstalledPlugin.State {
    var words: String {
        switch self {
        case .on: "on"
        case .off: "off"
        case .needsApproval: "needs approval"
        case .leftOut: "left out"
        case .broken: "broken"
        case .missing: "missing"
        }
    }

    var style: Style? {
        switch self {
        case .on: .positive
        case .off: .muted
        case .needsApproval, .leftOut, .missing: .warning
        case .broken: .negative
        }
    }
}

extension InstalledPlugin.Place {
    /// "after category map"; for a plugin before all stages "before user rules".
    var words: String {
        if let after { return "after \(after)" }
        if let before { return "before \(before)" }
        return ""
    }
}
