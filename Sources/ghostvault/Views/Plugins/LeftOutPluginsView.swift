import Classification
import Engine
import Terminal

/// The plugins that a pass had to do without, a line each.
struct LeftOutPluginsView {
    let screen: Screen

    func show(_ plugins: [LeftOutPlugin]) throws {
        for plugin in plugins {
            switch plugin.reason {
            case .needsApproval(let trust):
                let line = PluginNotices.approval(of: plugin.name, trust)
                if plugin.isHeldBack {
                    try screen.warn(PluginNotices.heldBack(plugin.name) + " " + line)
                } else if plugin.isEnabled {
                    try screen.warn("Left out: plugin \(line)")
                } else {
                    try screen.note("New plugin: \(line)")
                }
            case .broken(let problems), .hasNoPlace(let problems):
                try screen.warn(
                    plugin.isHeldBack
                        ? PluginNotices.heldBack(plugin.name)
                        : SafeText.neutralised("Left out: plugin \(plugin.name) can't be used"))
                for problem in problems {
                    try screen.note("    " + SafeText.neutralised(FindingsView.line(problem)))
                }
            case .missing:
                try screen.warn(
                    SafeText.neutralised("Left out: plugin \(plugin.name) is not there. ")
                        + PluginNotices.farewell(to: plugin.name))
            }
        }
    }

    /// The same in one line.
    static func line(_ plugin: LeftOutPlugin) -> String {
        if plugin.isHeldBack { return PluginNotices.heldBack(plugin.name) }
        return switch plugin.reason {
        case .needsApproval(let trust):
            (plugin.isEnabled ? "left out: plugin " : "new plugin: ")
                + PluginNotices.approval(of: plugin.name, trust)
        case .broken(let problems), .hasNoPlace(let problems):
            "left out: plugin \(plugin.name)"
                + (problems.first.map { ", \(FindingsView.line($0))" } ?? "")
        case .missing: "left out: plugin \(plugin.name) is not there"
        }
    }

    static func write(_ plugins: [LeftOutPlugin], to object: inout JSONObject) {
        object.array("left_out_plugins") { list in
            for plugin in plugins { list.object { write(plugin, to: &$0) } }
        }
    }

    private static func write(_ plugin: LeftOutPlugin, to object: inout JSONObject) {
        object.field("name", plugin.name)
        object.field("enabled", plugin.isEnabled)
        object.field("stays_in_use", plugin.isHeldBack)
        switch plugin.reason {
        case .needsApproval: object.field("reason", "needs_approval")
        case .broken: object.field("reason", "broken")
        case .hasNoPlace: object.field("reason", "no_place")
        case .missing: object.field("reason", "missing")
        }
    }
}
