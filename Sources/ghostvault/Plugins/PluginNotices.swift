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
        for line in Self.idle(plugin.idleSettings, of: plugin.name) {
            try screen.print(line, .warning)
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

    /// What became of values whose setting the plugin doesn't have.
    static func idle(_ settings: [InstalledPlugin.IdleSetting], of name: String) -> [String] {
        settings.map { setting in
            SafeText.neutralised(
                "\(name) has no setting \"\(setting.name)\"\(setting.hint); your value "
                    + "\"\(setting.value)\" is not used. To remove it: "
                    + "ghostvault plugins set \(name) \(setting.name) --default")
        }
    }

    static func heldBack(_ name: String) -> String {
        SafeText.neutralised(
            "Plugin \(name) can't be used as it is now; its last good version stays in use.")
    }

    static func farewell(to name: String) -> String {
        SafeText.neutralised(
            "Restore the folder, or disable the plugin: ghostvault plugins disable \(name)")
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
                    SafeText.neutralised("Left out: plugin \(plugin.name) is missing. ")
                        + PluginNotices.farewell(to: plugin.name))
            case .ignoresSettings(let settings):
                for line in PluginNotices.idle(settings, of: plugin.name) {
                    try screen.warn("Plugin " + line)
                }
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
        case .missing: "left out: plugin \(plugin.name) is missing"
        case .ignoresSettings(let settings):
            PluginNotices.idle(settings, of: plugin.name).joined(separator: "; ")
        }
    }

    static var field: Field<[RejectedPlugin]> {
        .list(
            "left_out_plugins", "Plugins that the pass had to do without.",
            [
                .value("name", "The plugin.") { $0.name },
                .value("enabled", "Whether it was switched on; else it is new, and only news.") {
                    $0.isEnabled
                },
                .value("stays_in_use", "Whether its last approved or shipped version ran instead.")
                { $0.isHeldBack },
                .value(
                    "reason",
                    "`needs_approval`, `broken`, `no_place`, `missing` or `ignores_settings`."
                ) {
                    $0.reason.word
                },
            ]
        ) { $0 }
    }
}

extension RejectedPlugin.Reason {
    /// The name in JSON.
    fileprivate var word: String {
        switch self {
        case .needsApproval: "needs_approval"
        case .broken: "broken"
        case .hasNoPlace: "no_place"
        case .missing: "missing"
        case .ignoresSettings: "ignores_settings"
        }
    }
}
