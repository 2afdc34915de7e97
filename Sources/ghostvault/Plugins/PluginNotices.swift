import Classification
import Engine
import Model
import Terminal

/// The reasons that a plugin doesn't run, with what to do.
struct PluginNotices {
    let screen: Screen

    func show(_ plugin: InstalledPlugin) throws {
        for problem in plugin.problems {
            try screen.print(
                SafeText.neutralised("\(plugin.name): \(FindingsView.line(problem))"), .warning)
        }
        switch plugin.state {
        case .needsApproval:
            try screen.print(Self.approval(of: plugin.name, plugin.trust), .warning)
        case .missing:
            try screen.print(Self.farewell(to: plugin.name), .warning)
        case .on, .off, .leftOut, .broken: break
        }
    }

    static func approval(of name: String, _ trust: PluginTrust) -> String {
        let wasChanged = if case .changed = trust { true } else { false }
        return SafeText.neutralised(
            "\(name) \(wasChanged ? "was changed and " : "")needs your approval: "
                + "ghostvault plugins trust \(name)")
    }

    static func heldBack(_ name: String) -> String {
        SafeText.neutralised(
            "Plugin \(name) can't be used as it is now; its last good version stays in use.")
    }

    static func farewell(to name: String) -> String {
        SafeText.neutralised(
            "Put the folder back, or do without it: ghostvault plugins disable \(name)")
    }
}

/// The plugins that a pass did without.
struct LeftOutPluginsView {
    let screen: Screen

    func show(_ plugins: [RejectedPlugin]) throws {
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

    /// A summary in one line.
    static func line(_ plugin: RejectedPlugin) -> String {
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

    static func write(_ plugins: [RejectedPlugin], to object: inout JSONObject) {
        object.array("left_out_plugins") { list in
            for plugin in plugins { list.object { write(plugin, to: &$0) } }
        }
    }

    private static func write(_ plugin: RejectedPlugin, to object: inout JSONObject) {
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
